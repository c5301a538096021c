import { setTimeout as wait } from 'node:timers/promises';

/** How often is looked at most. Unit: milliseconds. */
const longestPauseMs = 10_000;

/** Resolves when nothing was in use for a time, or when the signal fires. `isUsed` is asked again and again. */
export async function untilIdle(isUsed: () => boolean | Promise<boolean>, idleMs: number, signal: AbortSignal): Promise<void> {
  const pauseMs = Math.min(longestPauseMs, idleMs / 4);
  let usedAt = performance.now();
  while (!signal.aborted) {
    if (await isUsed()) usedAt = performance.now();
    else if (performance.now() - usedAt >= idleMs) return;
    await wait(pauseMs, undefined, { signal }).catch(() => {});
  }
}
