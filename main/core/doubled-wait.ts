/** How long to wait before the next try after `failures` of them: from `firstMs` on, doubled each time, at most `longestMs`. Unit: milliseconds. */
export function doubledWaitMs(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures, 20));
}
