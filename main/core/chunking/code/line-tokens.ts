import type { TokenCounter } from '../../chunk.ts';
import type { TextLines } from './text-lines.ts';

/**
 * Tokens per line, each line counted once. Counts add up over lines, because the counter is additive over pieces split at white space.
 */
export class LineTokens {
  readonly counter: TokenCounter;
  readonly #lines: TextLines;
  /** sums[n]: tokens of lines 1..n; filled as far as somebody asked. */
  readonly #sums: number[] = [0];

  constructor(lines: TextLines, counter: TokenCounter) {
    this.#lines = lines;
    this.counter = counter;
  }

  /** Tokens of lines `start` to `end`, inclusive. */
  between(start: number, end: number): number {
    return this.#upTo(end) - this.#upTo(start - 1);
  }

  #upTo(line: number): number {
    const target = Math.min(line, this.#lines.count);
    for (let number = this.#sums.length; number <= target; number += 1) {
      this.#sums.push((this.#sums[number - 1] ?? 0) + this.counter.count(this.#lines.line(number)));
    }
    return this.#sums[Math.max(0, target)] ?? 0;
  }
}

/** Cuts one line that is above the limit at white space, else between characters. Each piece has at most `limit` tokens. */
export function cutLine(line: string, counter: TokenCounter, limit: number): string[] {
  const cut: string[] = [];
  let from = 0;
  let used = 0;
  let at = 0;
  for (const match of line.matchAll(/\s*\S{1,200}/gu)) {
    const piece = match[0];
    const tokens = counter.count(piece);
    if (used > 0 && used + tokens > limit) {
      cut.push(line.slice(from, at));
      from = at;
      used = 0;
    }
    if (tokens > limit) {
      // Only where the limit is smaller than one piece: fall back to single characters, which no tokenizer splits further.
      for (const character of piece) {
        const one = counter.count(character);
        if (used > 0 && used + one > limit) {
          cut.push(line.slice(from, at));
          from = at;
          used = 0;
        }
        used += one;
        at += character.length;
      }
      continue;
    }
    used += tokens;
    at += piece.length;
  }
  if (line.slice(from).trim() !== '') cut.push(line.slice(from));
  return cut.filter((piece) => piece.trim() !== '');
}
