import type { HistoryEntry } from '../../contract/marks.ts';
import type { Connection } from '../database.ts';
import { scopeFromText, scopeToText } from './scope-text.ts';

/** Older entries go. */
export const mostHistoryEntries = 1_000;

type RawEntry = Omit<HistoryEntry, 'scope'> & { scope: string };

/** Searches that somebody stayed with, each query and scope once. */
export class SearchHistory {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(entry: Pick<HistoryEntry, 'query' | 'scope' | 'total'>): void {
    this.#connection
      .transaction(() => {
        // Replacing makes it the newest.
        this.#connection
          .prepare(`INSERT OR REPLACE INTO history(query, scope, total, searched_at) VALUES (?, ?, ?, ?)`)
          .run(entry.query, scopeToText(entry.scope), entry.total, new Date().toISOString());
        this.#connection
          .prepare(`DELETE FROM history WHERE sequence <= (SELECT sequence FROM history ORDER BY sequence DESC LIMIT 1 OFFSET ?)`)
          .run(mostHistoryEntries);
      })
      .immediate();
  }

  /** Newest first. */
  list(limit: number): HistoryEntry[] {
    return this.#connection
      .prepare<[number], RawEntry>(
        `SELECT query, scope, total, searched_at AS searchedAt FROM history ORDER BY sequence DESC LIMIT ?`,
      )
      .all(limit)
      .map((raw) => ({ ...raw, scope: scopeFromText(raw.scope) }));
  }

  /** How many were there. */
  clear(): number {
    return this.#connection.prepare(`DELETE FROM history`).run().changes;
  }
}
