import { useMemo, type ReactNode } from 'react';
import { codePieces } from '../../../parts/code/code-pieces.ts';
import { matchRanges } from '../../../parts/hits/match-ranges.ts';

/** Text in which the words of the query are marked. */
export function Marked({ text, stems }: { text: string; stems: readonly string[] }): ReactNode {
  const pieces = useMemo(() => codePieces(text, [], matchRanges(text, stems)), [text, stems]);
  return pieces.map((piece) => (piece.isMatch ? <mark key={piece.start}>{piece.text}</mark> : piece.text));
}
