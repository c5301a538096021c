/** Whole seconds to wait, as people count down: never 0 while there is something left, never below 0. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000));
}
