import type { PointColumns } from '../../main/core/latent/latent-map.ts';
import type { NeighbourTable } from '../../main/core/latent/neighbour-table.ts';
import { emptyNeighbours, offerNeighbour, distanceOf } from '../../main/core/latent/neighbour-table.ts';
import { seededRandom } from '../../main/core/seeded-random.ts';
import { dotProduct } from '../../main/core/vector-scan.ts';
import type { Identity, LatentReader, LoadedPoints } from '../../main/store/latent/latent-reader.ts';
import type { MapSource } from '../../main/services/latent/lay-out.ts';

/** Unit vectors around some centres, the same for the same seed; one centre after the other. */
export function clusteredVectors(points: number, dimension: number, centres: number, seed: number, spread = 0.4): Float32Array {
  const random = seededRandom(seed);
  const middle = Array.from({ length: centres }, () => Array.from({ length: dimension }, () => random() - 0.5));
  const vectors = new Float32Array(points * dimension);
  for (let point = 0; point < points; point += 1) {
    const row = middle[point % centres]!.map((value) => value + (random() - 0.5) * spread);
    const length = Math.hypot(...row);
    vectors.set(
      row.map((value) => value / length),
      point * dimension,
    );
  }
  return vectors;
}

/** The true neighbours, one comparison after the other. */
export function bruteNeighbours(vectors: Float32Array, dimension: number, k: number): NeighbourTable {
  const points = vectors.length / dimension;
  const table = emptyNeighbours(points, k);
  const row = (point: number): Float32Array => vectors.subarray(point * dimension, (point + 1) * dimension);
  for (let point = 0; point < points; point += 1)
    for (let other = 0; other < points; other += 1)
      offerNeighbour(table, point, other, distanceOf(dotProduct(row(point), row(other))));
  return table;
}

/** A table from lists of neighbours with their distances. */
export function tableOf(lists: readonly (readonly [number, number][])[]): NeighbourTable {
  const table = emptyNeighbours(lists.length, Math.max(...lists.map((list) => list.length)));
  lists.forEach((list, point) => {
    for (const [other, distance] of list) offerNeighbour(table, point, other, distance);
  });
  return table;
}

/** The chunk of a made-up point: ids ascend with the number. */
function madeUpId(point: number): string {
  return point.toString(16).padStart(64, '0');
}

/** What a map is made of, without a store. */
export type MadeUpSource = MapSource & Pick<LatentReader, 'texts'>;

/** Points without a store: vector i is chunk `ids[i]`, which ascend. */
export function madeUpSource(vectors: Float32Array<ArrayBuffer>, dimension: number, ids: readonly number[]): MadeUpSource {
  const count = ids.length;
  const numbers = (): Uint32Array => new Uint32Array(count);
  const columns: PointColumns = {
    count,
    chunkIds: Uint8Array.from(ids.flatMap((id) => [...Buffer.from(madeUpId(id), 'hex')])),
    contentType: Uint8Array.from(ids, (id) => id % 4),
    chunkType: new Uint8Array(count),
    source: new Uint16Array(count),
    path: Uint32Array.from(ids, (id) => id % 3),
    language: new Uint16Array(count),
    symbol: numbers(),
    version: numbers(),
    startLine: Uint32Array.from(ids, (id) => id * 10 + 1),
    endLine: Uint32Array.from(ids, (id) => id * 10 + 9),
    length: numbers(),
    indexedAt: new Float64Array(count),
    dictionaries: {
      source: ['made-up'],
      path: ['a/one.py', 'b/two.py', 'c/three.py'],
      language: ['python'],
      symbol: [''],
      version: [''],
    },
  };
  const identities = ids.map((id): Identity => ({ chunkId: madeUpId(id), hash: madeUpId(id).split('').reverse().join('') }));
  const loaded: LoadedPoints = {
    columns,
    vectorKeys: Uint32Array.from(ids.flatMap((id) => [id, 1])),
    vectors,
    identities,
    rows: Float64Array.from(ids),
  };
  return {
    space: () => ({ id: 1, name: 'made-up', dimension }),
    load: (_space, _dimension, { onRows }) => {
      onRows(0, count);
      return loaded;
    },
    *texts(_characters, rows) {
      for (const id of rows) yield { row: id, text: `topic${id % 5} words_of_topic${id % 5} shared` };
    },
  };
}
