/** The nearest chunks of each chunk, nearest first; equal distances by index. Never itself. */
export interface NeighbourTable {
  points: number;
  /** Neighbours per point: fewer than asked for only where there are not so many points. */
  k: number;
  /** `points × k`; -1 where none was found. */
  indices: Int32Array;
  /** Cosine distances, 0 to 2, beside the indices; Infinity beside -1. */
  distances: Float32Array;
}

/** Distances of unit vectors below this are rounding: the texts are the same. */
const roundingDistance = 1e-6;

export function emptyNeighbours(points: number, wanted: number): NeighbourTable {
  const k = Math.max(0, Math.min(wanted, points - 1));
  return { points, k, indices: new Int32Array(points * k).fill(-1), distances: new Float32Array(points * k).fill(Infinity) };
}

/** Cosine distance of two unit vectors with this dot product. */
export function distanceOf(similarity: number): number {
  const distance = 1 - similarity;
  return distance < roundingDistance ? 0 : distance;
}

/** Puts `other` where it belongs among the neighbours of `point`, if it is near enough and not there yet. */
export function offerNeighbour(table: NeighbourTable, point: number, other: number, distance: number): void {
  const { k, indices, distances } = table;
  const start = point * k;
  let place = start + k - 1;
  const kept = Math.fround(distance);
  if (k === 0 || other === point || !isBefore(kept, other, distances[place]!, indices[place]!)) return;
  for (let at = start; at < start + k && indices[at]! !== -1; at += 1) if (indices[at] === other) return;
  while (place > start && isBefore(kept, other, distances[place - 1]!, indices[place - 1]!)) {
    distances[place] = distances[place - 1]!;
    indices[place] = indices[place - 1]!;
    place -= 1;
  }
  distances[place] = kept;
  indices[place] = other;
}

function isBefore(distance: number, index: number, otherDistance: number, otherIndex: number): boolean {
  if (otherIndex === -1) return true;
  return distance < otherDistance || (distance === otherDistance && index < otherIndex);
}
