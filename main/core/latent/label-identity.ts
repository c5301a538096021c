/** A cluster keeps the identity of an old one when at least this share of the smaller of the two is in both. */
const leastOverlap = 0.3;

/**
 * Gives each new cluster the identity of the old one that it shares most points with, each identity once; others get identities that were never used. `before` has
 * the old identity of each point, -1 for points that were not there. Without a past, clusters are numbered as they are.
 */
export function keepIdentities(
  clusters: ArrayLike<number>,
  count: number,
  before: Int32Array | null,
  nextIdentity: number,
): number[] {
  const identities: (number | null)[] = Array.from({ length: count }, () => null);
  const taken = new Set<number>();
  if (before !== null) {
    const shared = new Map<string, { cluster: number; identity: number; points: number }>();
    const sizes = new Map<number, number>();
    const clusterSizes = new Int32Array(count);
    for (let point = 0; point < before.length; point += 1) {
      const cluster = clusters[point]!;
      clusterSizes[cluster]! += 1;
      const identity = before[point]!;
      if (identity === -1) continue;
      sizes.set(identity, (sizes.get(identity) ?? 0) + 1);
      const key = `${cluster} ${identity}`;
      const entry = shared.get(key);
      if (entry) entry.points += 1;
      else shared.set(key, { cluster, identity, points: 1 });
    }
    const ranked = [...shared.values()].sort((a, b) => b.points - a.points || a.cluster - b.cluster || a.identity - b.identity);
    for (const { cluster, identity, points } of ranked) {
      if (identities[cluster] !== null || taken.has(identity)) continue;
      if (points < leastOverlap * Math.min(clusterSizes[cluster]!, sizes.get(identity)!)) continue;
      identities[cluster] = identity;
      taken.add(identity);
    }
  }
  let next = nextIdentity;
  return identities.map((identity) => identity ?? next++);
}
