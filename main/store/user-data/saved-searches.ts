import type { SavedSearch } from '../../contract/marks.ts';
import type { Connection } from '../database.ts';
import { scopeFromText, scopeToText } from './scope-text.ts';

type RawSearch = Omit<SavedSearch, 'scope'> & { scope: string };

function toSearch(raw: RawSearch): SavedSearch {
  return { ...raw, scope: scopeFromText(raw.scope) };
}

const columns = 'id, title, query, scope, created_at AS createdAt';

/** Searches that people keep by a name. */
export class SavedSearches {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Saving a query and scope again gives it the new title. */
  save(item: Pick<SavedSearch, 'title' | 'query' | 'scope'>): SavedSearch {
    return toSearch(
      this.#connection
        .prepare<unknown[], RawSearch>(
          `INSERT INTO searches(title, query, scope, created_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (query, scope) DO UPDATE SET title = excluded.title RETURNING ${columns}`,
        )
        .get(item.title, item.query, scopeToText(item.scope), new Date().toISOString())!,
    );
  }

  /** Newest first. */
  list(): SavedSearch[] {
    return this.#connection.prepare<[], RawSearch>(`SELECT ${columns} FROM searches ORDER BY id DESC`).all().map(toSearch);
  }

  remove(id: number): boolean {
    return this.#connection.prepare(`DELETE FROM searches WHERE id = ?`).run(id).changes > 0;
  }
}
