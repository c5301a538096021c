import type { TextRange } from '../hits/match-ranges.ts';

export interface CodePiece {
  start: number;
  text: string;
  className: string | undefined;
  isMatch: boolean;
}

interface Coloured extends TextRange {
  className: string;
}

/** Cuts a text wherever a colour or a match begins or ends. Both lists are in order; colours and matches may overlap. */
export function codePieces(text: string, colours: readonly Coloured[], matches: readonly TextRange[]): CodePiece[] {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...colours, ...matches]) {
    cuts.add(clamp(start, text.length));
    cuts.add(clamp(end, text.length));
  }
  const places = [...cuts].sort((a, b) => a - b);
  const pieces: CodePiece[] = [];
  let colour = 0;
  let match = 0;
  for (let index = 0; index + 1 < places.length; index += 1) {
    const start = places[index]!;
    const end = places[index + 1]!;
    while (colour < colours.length && colours[colour]!.end <= start) colour += 1;
    while (match < matches.length && matches[match]!.end <= start) match += 1;
    const coloured = colours[colour];
    pieces.push({
      start,
      text: text.slice(start, end),
      className: coloured !== undefined && coloured.start <= start ? coloured.className : undefined,
      isMatch: match < matches.length && matches[match]!.start <= start,
    });
  }
  return pieces;
}

function clamp(place: number, length: number): number {
  return Math.min(length, Math.max(0, place));
}
