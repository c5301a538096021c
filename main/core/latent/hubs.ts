import type { NeighbourTable } from './neighbour-table.ts';

/** How far beyond the upper quartile a distance is unusual, in spans between the quartiles. */
const unusualSpans = 3;

/** For each point in how many others' lists of neighbours it stands, counted over the first `k`. */
export function occurrencesOf(table: NeighbourTable, k: number = table.k): Uint32Array {
  const occurrences = new Uint32Array(table.points);
  const counted = Math.min(k, table.k);
  for (let point = 0; point < table.points; point += 1)
    for (let at = point * table.k; at < point * table.k + counted; at += 1) {
      const other = table.indices[at]!;
      if (other !== -1) occurrences[other]! += 1;
    }
  return occurrences;
}

/** Distance of each point's nearest neighbour; Infinity for one without any. */
export function nearestDistances(table: NeighbourTable): Float32Array {
  return Float32Array.from({ length: table.points }, (_, point) =>
    table.k === 0 ? Infinity : table.distances[point * table.k]!,
  );
}

/** Points whose nearest neighbour is unusually far, the farthest first. */
export function isolatedPoints(nearest: Float32Array): Uint32Array {
  const sorted = nearest.slice().sort();
  const quartile = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const limit = quartile(0.75) + unusualSpans * (quartile(0.75) - quartile(0.25));
  const found: number[] = [];
  nearest.forEach((distance, point) => {
    if (distance > limit) found.push(point);
  });
  return Uint32Array.from(found.sort((a, b) => nearest[b]! - nearest[a]! || a - b));
}

/** Gini coefficient of counts: 0 where all are equal, near 1 where one has everything. */
export function giniOf(counts: Uint32Array): number {
  const sorted = counts.slice().sort();
  let weighted = 0;
  let sum = 0;
  sorted.forEach((count, place) => {
    weighted += count * (place + 1);
    sum += count;
  });
  return sum === 0 ? 0 : (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}

/** Points that stand in most lists, most first. */
export function greatestHubs(occurrences: Uint32Array, limit: number): { point: number; occurrences: number }[] {
  return Array.from(occurrences, (count, point) => ({ point, occurrences: count }))
    .filter((entry) => entry.occurrences > 0)
    .sort((a, b) => b.occurrences - a.occurrences || a.point - b.point)
    .slice(0, limit);
}
