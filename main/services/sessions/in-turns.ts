import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../../core/abort.ts';

/** How long other answers wait at most, but for the longest single step. Unit: milliseconds. */
const turnMs = 8;

/** `step` for each item, where queries are answered too: they get their turn in between. Throws `cancelled`. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  step: (item: Item) => Result,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    throwIfCancelled(signal);
    results.push(step(item));
    if (performance.now() - began < turnMs) continue;
    await setImmediate();
    began = performance.now();
  }
  return results;
}
