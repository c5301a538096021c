/** A page that crashes more often than this within the time is not shown again without asking. */
const mostReloads = 3;
const withinMs = 60_000;

/** What to do about a page whose process ended, after those at `earlier` (milliseconds, any zero). */
export function afterPageCrash(reason: string, earlier: readonly number[], now: number): 'ignore' | 'reload' | 'ask' {
  if (reason === 'clean-exit') return 'ignore';
  return earlier.filter((time) => now - time < withinMs).length < mostReloads ? 'reload' : 'ask';
}
