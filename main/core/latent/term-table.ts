import { stopWords } from '../ranking/stop-words.ts';
import { foldTerm, wordsOf } from '../text/terms.ts';

/** Characters of a chunk that its terms are taken from: names and beginnings say what it is about. */
export const termCharacters = 700;
/** Words of every program, and of every page about one. */
const codeWords = new Set(
  `abc any args async await bool break case catch class const continue def default del dict elif else enum except export extends false finally float for from
  function global import init int interface kwargs lambda let list logger logging match mypy name none null object optional override pass print private property
  protected public raise return returns self set static str string super switch test tests this throw todo true try tuple type types typing union value values var void
  while yield http https www com html example examples docs code file files new old data param params parameters note line lines`.split(
    /\s+/,
  ),
);
const shortestTerm = 3;
const longestTerm = 40;

/**
 * The distinct terms of each chunk, as numbers. Identifiers stay whole (`FrameProcessor`, `push_frame`), words are folded; of several spellings of
 * a term the first in the order of characters is shown, so that the order in which chunks come does not matter.
 */
export class TermTable {
  readonly terms: string[] = [];
  /** By the folded term. */
  readonly #numbers = new Map<string, number>();
  /** By the word as written, so that folding and judging is done once for each; -1 for words that say nothing. */
  readonly #words = new Map<string, number>();
  readonly #rows: Uint32Array[];

  constructor(rows: number) {
    this.#rows = Array.from({ length: rows }, () => new Uint32Array());
  }

  get rows(): number {
    return this.#rows.length;
  }

  /** Gives a chunk its text. */
  set(row: number, text: string): void {
    const numbers = new Set<number>();
    for (const word of wordsOf(text.slice(0, termCharacters))) {
      const number = this.#words.get(word) ?? this.#numberOf(word);
      if (number !== -1) numbers.add(number);
    }
    this.#rows[row] = Uint32Array.from(numbers);
  }

  row(index: number): Uint32Array {
    return this.#rows[index]!;
  }
  /** The number of a word that was not met before. */
  #numberOf(word: string): number {
    // Numbers and data are many, and cheap to tell.
    if (word.length < shortestTerm || word.length > longestTerm || /^[\d_]/.test(word)) return -1;
    const key = foldTerm(word);
    let number = -1;
    if (!stopWords.has(key) && !codeWords.has(key)) {
      number = this.#numbers.get(key) ?? this.terms.push(word) - 1;
      this.#numbers.set(key, number);
      if (word < this.terms[number]!) this.terms[number] = word;
    }
    this.#words.set(word, number);
    return number;
  }
}
