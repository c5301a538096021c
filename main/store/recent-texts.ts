import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';

/** Texts that came after the others were read, indexed once more in memory in the same way, so that their words can be asked for alone. */
export class RecentTexts {
  readonly #connection: Connection;
  /** By the number that a text has here, from 1 on, which row it is of; 0 where it has gone. */
  #rowOf: number[] = [0];
  readonly #numberOf = new Map<number, number>();
  #made: boolean | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Number of the newest text. */
  get newest(): number {
    return this.#rowOf.length - 1;
  }

  clear(): void {
    if (this.newest > 0) prepared(this.#connection, `INSERT INTO temp.recent_search(recent_search) VALUES ('delete-all')`).run();
    this.#rowOf = [0];
    this.#numberOf.clear();
  }

  /** Texts of rows of chunks. False where the index is of another kind than is made here. */
  add(rows: readonly number[]): boolean {
    if (!(this.#made ??= this.#make())) return false;
    if (rows.length === 0) return true;
    const insert = prepared<[number, number]>(
      this.#connection,
      `INSERT INTO temp.recent_search(rowid, content, path_text, title_text, symbol_text, parts_text)
         SELECT ?, content, path_text, title_text, symbol_text, parts_text FROM chunk_texts WHERE id = ?`,
    );
    for (const row of rows) {
      insert.run(this.#rowOf.length, row);
      this.#numberOf.set(row, this.#rowOf.length);
      this.#rowOf.push(row);
    }
    return true;
  }

  /** The text of a row has gone. */
  remove(row: number): void {
    const number = this.#numberOf.get(row);
    if (number === undefined) return;
    this.#rowOf[number] = 0;
    this.#numberOf.delete(row);
  }

  /** Row of a text by its number; 0 where it has gone. */
  rowOf(number: number): number {
    return this.#rowOf[number] ?? 0;
  }

  /** The same tables as those of the index, in memory: the file may be open for reading only. */
  #make(): boolean {
    const sql = prepared<[], { sql: string }>(
      this.#connection,
      `SELECT sql FROM main.sqlite_master WHERE name = 'chunk_search'`,
    ).get()?.sql;
    const tokenizer = /\btokenize\s*=\s*"[^"]*"/.exec(sql ?? '')?.[0];
    if (tokenizer === undefined) return false;
    this.#connection.exec(
      `CREATE VIRTUAL TABLE temp.recent_search USING fts5(content, path_text, title_text, symbol_text, parts_text, content='', ${tokenizer});
       CREATE VIRTUAL TABLE temp.recent_instances USING fts5vocab('temp', 'recent_search', 'instance');`,
    );
    return true;
  }
}
