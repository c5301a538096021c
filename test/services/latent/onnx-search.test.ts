import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exactNeighbours } from '../../../main/core/latent/exact-neighbours.ts';
import { WasmSearch } from '../../../main/core/latent/wasm-search.ts';
import { OnnxSearch } from '../../../main/services/latent/onnx-search.ts';
import { clusteredVectors } from '../../helpers/latent.ts';

const dimension = 384;
let search: OnnxSearch;
beforeAll(async () => {
  search = await OnnxSearch.open(dimension, 1);
});
afterAll(() => search[Symbol.asyncDispose]());

describe('the native search', () => {
  it('finds what our own kernel finds', async () => {
    const vectors = clusteredVectors(700, dimension, 9, 3);
    const own = await exactNeighbours(vectors, 15, { search: new WasmSearch(dimension) });
    const native = await exactNeighbours(vectors, 15, { search });
    native.distances.forEach((distance, at) => expect(Math.abs(distance - own.distances[at]!)).toBeLessThan(1e-5));
    expect(await exactNeighbours(vectors, 15, { search })).toEqual(native);
  });

  it('gives as many as there are, equal ones in order', async () => {
    const one = clusteredVectors(1, dimension, 1, 1);
    const found = await search.top(one, Float32Array.from([...one, ...one, ...one]), 5);
    expect({ k: found.k, indices: [...found.indices] }).toEqual({ k: 3, indices: [0, 1, 2] });
    expect((await search.top(new Float32Array(), one, 5)).indices).toHaveLength(0);
    expect((await search.top(one, new Float32Array(), 5)).k).toBe(0);
  });
});
