/** Processor time of one call, which other programs on a busy machine lengthen less than its wall time. Unit: milliseconds. */
export function cpuMs(work: () => unknown): number {
  const since = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** What the smallest size is repeated to take; what takes less is mostly noise. Unit: milliseconds. */
const leastMs = 5;
/** So that work that takes next to no time at the smallest size does not take for ever at the largest. */
const mostRepeats = 500;
const doublings = 3;
/** A collection of garbage or another program may spoil a measurement, never make it better. */
const attempts = 4;

/** Halfway between linear and quadratic. */
export const mostLinear = 1.5;

/**
 * The power of the size that the time of some work grows with, looked at over three doublings up to `size`: about 1 where it is
 * linear, about 2 where it is quadratic. Says nothing about speed, so a slow machine gives the same answer. Work that is
 * certainly not linear is not waited for, and what looks like it is measured again: it has to look so every time.
 */
export function growthOf<Input>(make: (size: number) => Input, size: number, work: (input: Input) => unknown): number {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least > mostLinear; attempt += 1)
    least = Math.min(least, measureOnce(make, size, work));
  return least;
}

function measureOnce<Input>(make: (size: number) => Input, size: number, work: (input: Input) => unknown): number {
  const smallest = make(size / 2 ** doublings);
  let repeats = 1;
  const repeated = (input: Input): number =>
    cpuMs(() => {
      for (let time = 0; time < repeats; time += 1) work(input);
    });
  while (repeats < mostRepeats && repeated(smallest) < leastMs) repeats *= 2;
  // The better of two: the compiler warms up in the first.
  const best = (input: Input): number => Math.max(1, Math.min(repeated(input), repeated(input)));
  const first = best(smallest);
  let growth = 0;
  for (let doubled = 1; doubled <= doublings; doubled += 1) {
    growth = Math.log2(best(make(size / 2 ** (doublings - doubled))) / first) / doubled;
    if (doubled > 1 && growth > mostLinear) break;
  }
  return growth;
}
