import type { QueryTerm } from '../core/ranking/query.ts';
import type { RankingWeights } from '../core/ranking/weights.ts';
import { RecentEntries } from '../core/recent-entries.ts';
import { TopRows } from '../core/top-rows.ts';
import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';

/** Where a stem stands: rows ascending, and how often in each of the columns. */
interface Postings {
  rows: Int32Array;
  /** `columnCount` numbers per row. */
  counts: Uint8Array;
}

/** Columns of the text index, in their order. */
const columnNames = ['content', 'path_text', 'title_text', 'symbol_text', 'parts_text'] as const;
const columnCount = columnNames.length;
/** Rows of postings that are kept, of all stems together: 9 bytes each. A stem itself counts as one, so that those which stand nowhere have an end, too. */
const mostKeptRows = 500_000;
const [digit0, digit9, letterA, letterX, comma] = [48, 57, 65, 120, 44];
/** Of one word in one column of a chunk. */
const mostCounted = 255;
/** FTS5's own constants of BM25. */
const k1 = 1.2;
const b = 0.75;
const leastIdf = 1e-6;

/**
 * BM25 as FTS5 computes it, from postings in memory: they are read from FTS5's own index, stem by stem as queries ask for them, and kept until the index
 * changes. FTS5 itself looks up the length of each chunk that holds any of the words, and reads all postings twice: half of a search.
 */
export class KeywordPostings {
  readonly #connection: Connection;
  readonly #postings = new RecentEntries<string, Postings>({
    most: mostKeptRows,
    costOf: ({ rows }) => rows.length + 1,
    // A word that stands nearly everywhere is read once, too.
    atLeast: 1,
  });
  /** Words whose stem here is the one that FTS5 makes of them; false where it is not. */
  readonly #sameStem = new Map<string, boolean>();
  /** Words of each chunk, by row; null until they are read. */
  #lengths: { of: Int32Array; average: number; rows: number } | null = null;
  #scores = new Float64Array(0);
  #readable: boolean | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The index has changed. */
  clear(): void {
    this.#postings.clear();
    this.#lengths = null;
  }

  /**
   * The best rows for any of the terms, best first, those of the same score by row; of those that `allowed` marks with 1. Null where FTS5 has to be asked:
   * for words whose stem it makes in another way.
   */
  best(
    terms: readonly QueryTerm[],
    columns: RankingWeights['columns'],
    allowed: Uint8Array | null,
    limit: number,
  ): { id: number; raw: number }[] | null {
    if (!this.#isReadable() || !terms.every((term) => this.#hasSameStem(term))) return null;
    const { of: lengths, average, rows: total } = (this.#lengths ??= this.#readLengths());
    if (this.#scores.length < lengths.length) this.#scores = new Float64Array(lengths.length);
    const scores = this.#scores;
    const weights = [columns.content, columns.path, columns.title, columns.symbol, columns.parts];
    const touched: number[] = [];
    for (const { stem } of terms) {
      const { rows, counts } = this.#of(stem);
      const idf = Math.max(Math.log((total - rows.length + 0.5) / (rows.length + 0.5)), 0) || leastIdf;
      for (let place = 0; place < rows.length; place += 1) {
        const row = rows[place]!;
        if (allowed !== null && allowed[row] !== 1) continue;
        let frequency = 0;
        for (let column = 0; column < columnCount; column += 1) {
          // One by one, as FTS5 adds them up, so that the last digit is the same.
          for (let left = counts[place * columnCount + column]!; left > 0; left -= 1) frequency += weights[column]!;
        }
        const length = lengths[row] ?? 0;
        if (scores[row] === 0) touched.push(row);
        // Above zero even for weights of zero, so that a row is touched once.
        scores[row]! +=
          Number.MIN_VALUE + idf * ((frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / average)) || 0);
      }
    }
    const top = new TopRows(Math.min(limit, touched.length), (one, other) => one < other);
    for (const row of touched) {
      const score = scores[row]!;
      scores[row] = 0;
      if (score >= top.threshold) top.offer(row, score);
    }
    return top.sorted().map(({ row, score }) => ({ id: row, raw: score }));
  }

  #of(stem: string): Postings {
    const known = this.#postings.get(stem);
    if (known !== undefined) return known;
    const read = this.#read(stem);
    this.#postings.set(stem, read);
    return read;
  }

  /** As one text: a row of a result takes longer to hand over than to read. */
  #read(stem: string): Postings {
    const column = columnNames.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ');
    const { text, count } = prepared<[string], { text: string | null; count: number }>(
      this.#connection,
      `SELECT group_concat(doc * 8 + CASE col ${column} END) AS text, count(*) AS count FROM temp.term_instances WHERE term = ?`,
    ).get(stem)!;
    // Not through lists of numbers: they would be most of the garbage of a search.
    const rows = new Int32Array(count);
    const counts = new Uint8Array(count * columnCount);
    let last = -1;
    for (let at = 0; text !== null && at < text.length; at += 1) {
      let place = 0;
      for (; at < text.length && text.charCodeAt(at) !== comma; at += 1) place = place * 10 + (text.charCodeAt(at) - digit0);
      const row = Math.floor(place / 8);
      if (last === -1 || rows[last] !== row) rows[++last] = row;
      const cell = last * columnCount + (place % 8);
      if (counts[cell]! < mostCounted) counts[cell]! += 1;
    }
    return { rows: rows.slice(0, last + 1), counts: counts.slice(0, (last + 1) * columnCount) };
  }

  #readLengths(): { of: Int32Array; average: number; rows: number } {
    const { newest, texts } = prepared<[], { newest: number | null; texts: string | null }>(
      this.#connection,
      `SELECT max(id) AS newest, group_concat(id || 'x' || hex(sz)) AS texts FROM chunk_search_docsize`,
    ).get()!;
    const of = new Int32Array((newest ?? 0) + 1);
    // `12x0A8103,13x…`: rows in decimals, then the columns' numbers as bytes.
    const bytes = Buffer.from(texts ?? '', 'latin1');
    for (let at = 0; at < bytes.length; at += 1) {
      let row = 0;
      for (; bytes[at] !== letterX; at += 1) row = row * 10 + (bytes[at]! - digit0);
      at += 1;
      let sum = 0;
      let number = 0;
      for (; at < bytes.length && bytes[at] !== comma; at += 2) {
        const byte = hexDigit(bytes[at]!) * 16 + hexDigit(bytes[at + 1]!);
        number = number * 128 + (byte & 0x7f);
        if (byte >= 0x80) continue;
        sum += number;
        number = 0;
      }
      of[row] = sum;
    }
    const block = prepared<[], { block: Buffer }>(this.#connection, `SELECT block FROM chunk_search_data WHERE id = 1`).get()
      ?.block;
    const [rows = 0, ...words] = block === undefined ? [] : variableIntegers(block);
    return { of, average: sumOf(words) / rows, rows };
  }

  /** Whether FTS5 finds as many chunks by the word as there are by its stem. Asked once. */
  #hasSameStem({ text, stem }: QueryTerm): boolean {
    let same = this.#sameStem.get(text);
    if (same === undefined) {
      if (this.#sameStem.size > 20_000) this.#sameStem.clear();
      const { count } = prepared<[string], { count: number }>(
        this.#connection,
        `SELECT count(*) AS count FROM chunk_search WHERE chunk_search MATCH ?`,
      ).get(`"${text}"`)!;
      same = count === this.#of(stem).rows.length;
      this.#sameStem.set(text, same);
    }
    return same;
  }

  /** Makes the view of the postings, in memory: the file may be open for reading only. */
  #isReadable(): boolean {
    if (this.#readable !== null) return this.#readable;
    try {
      this.#connection.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS temp.term_instances USING fts5vocab('main', 'chunk_search', 'instance')`,
      );
      this.#readable = true;
    } catch {
      this.#readable = false;
    }
    return this.#readable;
  }
}

function hexDigit(character: number): number {
  return character <= digit9 ? character - digit0 : character - letterA + 10;
}

/** SQLite's integers of variable length: seven bits a byte, the highest first. Those here are small. */
function variableIntegers(bytes: Buffer): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
