import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredNeighbours, recallOf } from '../../../main/core/latent/clustered-neighbours.ts';
import { exactNeighbours } from '../../../main/core/latent/exact-neighbours.ts';
import { updatedNeighbours } from '../../../main/core/latent/updated-neighbours.ts';
import { WasmSearch } from '../../../main/core/latent/wasm-search.ts';
import { runs } from '../../helpers/effort.ts';
import { bruteNeighbours, clusteredVectors } from '../../helpers/latent.ts';

const dimension = 16;
const search = new WasmSearch(dimension);

/** The vectors of some points of a larger set. */
function pick(vectors: Float32Array, points: readonly number[]): Float32Array {
  return Float32Array.from(points.flatMap((point) => [...vectors.subarray(point * dimension, (point + 1) * dimension)]));
}

/** Rounding may order two that are equally far either way. */
function expectAlike(found: Float32Array, expected: Float32Array): void {
  expect(found.length).toBe(expected.length);
  found.forEach((distance, at) => expect(Math.abs(distance - expected[at]!)).toBeLessThan(1e-5));
}

describe('exact neighbours', () => {
  it('are those that comparing one by one finds', async () => {
    for (const points of [2, 5, 40, 700]) {
      const vectors = clusteredVectors(points, dimension, 4, points);
      const found = await exactNeighbours(vectors, 15, { search });
      expectAlike(found.distances, bruteNeighbours(vectors, dimension, 15).distances);
      expect(found.k).toBe(Math.min(15, points - 1));
      found.indices.forEach((other, at) => expect(other).not.toBe(Math.floor(at / found.k)));
    }
  });

  it('are none where there is nobody else', async () => {
    expect((await exactNeighbours(clusteredVectors(1, dimension, 1, 1), 15, { search })).indices).toHaveLength(0);
    expect((await exactNeighbours(new Float32Array(), 15, { search })).points).toBe(0);
  });

  it('put equal vectors at distance zero in order of their number', async () => {
    const one = clusteredVectors(1, dimension, 1, 3);
    const table = await exactNeighbours(Float32Array.from([...one, ...one, ...one, ...one]), 3, { search });
    expect([...table.distances]).toEqual(Array.from({ length: 12 }, () => 0));
    expect([...table.indices.subarray(6, 9)]).toEqual([0, 1, 3]);
  });

  it('stop when told to', async () => {
    const stop = (): void => {
      throw new Error('enough');
    };
    await expect(exactNeighbours(clusteredVectors(50, dimension, 2, 1), 5, { search, onShare: stop })).rejects.toThrow('enough');
  });
});

describe('clustered neighbours', () => {
  it('are nearly all of the true ones', async () => {
    const vectors = clusteredVectors(3_000, dimension, 30, 7);
    const truth = await exactNeighbours(vectors, 15, { search });
    const found = await clusteredNeighbours(vectors, 15, { search }, { groupSize: 100, candidates: 1_000 });
    expect(recallOf(found, truth)).toBeGreaterThan(0.95);
    expect(recallOf(truth, truth)).toBe(1);
  });
});

describe('updated neighbours', () => {
  it('are those of a table made anew, whatever came and went', async () => {
    const all = clusteredVectors(90, dimension, 5, 11);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(89), { maxLength: 12 }),
        fc.uniqueArray(fc.nat(89), { maxLength: 12 }),
        async (removed, added) => {
          const everyPoint = Array.from({ length: 90 }, (_, point) => point);
          const old = everyPoint.filter((point) => !added.includes(point));
          const now = everyPoint.filter((point) => !removed.includes(point));
          const before = await exactNeighbours(pick(all, old), 4, { search });
          const newOf = Int32Array.from(old, (point) => now.indexOf(point));
          const vectors = pick(all, now);
          const updated = await updatedNeighbours(before, newOf, vectors, 4, { search });
          if (updated === null) return;
          expectAlike(updated.distances, (await exactNeighbours(vectors, 4, { search })).distances);
        },
      ),
      { numRuns: runs(15) },
    );
  });

  it('are not tried where little of the old table would be left, or it is too narrow', async () => {
    const vectors = clusteredVectors(40, dimension, 2, 5);
    const before = await exactNeighbours(pick(vectors, [0, 1, 2, 3, 4, 5]), 4, { search });
    expect(await updatedNeighbours(before, Int32Array.from([0, 1, 2, 3, 4, 5]), vectors, 4, { search })).toBeNull();
    const same = Int32Array.from({ length: 40 }, (_, point) => point);
    const narrow = await exactNeighbours(vectors, 3, { search });
    expect(await updatedNeighbours(narrow, same, vectors, 4, { search })).toBeNull();
    expect(await updatedNeighbours(narrow, same, vectors, 3, { search })).toEqual(narrow);
  });
});
