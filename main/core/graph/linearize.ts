/** Most classes of one inheritance graph that are followed. */
const mostClasses = 300;

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
  const merged = waiting.length >= mostClasses ? null : merge(start, keyOf, bases, new Map());
  if (merged === null) return { order: breadthFirst, sure: 1 };
  // An unknown base may be anywhere behind the class that names it.
  const unsure = merged.findIndex((one) => bases.get(keyOf(one))?.includes(null) ?? true);
  return { order: merged, sure: unsure === -1 ? merged.length : unsure + 1 };
}

function merge<Class>(
  one: Class,
  keyOf: (one: Class) => string,
  bases: ReadonlyMap<string, readonly (Class | null)[]>,
  done: Map<string, Class[] | null>,
): Class[] | null {
  const key = keyOf(one);
  const known = done.get(key);
  // In progress counts as no answer: a class cannot be its own base.
  if (known !== undefined) return known;
  done.set(key, null);
  const direct = (bases.get(key) ?? []).filter((base) => base !== null);
  const lists: Class[][] = [];
  for (const base of direct) {
    const order = merge(base, keyOf, bases, done);
    if (order === null) return null;
    lists.push([...order]);
  }
  lists.push([...direct]);
  const result = [one];
  for (;;) {
    const open = lists.filter((list) => list.length > 0);
    if (open.length === 0) break;
    const next = open
      .map((list) => list[0]!)
      .find((head) => open.every((list) => !list.slice(1).some((other) => keyOf(other) === keyOf(head))));
    if (next === undefined) return null;
    result.push(next);
    for (const list of lists) if (list.length > 0 && keyOf(list[0]!) === keyOf(next)) list.shift();
  }
  done.set(key, result);
  return result;
}
