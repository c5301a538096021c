import { compareRows, type NeighbourWork } from './exact-neighbours.ts';
import { emptyNeighbours, type NeighbourTable } from './neighbour-table.ts';
import type { SimilaritySearch } from './similarity-search.ts';

export interface Grouping {
  /** Points that one group has on average. */
  groupSize: number;
  /** Candidates that the points of a group are compared with. */
  candidates: number;
}

const usualGrouping: Grouping = { groupSize: 400, candidates: 12_000 };
const centreRounds = 3;
const queriesAtOnce = 4_096;

/**
 * Nearly all true neighbours for a part of the comparisons: points are grouped around centres, and those of a group are compared with the
 * groups whose centres are nearest to theirs. The first points serve as first centres, so their order must have nothing to do with their place.
 */
export async function clusteredNeighbours(
  vectors: Float32Array,
  wanted: number,
  { search, onShare }: NeighbourWork,
  { groupSize, candidates: wantedCandidates }: Grouping = usualGrouping,
): Promise<NeighbourTable> {
  const { dimension } = search;
  const points = vectors.length / dimension;
  const table = emptyNeighbours(points, wanted);
  const groups = Math.max(1, Math.round(points / groupSize));
  let centres = vectors.slice(0, groups * dimension);
  let assigned = new Int32Array(points);
  for (let round = 0; round <= centreRounds; round += 1) {
    onShare?.(0);
    assigned = await nearestCentres(vectors, centres, search);
    if (round < centreRounds) centres = meansOf(vectors, assigned, centres, dimension);
  }
  const members = membersOf(assigned, groups);
  const near = await search.top(centres, centres, groups);
  for (let group = 0; group < groups; group += 1) {
    const candidates: Int32Array[] = [];
    let count = 0;
    for (let place = 0; place < near.k && count < wantedCandidates; place += 1) {
      const other = members[near.indices[group * near.k + place]!]!;
      candidates.push(other);
      count += other.length;
    }
    if (members[group]!.length > 0) await compareRows(table, vectors, members[group]!, joined(candidates, count), { search });
    onShare?.((group + 1) / groups);
  }
  return table;
}

async function nearestCentres(
  vectors: Float32Array,
  centres: Float32Array,
  search: SimilaritySearch,
): Promise<Int32Array<ArrayBuffer>> {
  const points = vectors.length / search.dimension;
  const assigned = new Int32Array(points);
  for (let start = 0; start < points; start += queriesAtOnce) {
    const end = Math.min(points, start + queriesAtOnce);
    const queries = vectors.subarray(start * search.dimension, end * search.dimension);
    assigned.set((await search.top(queries, centres, 1)).indices, start);
  }
  return assigned;
}

/** Unit vectors in the middle of each group; an empty group keeps its centre. */
function meansOf(
  vectors: Float32Array,
  assigned: Int32Array,
  centres: Float32Array,
  dimension: number,
): Float32Array<ArrayBuffer> {
  const means = new Float32Array(centres.length);
  for (let point = 0; point < assigned.length; point += 1)
    for (let axis = 0; axis < dimension; axis += 1)
      means[assigned[point]! * dimension + axis]! += vectors[point * dimension + axis]!;
  for (let start = 0; start < means.length; start += dimension) {
    const length = Math.hypot(...means.subarray(start, start + dimension));
    for (let at = start; at < start + dimension; at += 1) means[at] = length > 0 ? means[at]! / length : centres[at]!;
  }
  return means;
}

function membersOf(assigned: Int32Array, groups: number): Int32Array[] {
  const sizes = new Int32Array(groups);
  for (const group of assigned) sizes[group]! += 1;
  const members = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  assigned.forEach((group, point) => (members[group]![sizes[group]!++] = point));
  return members;
}

function joined(parts: readonly Int32Array[], length: number): Int32Array {
  const whole = new Int32Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Share of `truth`'s neighbours that `table` has: what an inexact search loses. */
export function recallOf(table: NeighbourTable, truth: NeighbourTable): number {
  let found = 0;
  for (let point = 0; point < truth.points; point += 1) {
    const has = new Set(table.indices.subarray(point * table.k, (point + 1) * table.k));
    for (let at = point * truth.k; at < (point + 1) * truth.k; at += 1) if (has.has(truth.indices[at]!)) found += 1;
  }
  return truth.indices.length === 0 ? 1 : found / truth.indices.length;
}
