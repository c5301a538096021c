import type { SearchFilters } from '../contract/search.ts';
import type { ContentType } from '../core/chunk.ts';
import { RecentEntries } from '../core/recent-entries.ts';
import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';
import { filterConditions, joinsFor, whereOf } from './search-filters.ts';

/** Ids that are kept of what filters allow, of all filters together: about 90 bytes each. A filter itself counts as one, so that those which allow nothing have an end, too. */
const mostKeptIds = 60_000;
/** Filters whose rows are marked, a byte per chunk each. */
const mostKeptMarks = 40;

/** Which chunks filters allow, for the lists that are not made by SQLite. Agents ask with the same few filters, so that the last ones are kept. */
export class FilteredChunks {
  readonly #connection: Connection;
  readonly #marks = new RecentEntries<string, Uint8Array>({ most: mostKeptMarks });
  readonly #ids = new RecentEntries<string, Set<string>>({ most: mostKeptIds, costOf: ({ size }) => size + 1 });

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The index has changed. */
  clear(): void {
    this.#marks.clear();
    this.#ids.clear();
  }

  /** Has 1 at each row that is allowed; null where all are. */
  marks(filters: SearchFilters, contentTypes: readonly ContentType[] | null): Uint8Array | null {
    const where = whereOf(filterConditions(filters, contentTypes), 'WHERE');
    if (where.sql === '') return null;
    const key = JSON.stringify([where.sql, where.values]);
    const known = this.#marks.get(key);
    if (known !== undefined) return known;
    const { newest, rows } = prepared<unknown[], { newest: number | null; rows: string }>(
      this.#connection,
      `SELECT max(c.id) AS newest, json_group_array(c.id) AS rows FROM chunks c ${joinsFor(where.sql)} ${where.sql}`,
    ).get(...where.values)!;
    const marks = new Uint8Array((newest ?? 0) + 1);
    for (const row of JSON.parse(rows) as number[]) marks[row] = 1;
    this.#marks.set(key, marks);
    return marks;
  }

  /** Their chunk ids. The same set comes again until the index changes: not to be changed. */
  ids(filters: SearchFilters, contentTypes: readonly ContentType[] | null): ReadonlySet<string> {
    const where = whereOf(filterConditions(filters, contentTypes), 'WHERE');
    const key = JSON.stringify([where.sql, where.values]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const rows = prepared<unknown[], { chunk_id: string }>(
      this.#connection,
      `SELECT c.chunk_id FROM chunks c ${joinsFor(where.sql)} ${where.sql}`,
    ).all(...where.values);
    const ids = new Set(rows.map((row) => row.chunk_id));
    this.#ids.set(key, ids);
    return ids;
  }
}
