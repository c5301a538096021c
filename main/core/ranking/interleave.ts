import type { Scored } from './candidate.ts';

/** One list from the lists of several concepts: first hits first, each chunk once, at its best place. */
export function interleave(lists: readonly (readonly Scored[])[]): Scored[] {
  const seen = new Set<string>();
  const merged: Scored[] = [];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let place = 0; place < longest; place += 1) {
    for (const list of lists) {
      const item = list[place];
      if (!item || seen.has(item.candidate.chunkId)) continue;
      seen.add(item.candidate.chunkId);
      merged.push(item);
    }
  }
  return merged;
}
