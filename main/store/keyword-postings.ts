import type { QueryTerm } from '../core/ranking/query.ts';
import type { RankingWeights } from '../core/ranking/weights.ts';
import { RecentEntries } from '../core/recent-entries.ts';
import { TopRows } from '../core/top-rows.ts';
import type { Connection } from './database.ts';
import type { IndexChange } from './index-changes.ts';
import { prepared } from './prepared.ts';
import { RecentTexts } from './recent-texts.ts';

/** Where a stem stands: rows, and how often in each of the columns. */
interface Postings {
  rows: Int32Array;
  /** `columnCount` numbers per row. */
  counts: Uint8Array;
}

interface KeptPostings extends Postings {
  /** Of which change of the index they are, and of which newest text. */
  change: number;
  newest: number;
}

/** Columns of the text index, in their order. */
const columnNames = ['content', 'path_text', 'title_text', 'symbol_text', 'parts_text'] as const;
const columnCount = columnNames.length;
/** Rows of postings that are kept, of all stems together: 9 bytes each. A stem itself counts as one, so that those which stand nowhere have an end, too. */
const mostKeptRows = 500_000;
const [digit0, digit9, letterA, letterX, comma] = [48, 57, 65, 120, 44];
/** Chunks that came since all was read, after which it is read again. */
const mostRecent = 2_000;
/** Of one word in one column of a chunk. */
const mostCounted = 255;
/** FTS5's own constants of BM25. */
const k1 = 1.2;
const b = 0.75;
const leastIdf = 1e-6;

/**
 * BM25 as FTS5 computes it, from postings in memory: they are read from FTS5's own index, stem by stem as queries ask for them, and kept; where some chunks of the index
 * change, what those hold is read alone. FTS5 itself looks up the length of each chunk that holds any of the words, and reads all postings twice: half of a search.
 */
export class KeywordPostings {
  readonly #connection: Connection;
  readonly #postings = new RecentEntries<string, KeptPostings>({
    most: mostKeptRows,
    costOf: ({ rows }) => rows.length + 1,
    // A word that stands nearly everywhere is read once, too.
    atLeast: 1,
  });
  /** Words whose stem here is the one that FTS5 makes of them; false where it is not. */
  readonly #sameStem = new Map<string, boolean>();
  /** Words of each chunk, by row; null until they are read. */
  #lengths: { of: Int32Array<ArrayBuffer>; average: number; rows: number } | null = null;
  #scores = new Float64Array(0);
  readonly #recent: RecentTexts;
  /** Number of changes so far; and by row, at which it changed last. */
  #change = 0;
  #changedAt = new Int32Array(0);
  #readable: boolean | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#recent = new RecentTexts(connection);
  }

  /** The index is another. */
  clear(): void {
    this.#postings.clear();
    this.#lengths = null;
    this.#recent.clear();
  }

  /** Some chunks of the index are others. */
  apply({ gone, come }: IndexChange): void {
    if (gone.length === 0 && come.length === 0) return;
    for (const row of gone) this.#recent.remove(row);
    if (this.#recent.newest + come.length > mostRecent || !this.#isReadable() || !this.#recent.add(come)) {
      this.clear();
      return;
    }
    this.#change += 1;
    const rows = [...gone, ...come];
    this.#changedAt = withRoomFor(this.#changedAt, Math.max(...rows));
    for (const row of rows) this.#changedAt[row] = this.#change;
    if (this.#lengths !== null) this.#lengths = this.#readLengths(this.#lengths.of, come);
  }

  /** Number of chunks that hold a stem, where that is known without reading; else null. */
  known(stem: string): number | null {
    return this.#postings.has(stem) ? this.#of(stem).rows.length : null;
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
    const [change, { newest }] = [this.#change, this.#recent];
    if (known?.change === change) return known;
    const read = known === undefined ? this.#read('term_instances', stem, 0) : this.#followed(known, stem);
    const kept = { ...read, change, newest };
    this.#postings.set(stem, kept);
    return kept;
  }

  /** Postings of before without the rows that have changed since, and with what these hold now. */
  #followed(known: KeptPostings, stem: string): Postings {
    const added = this.#read('recent_instances', stem, known.newest);
    const rows = new Int32Array(known.rows.length + added.rows.length);
    const counts = new Uint8Array(rows.length * columnCount);
    let length = 0;
    const add = (row: number, from: Uint8Array, place: number): void => {
      rows[length] = row;
      for (let column = 0; column < columnCount; column += 1)
        counts[length * columnCount + column] = from[place * columnCount + column]!;
      length += 1;
    };
    for (const [place, row] of known.rows.entries())
      if ((this.#changedAt[row] ?? 0) <= known.change) add(row, known.counts, place);
    for (const [place, number] of added.rows.entries()) {
      const row = this.#recent.rowOf(number);
      if (row > 0) add(row, added.counts, place);
    }
    return { rows: rows.slice(0, length), counts: counts.slice(0, length * columnCount) };
  }

  /** As one text: a row of a result takes longer to hand over than to read. */
  #read(table: 'term_instances' | 'recent_instances', stem: string, after: number): Postings {
    const column = columnNames.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ');
    const { text, count } = prepared<[string, number], { text: string | null; count: number }>(
      this.#connection,
      `SELECT group_concat(doc * 8 + CASE col ${column} END) AS text, count(*) AS count FROM temp.${table} WHERE term = ? AND doc > ?`,
    ).get(stem, after)!;
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

  /** Of all rows, or of some, the others' being known. */
  #readLengths(
    known = new Int32Array(0),
    some?: readonly number[],
  ): { of: Int32Array<ArrayBuffer>; average: number; rows: number } {
    const { newest, texts } = prepared<[string | null], { newest: number | null; texts: string | null }>(
      this.#connection,
      `SELECT max(id) AS newest, group_concat(id || 'x' || hex(sz)) AS texts FROM chunk_search_docsize
         ${some === undefined ? 'WHERE ? IS NULL' : 'WHERE id IN (SELECT value FROM json_each(?))'}`,
    ).get(some === undefined ? null : JSON.stringify(some))!;
    const of = withRoomFor(known, newest ?? 0);
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

function withRoomFor(numbers: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < numbers.length) return numbers;
  const larger = new Int32Array(index + 1 + Math.ceil(index / 16));
  larger.set(numbers);
  return larger;
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
