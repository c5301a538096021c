/**
 * Pieces of at most `maxTokens` tokens whose concatenation is the text, cut at white space where there is any, else between
 * characters (a single character of more tokens than that stays whole). White space belongs to the piece after it.
 * `count` may stop counting just above the limit it is given.
 */
export function cutText(text: string, maxTokens: number, count: (text: string, limit?: number) => number): string[] {
  if (!(maxTokens >= 1)) throw new RangeError('maxTokens must be at least 1');
  const pieces: string[] = [];
  let current = '';
  let used = 0;
  const flush = () => {
    if (current !== '') pieces.push(current);
    current = '';
    used = 0;
  };
  for (const [run] of text.matchAll(/[ \t\n\r]*[^ \t\n\r]+|[ \t\n\r]+/g)) {
    const tokens = count(run, maxTokens);
    if (tokens > maxTokens) {
      if (used > 0) flush();
      const parts = cutRun(current + run, maxTokens, count);
      // Parts of one run are not joined again: tokens add up at white space only.
      current = parts.pop() ?? '';
      used = count(current);
      pieces.push(...parts);
      continue;
    }
    if (used > 0 && used + tokens > maxTokens) flush();
    current += run;
    used += tokens;
  }
  flush();
  return pieces;
}

/** Cuts a run without white space between characters: as long a part as fits, found by halving. */
function cutRun(run: string, maxTokens: number, count: (text: string, limit?: number) => number): string[] {
  const parts: string[] = [];
  let start = 0;
  let size = maxTokens * 2;
  while (start < run.length) {
    let end = endOfCharacter(run, start, start + size);
    let fits = true;
    // Two characters may well be too much where each is several tokens, as Hangul is: only a single one stays whole.
    const endOfFirst = endOfCharacter(run, start, start + 1);
    while (end > endOfFirst && count(run.slice(start, end), maxTokens) > maxTokens) {
      fits = false;
      size = Math.max(1, Math.floor((end - start) / 2));
      end = endOfCharacter(run, start, start + size);
    }
    parts.push(run.slice(start, end));
    start = end;
    // A length that had to be found is tried again; one that fitted at once may be too short by now.
    if (fits) size = Math.min(maxTokens * 4, Math.max(2, size * 2));
  }
  return parts;
}

/** An end at or near `end` that splits no surrogate pair and is behind `start`. */
function endOfCharacter(text: string, start: number, end: number): number {
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  const next = text.charCodeAt(end);
  const splits = last >= 0xd800 && last <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
  if (!splits) return end;
  return end - 1 > start ? end - 1 : end + 1;
}
