/** Processor time of one call, which other programs on a busy machine do not lengthen much. Unit: milliseconds. */
function cpuMs(work: () => unknown): number {
  const since = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Below this, what a clock says is noise. Unit: milliseconds. */
const leastMs = 1;
const doublings = 3;

/**
 * The power of the size that the time of some work grows with, looked at over three doublings up to `size`: about 1 where it is
 * linear, about 2 where it is quadratic. Says nothing about speed, so a slow machine gives the same answer. Work that is
 * certainly not linear is not waited for.
 */
export function growthOf<Input>(make: (size: number) => Input, size: number, work: (input: Input) => unknown): number {
  // The best of a few runs: the compiler warms up in the first.
  const best = (input: Input): number => Math.max(leastMs, Math.min(...[1, 2, 3].map(() => cpuMs(() => work(input)))));
  const first = best(make(size / 2 ** doublings));
  let growth = 0;
  for (let doubled = 1; doubled <= doublings; doubled += 1) {
    growth = Math.log2(best(make(size / 2 ** (doublings - doubled))) / first) / doubled;
    if (doubled > 1 && growth > mostLinear) break;
  }
  return growth;
}

/** Halfway between linear and quadratic. */
export const mostLinear = 1.5;
