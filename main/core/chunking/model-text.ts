/**
 * Text as the model should read it: words. WordPiece makes a token of every bracket, quote and underscore and cuts
 * `DailyTransport` into scraps; four tokens in ten of code are punctuation that says nothing about meaning and costs as much as
 * a word. Compound identifiers are split and punctuation is dropped; line ends stay, and so does what ends a sentence in prose.
 */
export function modelText(text: string, kind: 'prose' | 'code'): string {
  const split = text.replace(wordEnd, '$& ');
  const kept = kind === 'code' ? split.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, ' ') : split.replace(dropped, ' ');
  return kept.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n');
}

/** Where a compound identifier has a new word: `camel|Case`, `HTTP|Server`. Accents may stand as marks of their own. */
const wordEnd = /[\p{Ll}\p{N}]\p{M}*(?=\p{Lu})|\p{Lu}\p{M}*(?=\p{Lu}\p{M}*\p{Ll})/gu;

/** Anything but letters, digits and white space, unless it ends a sentence or part of one, or stands within a word (`isn't`). */
const dropped = /(?![.,:;?!](?=\s|$))(?!['’](?<=\p{L}\p{M}*.)(?=\p{L}))[^\p{L}\p{M}\p{N}\s]/gu;
