/**
 * Discounted cumulative gain with gain 2^grade − 1 and discount log2(rank + 1), over the ideal order of all targets
 * (Järvelin and Kekäläinen 2002, in the form of Burges et al. 2005). `ranks` holds each target's place, 1 = best, null = not found.
 */
export function normalisedGain(targets: readonly { grade: number; rank: number | null }[], depth: number): number {
  const gain = (grade: number, rank: number): number => (2 ** grade - 1) / Math.log2(rank + 1);
  const ideal = targets
    .map((target) => target.grade)
    .sort((a, b) => b - a)
    .slice(0, depth)
    .reduce((sum, grade, place) => sum + gain(grade, place + 1), 0);
  if (ideal === 0) return 0;
  const reached = targets.reduce((sum, { grade, rank }) => (rank !== null && rank <= depth ? sum + gain(grade, rank) : sum), 0);
  return reached / ideal;
}

/** Share of the targets among the first `depth`. */
export function recallAt(targets: readonly { rank: number | null }[], depth: number): number {
  if (targets.length === 0) return 0;
  return targets.filter(({ rank }) => rank !== null && rank <= depth).length / targets.length;
}

/** One over the best target's place, 0 when none is among the first `depth`. */
export function reciprocalRank(targets: readonly { rank: number | null }[], depth: number): number {
  const best = Math.min(...targets.map(({ rank }) => rank ?? Infinity));
  return best <= depth ? 1 / best : 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which a share of the sorted values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}
