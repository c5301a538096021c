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

/** A word as written: the number of its term, -1 where it says nothing, and in how many places it stands. */
interface Spelling {
  term: number;
  count: number;
}

/**
 * The distinct terms of each chunk, as numbers. Identifiers stay whole (`FrameProcessor`, `push_frame`), words are folded; of several spellings of
 * a term the most frequent is shown, of equally frequent ones the first in the order of characters, so that the order in which chunks come does not matter.
 */
export class TermTable {
  /** By the folded term. */
  readonly #numbers = new Map<string, number>();
  /** By the word as written, so that folding and judging is done once for each. */
  readonly #spellings = new Map<string, Spelling>();
  readonly #rows: Uint32Array[];
  /** Texts given so far, and by term the last of them that has it: quicker than a set for each. */
  #text = 0;
  readonly #lastText: number[] = [];
  #terms: string[] | null = null;

  constructor(rows: number) {
    this.#rows = Array.from({ length: rows }, () => new Uint32Array());
  }

  get rows(): number {
    return this.#rows.length;
  }

  /** How each term is shown, by its number. */
  get terms(): readonly string[] {
    if (this.#terms !== null) return this.#terms;
    const best: { word: string; count: number }[] = [];
    for (const [word, { term, count }] of this.#spellings) {
      if (term === -1) continue;
      const other = best[term];
      if (other === undefined || count > other.count || (count === other.count && word < other.word))
        best[term] = { word, count };
    }
    this.#terms = best.map(({ word }) => word);
    return this.#terms;
  }

  /** Gives a chunk its text. */
  set(row: number, text: string): void {
    const numbers: number[] = [];
    this.#text += 1;
    for (const word of wordsOf(text.slice(0, termCharacters))) {
      let spelling = this.#spellings.get(word);
      if (spelling === undefined) {
        // Numbers and data are many, and cheap to tell.
        if (word.length < shortestTerm || word.length > longestTerm || /^[\d_]/.test(word)) continue;
        spelling = this.#spellingOf(word);
      }
      spelling.count += 1;
      if (spelling.term === -1 || this.#lastText[spelling.term] === this.#text) continue;
      this.#lastText[spelling.term] = this.#text;
      numbers.push(spelling.term);
    }
    this.#rows[row] = new Uint32Array(numbers);
    this.#terms = null;
  }

  /** Takes chunks over from a table that was: `rowOf` gives each of its rows the row now, -1 where it is gone. Before any text is given. */
  restore(terms: readonly string[], rowOf: Int32Array, termsOf: (old: number) => Uint32Array): void {
    terms.forEach((word, term) => {
      this.#numbers.set(foldTerm(word), term);
      this.#spellings.set(word, { term, count: 0 });
    });
    const spellings = terms.map((word) => this.#spellings.get(word)!);
    rowOf.forEach((row, old) => {
      if (row === -1) return;
      const numbers = termsOf(old);
      this.#rows[row] = numbers;
      for (const term of numbers) spellings[term]!.count += 1;
    });
    this.#terms = null;
  }

  row(index: number): Uint32Array {
    return this.#rows[index]!;
  }

  /** Of a word that was not met before. */
  #spellingOf(word: string): Spelling {
    const key = foldTerm(word);
    const spelling = { term: -1, count: 0 };
    if (!stopWords.has(key) && !codeWords.has(key)) {
      spelling.term = this.#numbers.get(key) ?? this.#numbers.size;
      this.#numbers.set(key, spelling.term);
    }
    this.#spellings.set(word, spelling);
    return spelling;
  }
}
