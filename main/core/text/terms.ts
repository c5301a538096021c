import { stemmer } from 'stemmer';

/**
 * Terms as the full-text index sees them: FTS5's unicode61 with `_` as a token character, diacritics removed, lower case.
 * Used to make queries and to look terms up; the index itself is tokenised by SQLite.
 */
const termPattern = /[\p{L}\p{N}\p{Co}_]+/gu;
/** The same for text of ASCII alone, which is most of it, in a third of the time. */
const asciiTermPattern = /[0-9A-Za-z_]+/g;

/** Longest term kept, in UTF-16 units; longer runs are data, not words. */
const longestTerm = 100;

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Words of a text in order, as written. */
export function wordsOf(text: string): string[] {
  const words = text.match(isAscii(text) ? asciiTermPattern : termPattern) ?? [];
  return words.filter((word) => word.length <= longestTerm && !/^_+$/.test(word));
}

/** Lower case without diacritics, as unicode61 folds it. */
export function foldTerm(word: string): string {
  if (isAscii(word)) return word.toLowerCase();
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Stems of words as written; a search stems the same few thousand words again and again. Bounded, since a corpus is hostile until read. */
const stemCache = new Map<string, string>();
const mostCachedStems = 20_000;

/** The stem that the index holds for a word: FTS5's porter works on 3 to 64 bytes and, like the library, on any letters and digits. */
export function stemOf(word: string): string {
  const known = stemCache.get(word);
  if (known !== undefined) return known;
  const folded = foldTerm(word);
  const stem = folded.length < 3 || folded.length > 64 ? folded : stemmer(folded);
  if (stemCache.size >= mostCachedStems) stemCache.clear();
  stemCache.set(word, stem);
  return stem;
}

/** Identifiers repeat: code has a few thousand distinct ones. Bounded, since a corpus is hostile until read. */
const partsCache = new Map<string, readonly string[]>();
const mostCachedParts = 20_000;

/**
 * Parts of a compound identifier: `DailyTransport` → daily, transport; `push_frame` → push, frame; `HTTPServer2` → http, server2.
 * An empty list when the word is not compound.
 */
export function identifierParts(word: string): readonly string[] {
  // Only an underscore or a capital after the first letter can make a compound.
  if (!/_|.\p{Lu}/u.test(word)) return [];
  const known = partsCache.get(word);
  if (known) return known;
  const pieces = word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .split('_')
    .filter((part) => part !== '');
  const parts = pieces.length > 1 ? pieces.map(foldTerm) : [];
  if (partsCache.size >= mostCachedParts) partsCache.clear();
  partsCache.set(word, parts);
  return parts;
}

/** True for a word that only code writes: inner capital, underscore between letters, or letters with digits and capitals. */
export function isCompoundIdentifier(word: string): boolean {
  return identifierParts(word).length > 1 && /\p{L}/u.test(word);
}

/** Stems of words and of their parts; what is looked at in hits is mostly the same few thousand words. Bounded like the others. */
const wordStemsCache = new Map<string, readonly string[]>();

/** The stems that a word stands for in the index: its own, and those of its parts. */
export function stemsOfWord(word: string): readonly string[] {
  const known = wordStemsCache.get(word);
  if (known) return known;
  const stems = [...new Set([word, ...identifierParts(word)].map(stemOf))];
  if (wordStemsCache.size >= mostCachedStems) wordStemsCache.clear();
  wordStemsCache.set(word, stems);
  return stems;
}
