import { classHighlighter, highlightTree } from '@lezer/highlight';
import { loadLanguage } from './load-language.ts';

/** A stretch of code of one colour. */
export interface CodeToken {
  start: number;
  end: number;
  className: string;
}

/** Longer pieces stay without colours. Unit: characters. */
const mostCharacters = 60_000;

/** Pieces whose colours are kept: those of some lists of hits, which come again while one types. */
const mostKept = 300;
/** Longer ones are not: they are seen once. Unit: characters. */
const mostKeptCharacters = 2_000;
const kept = new Map<string, readonly CodeToken[]>();

/** What `colourCode` has found for that before; null where it is not known. */
export function knownColours(code: string, language: string): readonly CodeToken[] | null {
  return kept.get(keyOf(code, language)) ?? null;
}

/** The coloured stretches of a piece of code, in order; empty where no grammar knows the language. */
export async function colourCode(code: string, language: string): Promise<readonly CodeToken[]> {
  const known = knownColours(code, language);
  if (known !== null) return known;
  const tokens = await coloursOf(code, language);
  if (code.length <= mostKeptCharacters && tokens.length > 0) {
    kept.set(keyOf(code, language), tokens);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  }
  return tokens;
}

function keyOf(code: string, language: string): string {
  return `${language}\n${code}`;
}

async function coloursOf(code: string, language: string): Promise<CodeToken[]> {
  if (code.length > mostCharacters) return [];
  const support = await loadLanguage(language);
  if (support === null) return [];
  const tokens: CodeToken[] = [];
  highlightTree(support.language.parser.parse(code), classHighlighter, (start, end, className) =>
    tokens.push({ start, end, className }),
  );
  return tokens;
}
