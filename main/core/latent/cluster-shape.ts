/** Points that stand for a cluster. */
const medoidsEach = 3;

export interface ClusterShape {
  points: number;
  /** A point of the map. */
  centre: [number, number, number];
  medoids: number[];
}

/**
 * Size, middle and representatives of each cluster. The middle is the median of each axis, which a few strays do not move; representatives
 * are those who stand in most lists of neighbours.
 */
export function clusterShapes(
  cluster: ArrayLike<number>,
  clusters: number,
  places: Float32Array,
  occurrences: Uint32Array,
): ClusterShape[] {
  const members = Array.from({ length: clusters }, (): number[] => []);
  for (let point = 0; point < cluster.length; point += 1) members[cluster[point]!]!.push(point);
  return members.map((points) => {
    const median = (axis: number): number => {
      const sorted = Float32Array.from(points, (point) => places[point * 3 + axis]!).sort();
      return sorted[sorted.length >> 1] ?? 0;
    };
    const medoids = [...points].sort((a, b) => occurrences[b]! - occurrences[a]! || a - b).slice(0, medoidsEach);
    return { points: points.length, centre: [median(0), median(1), median(2)], medoids };
  });
}
