import type { ChunkDraft } from '../chunk.ts';
import type { SearchFields } from '../prepared.ts';
import { foldTerm, identifierParts, wordsOf } from './terms.ts';

/** Most repetitions of one identifier's parts that count, so that a chunk of forty `self._transport` is not about transports alone. */
const mostRepeats = 3;

/** Parts of the compound identifiers in a text, each identifier at most `mostRepeats` times. */
function identifierPartsText(text: string): string {
  const seen = new Map<string, number>();
  const parts: string[] = [];
  for (const word of wordsOf(text)) {
    const pieces = identifierParts(word);
    if (pieces.length === 0) continue;
    const key = foldTerm(word);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times <= mostRepeats) parts.push(pieces.join(' '));
  }
  return parts.join(' ');
}

/** Words of a path, with compound file names split: `src/pipecat/push_frame.py` → src pipecat push_frame push frame py. */
function pathText(path: string): string {
  const words = wordsOf(path);
  return [...words, ...words.flatMap(identifierParts)].join(' ');
}

/**
 * What is searched beside a chunk's own text. The symbol column holds the whole identifiers; the title column everything that
 * names the chunk: title, heading trail, symbol and its parts, signature, bases, and the docstring's first line.
 */
export function searchFieldsOf(draft: ChunkDraft, path: string): SearchFields {
  const { metadata } = draft;
  const symbols = draft.symbol === null ? [] : [draft.symbol, ...draft.symbol.split('.')];
  const names = wordsOf(
    [draft.title, ...draft.headingTrail, draft.symbol ?? '', metadata.signature ?? '', ...(metadata.baseClasses ?? [])].join(' '),
  );
  const firstSentence = metadata.docstring?.split('\n', 1)[0] ?? '';
  return {
    path: pathText(path),
    title: [...names, ...names.flatMap(identifierParts), firstSentence].join(' '),
    symbol: wordsOf(symbols.join(' ')).join(' '),
    // Imports that no window shows (see the example chunker) are searched all the same.
    parts: identifierPartsText(`${draft.content}\n${(metadata.imports ?? []).join('\n')}`),
  };
}
