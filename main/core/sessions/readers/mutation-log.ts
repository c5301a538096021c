import { listOf, type JsonObject } from '../text/json-values.ts';

const forbidden: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype']);
/** Largest list that a mutation may reach into: a hostile index must not make one of millions of holes. */
const longestList = 1_000_000;

/** Whether a record is a line of a log of changes: the whole at first (0), then something set (1), added to a list (2) or taken out (3). */
export function isMutation(value: JsonObject): boolean {
  const { kind, k, v } = value;
  if (kind === 0) return typeof v === 'object' && v !== null && 'requests' in v;
  return (kind === 1 || kind === 2 || kind === 3) && Array.isArray(k);
}

/** Applies one line of the log to what the lines before it made, and returns what it is then. False: it reaches where nothing is. */
export function applyMutation(document: JsonObject, { kind, k, v, i }: JsonObject): boolean {
  const path = listOf(k);
  const last = path.at(-1);
  if (last === undefined || path.some((step) => forbidden.has(step))) return false;
  let at: unknown = document;
  for (const step of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step as string)) return false;
    at = (at as Record<string, unknown>)[step as string];
  }
  if (typeof at !== 'object' || at === null) return false;
  if (
    Array.isArray(at) &&
    (typeof last !== 'number' || !Number.isInteger(last) || last < 0 || last > Math.min(at.length, longestList))
  )
    return false;
  const holder = at as Record<string, unknown>;
  const key = last as string;
  if (kind === 1) holder[key] = v;
  else if (kind === 3) delete holder[key];
  else {
    const list = Array.isArray(holder[key]) ? (holder[key] as unknown[]) : [];
    // What stands from `i` on is replaced.
    if (typeof i === 'number' && i >= 0 && i < list.length) list.length = Math.floor(i);
    for (const item of listOf(v)) list.push(item);
    holder[key] = list;
  }
  return true;
}
