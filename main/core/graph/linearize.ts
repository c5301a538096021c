/** Most classes of one inheritance graph that are followed. */
const mostClasses = 100;

export interface Linearization<Class> {
  /** The class itself first. */
  order: readonly Class[];
  /** How many of the order, from its begin, surely come before any base that is not known. */
  sure: number;
}

/**
 * Python's order of method look-up (C3). `basesOf` gives null in place of a base that is not known; what comes behind it is no
 * longer sure. Where C3 has no answer (a cycle, conflicting orders, too many classes) the order is breadth first and nothing
 * behind the class itself is sure.
 */
export function linearize<Class>(
  start: Class,
  keyOf: (one: Class) => string,
  basesOf: (one: Class) => readonly (Class | null)[],
): Linearization<Class> {
  const bases = new Map<string, readonly (Class | null)[]>();
  const breadthFirst: Class[] = [];
  const waiting = [start];
  for (let at = 0; at < waiting.length && at < mostClasses; at += 1) {
    const one = waiting[at]!;
    if (bases.has(keyOf(one))) continue;
    const own = basesOf(one);
    bases.set(keyOf(one), own);
    breadthFirst.push(one);
    for (const base of own) if (base !== null) waiting.push(base);
  }
  const byKey = new Map(breadthFirst.map((one) => [keyOf(one), one]));
  const known = new Map([...bases].map(([key, own]) => [key, own.filter((base) => base !== null).map(keyOf)]));
  const merged = waiting.length >= mostClasses ? null : mergedOrder(keyOf(start), known, new Map());
  if (merged === null) return { order: breadthFirst, sure: 1 };
  // An unknown base may be anywhere behind the class that names it.
  const unsure = merged.findIndex((key) => bases.get(key)?.includes(null) ?? true);
  return { order: merged.map((key) => byKey.get(key)!), sure: unsure === -1 ? merged.length : unsure + 1 };
}

/** C3 over keys; null where there is no consistent order. */
function mergedOrder(
  key: string,
  bases: ReadonlyMap<string, readonly string[]>,
  done: Map<string, readonly string[] | null>,
): readonly string[] | null {
  const known = done.get(key);
  // In progress counts as no answer: a class cannot be its own base.
  if (known !== undefined) return known;
  done.set(key, null);
  const direct = bases.get(key) ?? [];
  const lists: { keys: readonly string[]; at: number }[] = [];
  for (const base of direct) {
    const order = mergedOrder(base, bases, done);
    if (order === null) return null;
    lists.push({ keys: order, at: 0 });
  }
  lists.push({ keys: direct, at: 0 });
  // In how many lists a key still stands behind the head: such a key must wait.
  const behind = new Map<string, number>();
  for (const { keys } of lists) for (const each of keys.slice(1)) behind.set(each, (behind.get(each) ?? 0) + 1);
  const result = [key];
  for (;;) {
    const open = lists.filter(({ keys, at }) => at < keys.length);
    if (open.length === 0) break;
    const next = open.map(({ keys, at }) => keys[at]!).find((head) => (behind.get(head) ?? 0) === 0);
    if (next === undefined) return null;
    result.push(next);
    for (const list of open) {
      if (list.keys[list.at] !== next) continue;
      list.at += 1;
      const head = list.keys[list.at];
      if (head !== undefined) behind.set(head, (behind.get(head) ?? 1) - 1);
    }
  }
  done.set(key, result);
  return result;
}
