/** First wait after a loss, doubled with each failure. */
const shortestWaitMs = 250;
const longestWaitMs = 10_000;

/**
 * How long to wait before attempt `attempt` (from 1) to connect again: between half and all of the doubled wait, so that windows that
 * lost the same service do not come back all at once. Unit: milliseconds.
 */
export function backOffMs(attempt: number, random: number): number {
  const full = Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.min(attempt - 1, 30));
  return full / 2 + (full / 2) * random;
}
