import { isDelimiterRow, type Block } from './blocks.ts';
import { fenceTokens, headingTokens, pieceTokens, wordRunTokens } from './limits.ts';
import type { Measure } from './measure.ts';
import type { Section, SectionGroup } from './sections.ts';
import { splitSentences, splitWords, type TextLine } from './split-text.ts';

/** What windows are filled with: never cut again. Only a whole fence may be larger than `pieceTokens`. */
export interface Piece {
  lines: TextLine[];
  cost: number;
  /** What stands between the piece before and this one, where both are in one window. */
  glue: '\n\n' | '\n' | ' ' | '';
  /** head, label: a heading or a line that names what follows, to which they belong. part: of a cut fence or table, complete in itself. */
  role: 'head' | 'label' | 'text' | 'table' | 'fence' | 'part';
  section: Section;
  /** Original lines that the piece stands for; a repeated table header is not among them. */
  first: number;
  last: number;
}

/** The pieces of a group of sections, in order; `whole` leaves every block uncut. */
export function piecesOf(group: SectionGroup, measure: Measure, whole: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const section of group.sections) {
    for (const [index, block] of section.blocks.entries()) {
      for (const piece of piecesOfBlock(block, section, section.costs[index]!, measure, whole)) pieces.push(piece);
    }
  }
  return pieces;
}

function piecesOfBlock(block: Block, section: Section, cost: number, measure: Measure, whole: boolean): Piece[] {
  const { lines, glue } = block;
  if (block.kind === 'fence') {
    if (whole || cost <= fenceTokens - headingTokens) return [makePiece(lines, cost, glue, 'fence', section)];
    return fenceParts(lines, section, measure);
  }
  const names = block.kind === 'heading' ? 'head' : block.kind === 'label' ? 'label' : null;
  if (whole || cost <= pieceTokens) {
    return [
      makePiece(
        lines,
        cost,
        glue,
        names !== null && cost <= headingTokens ? names : block.kind === 'table' ? 'table' : 'text',
        section,
      ),
    ];
  }
  if (block.kind === 'table') {
    const parts = tableParts(lines, glue, section, measure);
    if (parts !== null) return parts;
  }
  const pieces: Piece[] = [];
  const parts =
    block.kind === 'verbatim' || block.kind === 'table'
      ? lines.map((line) => ({ lines: [line as TextLine], glue: '\n' as const }))
      : splitSentences(lines);
  for (const part of parts) {
    const partCost = costOf(part.lines, measure);
    const partGlue = pieces.length === 0 ? glue : part.glue;
    if (partCost <= pieceTokens) {
      pieces.push(makePiece(part.lines, partCost, partGlue, 'text', section));
      continue;
    }
    for (const [index, run] of splitWords(part.lines, measure, wordRunTokens).entries()) {
      pieces.push(makePiece(run.lines, run.cost, index === 0 ? partGlue : run.glue, 'text', section));
    }
  }
  return pieces;
}

/** A fence beyond every limit, cut at lines; each part opens and closes it anew. */
function fenceParts(lines: readonly TextLine[], section: Section, measure: Measure): Piece[] {
  const last = lines.at(-1)!;
  let open = lines[0]!;
  if (measure(open.text) > headingTokens) open = { ...open, text: /^[^`~]{0,100}(?:`+|~+)/.exec(open.text)![0].slice(0, 200) };
  // Thousands of backticks are no fence worth repeating either.
  const frame = Math.min(measure(open.text) + measure(last.text), headingTokens);
  const rows: { line: TextLine; cost: number }[] = [];
  for (const line of lines.slice(1, -1)) {
    const cost = measure(line.text);
    if (cost <= pieceTokens - frame) rows.push({ line, cost });
    else for (const run of splitWords([line], measure, wordRunTokens)) rows.push({ line: run.lines[0]!, cost: run.cost });
  }
  return frameParts(rows, [open], [last], frame, '\n\n', section);
}

/** A table cut at rows, each part with the header; null where the header is too large to be repeated. */
function tableParts(lines: readonly TextLine[], glue: Piece['glue'], section: Section, measure: Measure): Piece[] | null {
  const headed = lines[1] !== undefined && isDelimiterRow(lines[1].text);
  const header = headed ? lines.slice(0, 2) : [];
  const frame = costOf(header, measure);
  if (frame > pieceTokens / 2) return null;
  const rows: { line: TextLine; cost: number }[] = [];
  for (const line of lines.slice(header.length)) {
    const cost = measure(line.text);
    if (cost <= pieceTokens - frame) rows.push({ line, cost });
    else for (const run of splitWords([line], measure, wordRunTokens)) rows.push({ line: run.lines[0]!, cost: run.cost });
  }
  return frameParts(rows, header, [], frame, glue, section);
}

/** Packs rows evenly into parts of at most `pieceTokens`, each between the same first and last lines. */
function frameParts(
  rows: readonly { line: TextLine; cost: number }[],
  before: readonly TextLine[],
  after: readonly TextLine[],
  frame: number,
  glue: Piece['glue'],
  section: Section,
): Piece[] {
  let left = rows.reduce((sum, row) => sum + row.cost, 0);
  const room = pieceTokens - frame;
  // An even share of what is left, so that the last part is no remainder of a few rows.
  const share = (): number => left / Math.max(1, Math.ceil(left / room));
  let target = share();
  const pieces: Piece[] = [];
  let taken: TextLine[] = [];
  let cost = 0;
  const close = (): void => {
    if (taken.length === 0) return;
    const piece = makePiece([...before, ...taken, ...after], cost + frame, pieces.length === 0 ? glue : '\n\n', 'part', section);
    piece.first = pieces.length === 0 && before.length > 0 ? before[0]!.first : taken[0]!.first;
    piece.last = taken.at(-1)!.last;
    pieces.push(piece);
    left -= cost;
    target = share();
    taken = [];
    cost = 0;
  };
  for (const row of rows) {
    // An empty line is a good place to cut code; else where the part is full or has its share.
    if (cost + row.cost > room || cost >= target || (cost >= 0.75 * target && row.line.text === '')) close();
    taken.push(row.line);
    cost += row.cost;
  }
  close();
  const end = pieces.at(-1);
  if (end !== undefined && after.length > 0) end.last = Math.max(end.last, after.at(-1)!.last);
  return pieces;
}

function makePiece(lines: readonly TextLine[], cost: number, glue: Piece['glue'], role: Piece['role'], section: Section): Piece {
  return { lines: [...lines], cost, glue, role, section, first: lines[0]!.first, last: lines.at(-1)!.last };
}

function costOf(lines: readonly TextLine[], measure: Measure): number {
  let cost = 0;
  for (const line of lines) cost += measure(line.text);
  return cost;
}

/** The last sentences, else words, of a piece that fit into `limit`, as a piece of their own; null where none does. */
export function tailOf(piece: Piece, measure: Measure, limit: number): Piece | null {
  const sentences = splitSentences(piece.lines);
  const lastCost = costOf(sentences.at(-1)!.lines, measure);
  const parts = lastCost <= limit ? sentences : splitWords(sentences.at(-1)!.lines, measure, Math.ceil(limit / 4));
  let cost = 0;
  let start = parts.length;
  while (start > 0) {
    const next = costOf(parts[start - 1]!.lines, measure);
    if (cost + next > limit) break;
    cost += next;
    start -= 1;
  }
  if (start === parts.length) return null;
  const lines: TextLine[] = [];
  for (const part of parts.slice(start)) {
    const before = lines.at(-1);
    if (before === undefined || part.glue === '\n') for (const line of part.lines) lines.push({ ...line });
    else {
      before.text += part.glue + part.lines[0]!.text;
      before.last = part.lines[0]!.last;
      for (const line of part.lines.slice(1)) lines.push({ ...line });
    }
  }
  return makePiece(lines, cost, '\n\n', 'text', piece.section);
}

/** True for a piece that is no text of its own but names the next one. */
export function isLead(piece: Piece): boolean {
  return piece.role === 'head' || piece.role === 'label';
}
