import { definitionAt } from '../definitions.ts';
import type { Definition, DefinitionTable } from '../definitions.ts';
import type { LineTokens } from '../line-tokens.ts';
import type { SyntaxSnapshot } from '../syntax-snapshot.ts';
import type { TextLines } from '../text-lines.ts';

/** A run of lines that windows are packed from: a definition, a statement, a comment, or a part of one that is too large. */
export interface Unit {
  start: number;
  end: number;
  tokens: number;
  /** Licence and imports: no window consists of them alone. */
  filler: boolean;
  /** Set when the unit is one whole definition. */
  kind: 'class' | 'function' | null;
  /** Qualified name of the definition that the unit is or lies in. */
  symbol: string | null;
  /** Start line of the definition that had to be cut to get this unit; 0 for whole units. Parts are packed only with their like. */
  group: number;
  /** Node that defines it, inside its wrappers; -1 when it is no definition. */
  definition: number;
  /** Node to cut at when the unit is too large; -1 when there are only lines. */
  node: number;
}

/** What units are made from. */
export interface UnitSource {
  lines: TextLines;
  tokens: LineTokens;
  snapshot: SyntaxSnapshot | null;
  definitions: DefinitionTable | null;
  /** Last line of the licence header. */
  licenceEnd: number;
}

interface Mark {
  start: number;
  end: number;
  node: number;
  definition: Definition | null;
  filler: boolean;
  comment: boolean;
}

/** Partition of the file: every line behind the licence header is in exactly one unit. */
export function topUnits(source: UnitSource): Unit[] {
  const { snapshot, definitions, lines } = source;
  const first = source.licenceEnd + 1;
  if (first > lines.count) return [];
  if (snapshot === null || definitions === null) return paragraphUnits(source, first, lines.count);
  return partition(source, marksOf(source, snapshot, definitions, 0, true), first, lines.count, null, 0, 0);
}

/** Cuts a unit at its syntax node's children, else at its lines. */
export function splitUnit(source: UnitSource, unit: Unit): Unit[] {
  const { snapshot, definitions } = source;
  const group = unit.group === 0 ? unit.start : unit.group;
  let node = unit.node;
  while (snapshot !== null && definitions !== null && node >= 0) {
    const marks = marksOf(source, snapshot, definitions, node, false).filter(
      (mark) => mark.end >= unit.start && mark.start <= unit.end,
    );
    // A node whose only child fills it (a block in a wrapper) is no place to cut; its child may be.
    const [only] = marks;
    if (only === undefined) break;
    const units = partition(source, marks, unit.start, unit.end, unit.symbol, group, node, unit.definition);
    if (units.length > 1) return units;
    node = only.node;
  }
  const units: Unit[] = [];
  for (let line = unit.start; line <= unit.end; line += 1)
    units.push(makeUnit(source, line, line, { symbol: unit.symbol, group, filler: unit.filler }));
  return units;
}

function makeUnit(source: UnitSource, start: number, end: number, given: Partial<Unit>): Unit {
  return {
    start,
    end,
    tokens: source.tokens.between(start, end),
    filler: false,
    kind: null,
    symbol: null,
    group: 0,
    definition: -1,
    node: -1,
    ...given,
  };
}

/** Children of a node as line ranges, in order; those that begin on a line already taken are joined to the one before. */
function marksOf(
  source: UnitSource,
  snapshot: SyntaxSnapshot,
  definitions: DefinitionTable,
  container: number,
  top: boolean,
): Mark[] {
  const { lines } = source;
  const marks: Mark[] = [];
  const last = snapshot.last(container);
  let node = container + 1;
  while (node <= last) {
    const kind = snapshot.kind(node);
    const definition = definitionOf(snapshot, node, definitions);
    if (definition === null && definitions.containers.has(kind) && snapshot.last(node) > node) {
      node += 1;
      continue;
    }
    const end = snapshot.end(node);
    const start = snapshot.start(node);
    if (end > start) {
      const text = snapshot.text.slice(start, end).trimEnd();
      const mark: Mark = {
        start: lines.lineAt(start),
        end: lines.lineAt(start + Math.max(0, text.length - 1)),
        node,
        definition,
        filler:
          top &&
          // What the parser skipped to arrive at an import is no import.
          !snapshot.broken(node) &&
          (definitions.imports.has(kind) || (kind === 'expression_statement' && /^["']use \w+["'];?$/.test(text))),
        comment: kind === 'comment' || kind === 'line_comment' || kind === 'block_comment',
      };
      const before = marks.at(-1);
      if (before !== undefined && mark.start <= before.end) {
        // `class Big {` and its body share a line: keep the larger node, which is the one to cut further.
        if (mark.end > before.end) {
          before.end = mark.end;
          before.node = mark.node;
          before.definition ??= mark.definition;
        }
        before.filler &&= mark.filler;
        before.comment &&= mark.comment;
      } else marks.push(mark);
    }
    node = snapshot.last(node) + 1;
  }
  return marks;
}

/** The definition at a node, seen through decorators and `export`. */
function definitionOf(snapshot: SyntaxSnapshot, node: number, definitions: DefinitionTable): Definition | null {
  let candidates = [node];
  for (let depth = 0; depth < 3 && candidates.length > 0; depth += 1) {
    for (const candidate of candidates) {
      const found = definitionAt(snapshot, candidate, definitions);
      if (found !== null) return found;
    }
    candidates = candidates
      .filter((candidate) => definitions.wrappers.has(snapshot.kind(candidate)))
      .flatMap((candidate) => snapshot.children(candidate));
  }
  return null;
}

function partition(
  source: UnitSource,
  marks: readonly Mark[],
  first: number,
  last: number,
  outer: string | null,
  group: number,
  parent: number,
  own = -1,
): Unit[] {
  const { lines } = source;
  const units: Unit[] = [];
  const kept = marks.filter((mark) => mark.end >= first && mark.start <= last);
  let from = first;
  for (const [index, mark] of kept.entries()) {
    const next = kept[index + 1];
    // A comment right above a definition belongs to it.
    if (mark.comment && next !== undefined && next.definition !== null && next.start === mark.end + 1) continue;
    let to = next === undefined ? last : Math.max(mark.end, next.start - 1);
    if (next !== undefined) {
      const above = commentsAbove(kept, index + 1);
      if (above !== null) to = Math.max(mark.end, above - 1);
    }
    to = Math.min(to, last);
    if (to < from) continue;
    // A decorated definition that is cut meets itself inside its wrapper.
    const definition = mark.definition?.node === own ? null : mark.definition;
    const name = definition?.name ?? '';
    const symbol = name === '' ? outer : outer === null ? name : `${outer}.${name}`;
    units.push(
      makeUnit(source, from, to, {
        filler: mark.filler,
        kind: definition?.kind ?? null,
        definition: mark.definition?.node ?? -1,
        symbol,
        group,
        node: mark.node,
      }),
    );
    from = to + 1;
  }
  if (from <= last && !isBlankRange(lines, from, last))
    units.push(makeUnit(source, from, last, { symbol: outer, group, node: parent === 0 ? -1 : parent }));
  return units;
}

/** First line of the comments that stand directly above the definition `marks[index]`; null when there are none. */
function commentsAbove(marks: readonly Mark[], index: number): number | null {
  const first = marks[index];
  if (!first?.comment) return null;
  let at = index;
  let below: Mark | undefined = first;
  while (below?.comment && marks[at + 1]?.start === below.end + 1) {
    at += 1;
    below = marks[at];
  }
  return below !== undefined && below.definition !== null && !below.comment ? first.start : null;
}

function isBlankRange(lines: TextLines, start: number, end: number): boolean {
  for (let line = start; line <= end; line += 1) if (!lines.isBlank(line)) return false;
  return true;
}

const importLine =
  /^\s*(import\b|from\s+\S+\s+import\b|export\s.*\bfrom\b|#include\b|#import\b|using\s+[\w.]+;|use\s+[\w:{]+|package\s+[\w.]+;?$|require\b|@import\b)/;

/** Paragraphs of a text without a tree. */
function paragraphUnits(source: UnitSource, first: number, last: number): Unit[] {
  const { lines } = source;
  const units: Unit[] = [];
  let from = first;
  for (let line = first; line <= last; line += 1) {
    const ends = line === last || (lines.isBlank(line) && !lines.isBlank(line + 1));
    if (!ends) continue;
    const texts = lines.slice(from, line).filter((text) => text.trim() !== '');
    if (texts.length > 0) units.push(makeUnit(source, from, line, { filler: texts.every((text) => importLine.test(text)) }));
    from = line + 1;
  }
  return units;
}
