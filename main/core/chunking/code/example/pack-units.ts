import { cutLine } from '../line-tokens.ts';
import { splitUnit } from './units.ts';
import type { Unit, UnitSource } from './units.ts';

/** One window: lines, or a piece of a single line that is too long. */
export interface PackedWindow {
  start: number;
  end: number;
  units: Unit[];
  piece: string | null;
}

/** Tokens of imports that a window keeps in front of the code that follows, even if that code must be cut for it. */
const keptFiller = 64;
/** Code of fewer tokens does not make a window worth having when all else in it is imports. */
const thinTokens = 24;

/**
 * Packs units into windows of at most `limit` tokens. A definition starts a window unless its neighbours fit beside it whole; imports
 * go in front of the code that follows, those that do not fit are left out (chunks carry all imports as metadata).
 */
export function packUnits(source: UnitSource, units: readonly Unit[], limit: number): PackedWindow[] {
  const windows: PackedWindow[] = [];
  const waiting = units.toReversed();
  let current: Unit[] = [];

  const tokensOf = (some: readonly Unit[]): number => some.reduce((sum, unit) => sum + unit.tokens, 0);
  const substance = (some: readonly Unit[]): number => tokensOf(some.filter((unit) => !unit.filler));
  /** Imports, perhaps with a line or two of code. */
  const isHeader = (some: readonly Unit[]): boolean => some.some((unit) => unit.filler) && substance(some) < thinTokens;
  /** A line or two that announce what follows: a decorator, a comment, the head of a table. */
  const isThin = (some: readonly Unit[]): boolean =>
    some.every((unit) => unit.kind === null) && (tokensOf(some) < thinTokens || isBanner(source, some));
  const isAnnouncement = (some: readonly Unit[]): boolean => isThin(some) && some.every((unit) => unit.group === 0);
  const flush = (): void => {
    const [first] = current;
    const last = current.at(-1);
    if (first !== undefined && last !== undefined)
      windows.push({ start: first.start, end: last.end, units: current, piece: null });
    current = [];
  };
  /** Lets imports go that fit nowhere; those that still fit behind the window before (a docstring, say) join it. */
  const letGo = (dropped: Unit[]): void => joinToLast(windows.at(-1), dropped, limit);
  const dropLeadingFiller = (budget: number): void => {
    const dropped: Unit[] = [];
    while (tokensOf(current) > budget && current[0]?.filler) {
      dropped.push(current[0]);
      current = current.slice(1);
    }
    letGo(dropped);
  };

  for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
    const used = tokensOf(current);
    if (unit.tokens > limit) {
      if (unit.start === unit.end) {
        if (current.length > 0 && substance(current) === 0) {
          letGo(current);
          current = [];
        }
        flush();
        for (const piece of cutLine(source.lines.line(unit.start), source.tokens.counter, limit)) {
          windows.push({ start: unit.start, end: unit.start, units: [unit], piece });
        }
        continue;
      }
      if (!unit.filler) {
        if (isHeader(current)) dropLeadingFiller(Math.max(keptFiller, substance(current)));
        else if ((unit.group === 0 || unit.kind !== null) && !isThin(current)) flush();
      }
      waiting.push(...splitUnit(source, unit).toReversed());
      continue;
    }
    const together = current.length === 0 || used + unit.tokens <= limit;
    if (together && (mayShare(current.at(-1), unit) || isHeader(current) || isAnnouncement(current))) {
      current.push(unit);
    } else if (isHeader(current)) {
      if (unit.filler) {
        // More imports than a window holds: the nearest to the code stay.
        dropLeadingFiller(Math.max(0, limit - unit.tokens));
        if (tokensOf(current) + unit.tokens > limit) flush();
        current.push(unit);
        continue;
      }
      dropLeadingFiller(Math.max(keptFiller, limit - unit.tokens, substance(current)));
      const pieces = tokensOf(current) + unit.tokens <= limit ? [unit] : splitUnit(source, unit);
      if (pieces.length > 1) waiting.push(...pieces.toReversed());
      else {
        if (tokensOf(current) + unit.tokens > limit) dropLeadingFiller(Math.max(0, limit - unit.tokens));
        if (tokensOf(current) + unit.tokens > limit) flush();
        current.push(unit);
      }
    } else if ((unit.group !== 0 || isAnnouncement(current)) && isThin(current) && unit.end > unit.start) {
      waiting.push(...splitUnit(source, unit).toReversed());
    } else {
      flush();
      current.push(unit);
    }
  }
  // Imports alone make a window only where the file has nothing else.
  if (windows.length > 0 && current.every((unit) => unit.filler)) letGo(current);
  else flush();
  return windows;
}

/** Parts of a cut definition keep to themselves, but a line or two behind them (`export default App`) may join; whole units share. */
function mayShare(before: Unit | undefined, unit: Unit): boolean {
  return before === undefined || before.group === unit.group || (unit.kind === null && unit.tokens < thinTokens);
}

/** Adds units to a window's end as long as they fit. */
function joinToLast(window: PackedWindow | undefined, rest: readonly Unit[], limit: number): void {
  if (window === undefined || window.piece !== null) return;
  let used = window.units.reduce((sum, unit) => sum + unit.tokens, 0);
  for (const unit of rest) {
    used += unit.tokens;
    if (used > limit) return;
    window.units.push(unit);
    window.end = unit.end;
  }
}

/** Comments of few words, however many `=====` they have. */
function isBanner(source: UnitSource, units: readonly Unit[]): boolean {
  let words = 0;
  for (const unit of units) {
    for (const line of source.lines.slice(unit.start, unit.end)) {
      if (line.trim() !== '' && !/^\s*(#|\/\/|\/\*|\*|--)/.test(line)) return false;
      words += line.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
      if (words >= thinTokens) return false;
    }
  }
  return true;
}
