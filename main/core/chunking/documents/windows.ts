import { fenceTokens, headingTokens, overlapTokens, windowTokens } from './limits.ts';
import type { Measure } from './measure.ts';
import { isLead, piecesOf, tailOf, type Piece } from './pieces.ts';
import { trailOf, type Section, type SectionGroup } from './sections.ts';

/** The text of one chunk. */
export interface Window {
  content: string;
  trail: string[];
  first: number;
  last: number;
}

/** Cuts a group of sections into windows. A group that fits is one window. */
export function windowsOf(group: SectionGroup, measure: Measure): Window[] {
  if (group.cost <= windowTokens) return [render('', [], piecesOf(group, measure, true))];
  const pieces = piecesOf(group, measure, false);
  const remaining: number[] = Array.from({ length: pieces.length + 1 }, () => 0);
  for (let index = pieces.length - 1; index >= 0; index -= 1) remaining[index] = remaining[index + 1]! + pieces[index]!.cost;
  const windows: Window[] = [];
  let before: Piece[] = [];
  for (let start = 0; start < pieces.length;) {
    const firstPiece = pieces[start]!;
    const heading = start > 0 ? repeatedHeading(pieces, start) : null;
    const lead = heading?.cost ?? 0;
    let overlap = overlapOf(before, firstPiece, measure);
    let room = windowTokens - lead;
    const overlapCost = overlap.reduce((sum, piece) => sum + piece.cost, 0);
    const fits = firstPiece.cost + overlapCost <= (firstPiece.cost > room ? fenceTokens - lead : room);
    if (!fits) overlap = [];
    else if (firstPiece.cost <= room) room -= overlapCost;
    const end = fill(pieces, start, room, remaining[start]!);
    before = pieces.slice(start, end);
    windows.push(render(heading?.text ?? '', overlap, before));
    start = end;
  }
  return windows;
}

/** The heading that a window which begins inside its section is led by; not where a label and its text then no longer fit. */
function repeatedHeading(pieces: readonly Piece[], start: number): Section['heading'] {
  const { role, section } = pieces[start]!;
  if (role === 'head' || section.heading === null) return null;
  let cost = section.heading.cost;
  for (let index = start; index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    cost += piece.cost;
    if (isLead(piece)) continue;
    return role === 'label' && cost > windowTokens && piece.role !== 'fence' ? null : section.heading;
  }
  return section.heading;
}

/** Index behind the last piece of the window that begins at `start`. */
function fill(pieces: readonly Piece[], start: number, room: number, remaining: number): number {
  // Windows of one group get even shares, so that none is a leftover of a few words.
  const usable = room - overlapTokens;
  const target = remaining <= room ? room : remaining / Math.ceil(remaining / usable);
  let cost = 0;
  let body = 0;
  let end = start;
  for (; end < pieces.length; end += 1) {
    const piece = pieces[end]!;
    if (cost + piece.cost > room) {
      // A fence larger than any window takes its heading and a short lead-in along; else only a first piece may be too large.
      const leads =
        piece.role === 'fence' && piece.cost > room && body <= overlapTokens && cost + piece.cost <= fenceTokens - headingTokens;
      if (end === start || leads) end += 1;
      break;
    }
    if (body > 0 && cost >= target && piece.glue === '\n\n') break;
    cost += piece.cost;
    if (!isLead(piece)) body += piece.cost;
  }
  if (end === pieces.length) return end;
  let kept = end;
  while (kept > start && isLead(pieces[kept - 1]!)) kept -= 1;
  return kept > start ? kept : end;
}

/** Whole pieces from the end of the window before, else its last sentences or words, where the section goes on. */
function overlapOf(before: readonly Piece[], next: Piece, measure: Measure): Piece[] {
  const overlap: Piece[] = [];
  if (isLead(next)) return overlap;
  let cost = 0;
  for (const piece of before.toReversed()) {
    if (piece.section !== next.section || isLead(piece) || piece.role === 'part') break;
    if (cost + piece.cost > overlapTokens) {
      const tail = overlap.length === 0 && piece.role === 'text' ? tailOf(piece, measure, overlapTokens) : null;
      if (tail !== null) overlap.push(tail);
      break;
    }
    overlap.push(piece);
    cost += piece.cost;
  }
  return overlap.toReversed();
}

function render(heading: string, overlap: readonly Piece[], pieces: readonly Piece[]): Window {
  // Bare headings that came along say nothing about what the chunk is of.
  const body = pieces.filter((piece) => !isLead(piece));
  let content = heading;
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const [index, piece] of [...overlap, ...pieces].entries()) {
    const text = piece.lines.map((line) => line.text).join('\n');
    if (content !== '') content += index === 0 ? '\n\n' : piece.glue;
    content += text;
    first = Math.min(first, piece.first);
    last = Math.max(last, piece.last);
  }
  return { content, trail: trailOf(body.length > 0 ? body : pieces), first, last };
}
