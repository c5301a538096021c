/** Between two questions at least, when they are answered at once: a key that is held down repeats faster than anybody reads, and browsers limit how often an address changes. Unit: ms. */
export const leastGapMs = 60;
/** A question that takes longer than this does not hold back the next one, which cancels it. Unit: ms. */
export const patienceMs = 300;

/**
 * How long the newest words wait before they are asked for: not at all where nothing is under way, so that the first key is answered at once;
 * else until the answer is there, which asks again, or patience ends. Unit: ms.
 */
export function waitBeforeSending(now: number, lastSentAt: number, isAnswering: boolean): number {
  const since = now - lastSentAt;
  return Math.max(0, (isAnswering ? patienceMs : leastGapMs) - since);
}
