export interface FuzzyMatch {
  /** Higher is better. */
  score: number;
  /** Positions of the matched characters in the text. */
  positions: number[];
}

const wordStartBonus = 8;
const neighbourBonus = 5;
const exactBonus = 20;

/**
 * Whether the text holds the query's characters in their order, and how well: beginnings of words and runs count more, gaps less. Each word
 * of the query is looked for by itself, so "theme dark" finds "Dark theme". Null when one is not there. Where nothing is looked for, all texts match alike.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const lower = text.toLowerCase();
  const found: FuzzyMatch = { score: 0, positions: [] };
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const match = matchWord(word, lower);
    if (match === null) return null;
    found.score += match.score;
    found.positions.push(...match.positions);
  }
  if (found.positions.length === 0) return found;
  found.score -= text.length / 100;
  found.positions = [...new Set(found.positions)].sort((a, b) => a - b);
  return found;
}

function matchWord(word: string, lower: string): FuzzyMatch | null {
  const whole = lower.indexOf(word);
  if (whole !== -1) {
    // An occurrence at the start of a word beats an earlier one in the middle.
    let at = whole;
    while (at !== -1 && !startsWord(lower, at)) at = lower.indexOf(word, at + 1);
    const start = at === -1 ? whole : at;
    const positions = Array.from({ length: word.length }, (_, index) => start + index);
    return { score: exactBonus + word.length * neighbourBonus + (startsWord(lower, start) ? wordStartBonus : 0), positions };
  }
  let score = 0;
  let from = 0;
  const positions: number[] = [];
  for (const character of word) {
    const at = lower.indexOf(character, from);
    if (at === -1) return null;
    if (startsWord(lower, at)) score += wordStartBonus;
    if (at === from && positions.length > 0) score += neighbourBonus;
    else score -= Math.min(3, at - from);
    positions.push(at);
    from = at + character.length;
  }
  return { score, positions };
}

function startsWord(lower: string, at: number): boolean {
  return at === 0 || /[\s\-_./:]/.test(lower[at - 1]!);
}
