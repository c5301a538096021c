/** A part of a text: from `start` up to but without `end`. */
export interface TextRange {
  start: number;
  end: number;
}

const commonEndings = ['ations', 'ation', 'ings', 'ing', 'ies', 'ers', 'ed', 'es', 'er', 's', 'y', 'e'] as const;
/** A word may grow by as much behind its stem and still be the same word. */
const longestEnding = 5;
const stopWords = new Set(
  'a an and are as at be by can do does for from how i in into is it my of on or that the this to use used what when where which why with you'.split(
    ' ',
  ),
);

/** Beginnings of words that a query asks for; words that say nothing are left out unless there are no others. */
export function queryStems(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const telling = words.filter((word) => !stopWords.has(word));
  const stems = (telling.length > 0 ? telling : words).flatMap((word) => [word, ...word.split('_')]).map(stemOf);
  return [...new Set(stems)].filter((stem) => stem.length > 1 || /\p{N}/u.test(stem));
}

/** Where the words of a query stand in a text, in order and apart from one another. Parts of identifiers count as words. */
export function matchRanges(text: string, stems: readonly string[]): TextRange[] {
  if (stems.length === 0) return [];
  const ranges: TextRange[] = [];
  for (const word of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    const whole = word[0].toLowerCase();
    if (stems.some((stem) => isFormOf(whole, stem))) {
      ranges.push({ start: word.index, end: word.index + word[0].length });
      continue;
    }
    for (const part of identifierParts(word[0])) {
      const start = word.index + part.start;
      const piece = word[0].slice(part.start, part.end).toLowerCase();
      if (part.end - part.start < word[0].length && piece.length > 2 && stems.some((stem) => isFormOf(piece, stem)))
        ranges.push({ start, end: word.index + part.end });
    }
  }
  return joinTouching(ranges);
}

function joinTouching(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.end === range.start) last.end = range.end;
    else joined.push({ ...range });
  }
  return joined;
}

function isFormOf(word: string, stem: string): boolean {
  return (
    word === stem ||
    (stem.length > 2 && word.startsWith(stem) && word.length - stem.length <= Math.min(longestEnding, stem.length))
  );
}

/** Parts of snake_case, camelCase and PascalCase. */
function identifierParts(word: string): TextRange[] {
  return Array.from(word.matchAll(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function stemOf(word: string): string {
  if (word.includes('_')) return word;
  for (const ending of commonEndings)
    if (word.endsWith(ending) && word.length - ending.length >= 3) return word.slice(0, -ending.length);
  return word;
}
