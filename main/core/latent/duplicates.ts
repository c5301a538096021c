import type { NeighbourTable } from './neighbour-table.ts';

export interface DuplicateGroup {
  points: number[];
  /** The point most alike to all others of the group. */
  keep: number;
  greatestDistance: number;
}

/**
 * Groups of chunks that say nearly the same: linked by true distances up to the threshold, at 0 of the same vectors. `shareText` tells of two chunks that are alike because they
 * are windows of the same lines. Largest group first.
 */
export function nearDuplicates(
  table: NeighbourTable,
  threshold: number,
  shareText: (point: number, other: number) => boolean,
): DuplicateGroup[] {
  const parent = Int32Array.from({ length: table.points }, (_, point) => point);
  const root = (point: number): number => {
    let at = point;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const links: { point: number; other: number; distance: number }[] = [];
  for (let point = 0; point < table.points; point += 1)
    for (let at = point * table.k; at < (point + 1) * table.k; at += 1) {
      const distance = table.distances[at]!;
      if (distance > threshold) break;
      const other = table.indices[at]!;
      if (other === -1 || shareText(point, other)) continue;
      links.push({ point, other, distance });
      const [low, high] = [root(point), root(other)].sort((a, b) => a - b) as [number, number];
      parent[high] = low;
    }
  const groups = new Map<number, DuplicateGroup & { closeness: Map<number, number> }>();
  for (const { point, other, distance } of links) {
    const of = root(point);
    let group = groups.get(of);
    if (!group) groups.set(of, (group = { points: [], keep: of, greatestDistance: 0, closeness: new Map() }));
    group.greatestDistance = Math.max(group.greatestDistance, distance);
    for (const end of [point, other]) group.closeness.set(end, (group.closeness.get(end) ?? 0) + threshold - distance);
  }
  return [...groups.values()]
    .map(({ closeness, greatestDistance }) => {
      const points = [...closeness.keys()].sort((a, b) => a - b);
      const keep = points.reduce((best, point) => (closeness.get(point)! > closeness.get(best)! ? point : best));
      return { points, keep, greatestDistance };
    })
    .sort((a, b) => b.points.length - a.points.length || a.points[0]! - b.points[0]!);
}
