import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VectorMatrix, rowsPerScoreBlock } from '../../main/core/vector-matrix.ts';
import { scanVectors } from '../../main/core/vector-scan.ts';
import { runs } from '../helpers/effort.ts';

/** Small whole numbers: every sum is exact in float32, so that ties are real and the plain computation is the truth. */
const wholeVector = (dimension: number) =>
  fc
    .array(fc.integer({ min: -3, max: 3 }), { minLength: dimension, maxLength: dimension })
    .map((values) => Float32Array.from(values));

const corpus = fc
  .integer({ min: 1, max: 40 })
  .chain((dimension) => fc.record({ query: wholeVector(dimension), rows: fc.array(wholeVector(dimension), { maxLength: 60 }) }));

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}

function matrixOf(dimension: number, rows: readonly Float32Array[]): VectorMatrix {
  const matrix = new VectorMatrix(dimension);
  for (const row of rows) matrix.append(row);
  return matrix;
}

const byRow = (rowA: number, rowB: number) => rowA < rowB;

describe('scanVectors', () => {
  test('finds what sorting everything finds, ties included', () => {
    fc.assert(
      fc.property(
        corpus,
        fc.integer({ min: 0, max: 70 }),
        fc.infiniteStream(fc.boolean()),
        fc.boolean(),
        ({ query, rows }, limit, stream, all) => {
          const allowed = all ? null : Int32Array.from(rows.keys()).filter(() => stream.next().value === true);
          const expected = rows
            .map((vector, row) => ({ row, score: dot(vector, query) }))
            .filter(({ row }) => allowed === null || allowed.includes(row))
            .sort((a, b) => b.score - a.score || a.row - b.row)
            .slice(0, limit);
          const found = scanVectors(matrixOf(query.length, rows), { query, limit, rows: allowed, precedes: byRow });
          expect(found.map(({ row, score }) => ({ row, score: score + 0 }))).toEqual(
            expected.map(({ row, score }) => ({ row, score: score + 0 })),
          );
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('scans across score blocks', () => {
    const matrix = new VectorMatrix(2);
    const count = rowsPerScoreBlock * 2 + 5;
    for (let row = 0; row < count; row++) matrix.append(Float32Array.of(row, 1));
    const found = scanVectors(matrix, { query: Float32Array.of(1, 0), limit: 3, rows: null, precedes: byRow });
    expect(found.map(({ row }) => row)).toEqual([count - 1, count - 2, count - 3]);
  });

  test('an empty matrix has no best row', () => {
    expect(scanVectors(new VectorMatrix(3), { query: Float32Array.of(1, 0, 0), limit: 5, rows: null, precedes: byRow })).toEqual(
      [],
    );
  });
});

describe('VectorMatrix', () => {
  test('multiplies many rows to the same bits as one by one', () => {
    const fraction = fc.float({ min: -1, max: 1, noNaN: true });
    const row = fc.array(fraction, { minLength: 9, maxLength: 9 }).map((values) => Float32Array.from(values));
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        row,
        fc.array(fc.nat(), { maxLength: 23 }),
        (rows, query, picks) => {
          const matrix = matrixOf(9, rows);
          const asked = picks.map((pick) => pick % rows.length);
          expect([...matrix.dots(asked, query)]).toEqual(asked.map((place) => matrix.dot(place, query)));
        },
      ),
      { numRuns: runs(100) },
    );
    expect(() => matrixOf(9, []).dots([0], new Float32Array(9))).toThrow('No row 0');
  });

  test('keeps the right rows through any sequence of additions, changes and removals', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), vector: wholeVector(5) }),
      fc.record({ kind: fc.constant('set' as const), vector: wholeVector(5), at: fc.nat() }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const matrix = new VectorMatrix(5);
        const model: Float32Array[] = [];
        for (const change of steps) {
          if (change.kind === 'append') {
            expect(matrix.append(change.vector)).toBe(model.push(change.vector) - 1);
          } else if (model.length > 0 && change.kind === 'set') {
            matrix.set(change.at % model.length, change.vector);
            model[change.at % model.length] = change.vector;
          } else if (model.length > 0 && change.kind === 'remove') {
            const row = change.at % model.length;
            expect(matrix.swapRemove(row)).toBe(model.length - 1);
            const last = model.pop() as Float32Array;
            if (row < model.length) model[row] = last;
          }
        }
        expect(matrix.rows).toBe(model.length);
        expect(model.map((_, row) => matrix.view(row))).toEqual(model);
      }),
    );
  });

  test('rejects wrong dimensions and rows that do not exist', () => {
    const matrix = matrixOf(3, [Float32Array.of(1, 2, 3)]);
    expect(() => matrix.append(Float32Array.of(1))).toThrow(RangeError);
    expect(() => matrix.setQuery(Float32Array.of(1))).toThrow(RangeError);
    expect(() => matrix.view(1)).toThrow(RangeError);
    expect(() => matrix.swapRemove(-1)).toThrow(RangeError);
    expect(() => new VectorMatrix(0)).toThrow(RangeError);
    expect(matrix.rows).toBe(1);
  });

  test('holds little more than its rows', () => {
    const matrix = new VectorMatrix(384);
    const vector = new Float32Array(384).fill(1);
    for (let row = 0; row < 20_000; row++) matrix.append(vector);
    expect(matrix.bytes / (20_000 * 384 * 4)).toBeLessThan(1.1);
  });
});
