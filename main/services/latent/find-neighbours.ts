import type { LatentFigures } from '../../contract/latent.ts';
import { clusteredNeighbours } from '../../core/latent/clustered-neighbours.ts';
import { exactNeighbours, type NeighbourWork } from '../../core/latent/exact-neighbours.ts';
import type { LatentMap } from '../../core/latent/latent-map.ts';
import type { NeighbourTable } from '../../core/latent/neighbour-table.ts';
import type { SimilaritySearch } from '../../core/latent/similarity-search.ts';
import { updatedNeighbours } from '../../core/latent/updated-neighbours.ts';

export interface FoundNeighbours {
  table: NeighbourTable;
  method: LatentFigures['method'];
}

/** The neighbours of all points, with as little comparing as what is known already allows. */
export async function findNeighbours(
  vectors: Float32Array,
  wanted: number,
  known: { map: LatentMap; newOf: Int32Array } | null,
  work: NeighbourWork,
  mostExact: Readonly<Record<SimilaritySearch['engine'], number>>,
): Promise<FoundNeighbours> {
  const points = vectors.length / work.search.dimension;
  if (known !== null) {
    const table = await updatedNeighbours(known.map.neighbours, known.newOf, vectors, wanted, work);
    if (table !== null) return { table, method: 'kept' };
  }
  if (points <= mostExact[work.search.engine]) return { table: await exactNeighbours(vectors, wanted, work), method: 'exact' };
  return { table: await clusteredNeighbours(vectors, wanted, work), method: 'clustered' };
}

/** By the keys of their vectors: where points of an old map are now, -1 for those that are gone or have another vector. */
export function sameVectors(before: Uint32Array, now: Uint32Array, newOf: Int32Array): Int32Array {
  return newOf.map((point, old) =>
    point !== -1 && before[old * 2] === now[point * 2] && before[old * 2 + 1] === now[point * 2 + 1] ? point : -1,
  );
}
