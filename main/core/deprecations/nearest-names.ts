import { lastPart } from './entry.ts';

/** Longest name that is compared. */
const longestName = 80;

/** Names that are written like the one asked for, nearest first: few changes to the last part, or the one inside the other. */
export function nearestNames(asked: string, names: Iterable<string>, most: number): string[] {
  const wanted = lastPart(asked).toLowerCase().slice(0, longestName);
  if (wanted.length < 2) return [];
  const allowed = Math.max(1, Math.floor(wanted.length / 4));
  const signs = signsOf(wanted);
  const scored = new Map<string, number>();
  for (const name of names) {
    if (scored.has(name)) continue;
    const last = lastPart(name).toLowerCase();
    if (last.length > longestName) continue;
    const inside = wanted.length >= 5 && last.length >= 5 && (last.includes(wanted) || wanted.includes(last));
    const isFar = Math.abs(last.length - wanted.length) > allowed || differing(signs, signsOf(last)) > 2 * allowed;
    const distance = isFar ? Infinity : changes(wanted, last, allowed);
    if (distance <= allowed) scored.set(name, distance);
    else if (inside) scored.set(name, allowed + Math.abs(last.length - wanted.length) / longestName);
  }
  return [...scored]
    .sort(([nameA, a], [nameB, b]) => a - b || (nameA < nameB ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
}

/** Which letters a name has, a bit for each: names that differ in many cannot be near. */
function signsOf(name: string): number {
  let bits = 0;
  for (let index = 0; index < name.length; index += 1) bits |= 1 << (name.charCodeAt(index) & 31);
  return bits;
}

function differing(one: number, other: number): number {
  let bits = one ^ other;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** Insertions, deletions and replacements that lead from one to the other; Infinity above the limit. */
function changes(from: string, to: string, limit: number): number {
  let before = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row];
    let least = row;
    for (let column = 1; column <= to.length; column += 1) {
      const cost = before[column - 1]! + Number(from[row - 1] !== to[column - 1]);
      const value = Math.min(cost, before[column]! + 1, now[column - 1]! + 1);
      now.push(value);
      least = Math.min(least, value);
    }
    if (least > limit) return Infinity;
    before = now;
  }
  return before[to.length]!;
}
