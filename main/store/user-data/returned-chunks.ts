import type { Connection } from '../database.ts';

export interface ReturnedChunk {
  /** The beginning of its id, as answers to agents have it. */
  chunk: string;
  times: number;
}

/** Which chunks agents were given, and how often. */
export class ReturnedChunks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Counts answers of one day (ISO date) and lets go of days before `keepFrom`. */
  add(day: string, returned: ReadonlyMap<string, number>, keepFrom: string): void {
    const count = this.#connection.prepare(
      `INSERT INTO returned_chunks(chunk, day, times) VALUES (?, ?, ?) ON CONFLICT(chunk, day) DO UPDATE SET times = times + excluded.times`,
    );
    this.#connection
      .transaction(() => {
        for (const [chunk, times] of returned) count.run(chunk, day, times);
        this.#connection.prepare('DELETE FROM returned_chunks WHERE day < ?').run(keepFrom);
      })
      .immediate();
  }

  /** In order of the chunks' ids. */
  all(): ReturnedChunk[] {
    return this.#connection
      .prepare<[], ReturnedChunk>('SELECT chunk, sum(times) AS times FROM returned_chunks GROUP BY chunk ORDER BY chunk')
      .all();
  }

  clear(): void {
    this.#connection.prepare('DELETE FROM returned_chunks').run();
  }
}
