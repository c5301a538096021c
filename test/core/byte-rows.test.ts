import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteRows } from '../../main/core/byte-rows.ts';
import { VectorMatrix } from '../../main/core/vector-matrix.ts';
import { scanVectors } from '../../main/core/vector-scan.ts';
import { runs } from '../helpers/effort.ts';

/** Numbers that are hard to round: of very different sizes, alike to the last bit, zero. */
const number = fc.oneof(
  fc.float({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(0, 1, -1, 2 ** -24, 1e-30, -1e-40, 0.5 + 2 ** -24),
  fc.integer({ min: -3, max: 3 }),
);
const vectorOf = (dimension: number) =>
  fc
    .array(number, { minLength: dimension, maxLength: dimension })
    .map((values) => Float32Array.from(values))
    .chain((vector) => fc.constantFrom(1, 1e-3, 1e6).map((scale) => vector.map((value) => value * scale)));
const corpus = fc.integer({ min: 1, max: 70 }).chain((dimension) =>
  fc.record({
    query: vectorOf(dimension),
    // Few different ones, so that ties and near ties are many.
    kinds: fc.array(vectorOf(dimension), { minLength: 1, maxLength: 8 }),
    picks: fc.array(fc.record({ kind: fc.nat(), nudge: fc.integer({ min: -2, max: 2 }) }), { maxLength: 120 }),
  }),
);

function both(dimension: number, vectors: readonly Float32Array[]): { matrix: VectorMatrix; bytes: ByteRows } {
  const [matrix, bytes] = [new VectorMatrix(dimension), new ByteRows(dimension)];
  for (const vector of vectors) {
    matrix.append(vector);
    bytes.append(vector);
  }
  return { matrix, bytes };
}

describe('rows as bytes', () => {
  test('lead to what the exact rows alone find, to the last bit', () => {
    fc.assert(
      fc.property(
        corpus,
        fc.integer({ min: 0, max: 12 }),
        fc.infiniteStream(fc.boolean()),
        fc.boolean(),
        ({ query, kinds, picks }, limit, stream, all) => {
          const vectors = picks.map(({ kind, nudge }) => {
            const vector = kinds[kind % kinds.length]!.slice();
            vector[0]! *= 1 + nudge * 2 ** -23;
            return vector;
          });
          const { matrix, bytes } = both(query.length, vectors);
          const rows = all ? null : Int32Array.from(vectors.keys()).filter(() => stream.next().value === true);
          const scan = { query, limit, rows, precedes: (one: number, other: number) => one < other };
          expect(scanVectors(matrix, scan, bytes)).toEqual(scanVectors(matrix, scan));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test('hold every product of the exact rows between their bounds, near to it', () => {
    fc.assert(
      fc.property(corpus, ({ query, kinds }) => {
        const { matrix, bytes } = both(query.length, kinds);
        matrix.setQuery(query);
        bytes.setQuery(query);
        const exact = matrix.scores(0, kinds.length);
        const [lower, upper] = [new Float64Array(kinds.length), new Float64Array(kinds.length)];
        bytes.bounds(0, kinds.length, lower, upper);
        const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);
        for (const [row, vector] of kinds.entries()) {
          expect(exact[row]!).toBeGreaterThanOrEqual(lower[row]!);
          expect(exact[row]!).toBeLessThanOrEqual(upper[row]!);
          const most = lengthOf(vector) * lengthOf(query) * Math.sqrt(query.length);
          expect(upper[row]! - lower[row]!).toBeLessThanOrEqual(most / 100 + 1e-30);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('follow additions, changes and removals', () => {
    const step = fc.record({ kind: fc.constantFrom('append', 'set', 'remove'), vector: vectorOf(5), at: fc.nat() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), vectorOf(5), (steps, query) => {
        const { matrix, bytes } = both(5, []);
        for (const { kind, vector, at } of steps) {
          const row = at % Math.max(1, matrix.rows);
          if (kind === 'append') [matrix, bytes].forEach((rows) => rows.append(vector));
          else if (matrix.rows === 0) continue;
          else if (kind === 'set') [matrix, bytes].forEach((rows) => rows.set(row, vector));
          else [matrix, bytes].forEach((rows) => rows.swapRemove(row));
        }
        expect(bytes.rows).toBe(matrix.rows);
        const scan = { query, limit: 3, rows: null, precedes: (one: number, other: number) => one < other };
        expect(scanVectors(matrix, scan, bytes)).toEqual(scanVectors(matrix, scan));
      }),
      { numRuns: runs(100) },
    );
  });

  test('look at few rows exactly, and at all of them where bytes tell nothing apart', () => {
    const dimension = 384;
    const vectors = Array.from({ length: 9_000 }, (_, row) =>
      Float32Array.from({ length: dimension }, (_unused, index) => Math.sin(row * 13.37 + index * (1 + (row % 97)))),
    );
    const { matrix, bytes } = both(dimension, vectors);
    const looked: number[] = [];
    const counting = Object.create(matrix, {
      rows: { get: () => matrix.rows },
      setQuery: { value: (query: Float32Array) => matrix.setQuery(query) },
      scoresOf: {
        value: (rows: readonly number[], found: Float32Array) => {
          looked.push(rows.length);
          matrix.scoresOf(rows, found);
        },
      },
    }) as VectorMatrix;
    const scan = { query: vectors[4_321]!, limit: 100, rows: null, precedes: (one: number, other: number) => one < other };
    expect(scanVectors(counting, scan, bytes)).toEqual(scanVectors(matrix, scan));
    expect(looked[0]).toBeGreaterThanOrEqual(100);
    expect(looked[0]).toBeLessThan(1_000);
  });
});
