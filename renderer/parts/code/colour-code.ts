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

/** The coloured stretches of a piece of code, in order; empty where no grammar knows the language. */
export async function colourCode(code: string, language: string): Promise<CodeToken[]> {
  if (code.length > mostCharacters) return [];
  const support = await loadLanguage(language);
  if (support === null) return [];
  const tokens: CodeToken[] = [];
  highlightTree(support.language.parser.parse(code), classHighlighter, (start, end, className) =>
    tokens.push({ start, end, className }),
  );
  return tokens;
}
