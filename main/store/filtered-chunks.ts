import type { SearchFilters } from '../contract/search.ts';
import type { ContentType } from '../core/chunk.ts';
import { RecentEntries } from '../core/recent-entries.ts';
import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';
import type { IndexChange } from './index-changes.ts';
import { filterConditions, joinsFor, whereOf } from './search-filters.ts';

/** Ids that are kept of what filters allow, of all filters together: about 130 bytes each. A filter itself counts as one, so that those which allow nothing have an end, too. */
const mostKeptIds = 60_000;
/** Filters whose rows are marked, a byte per chunk each. */
const mostKeptMarks = 40;

interface Where {
  sql: string;
  values: unknown[];
}

interface Marked {
  where: Where;
  marks: Uint8Array;
}

interface Listed {
  where: Where;
  /** By row. */
  rows: ReadonlyMap<number, string>;
  ids: ReadonlySet<string>;
}

/** Which chunks filters allow, for the lists that are not made by SQLite. Agents ask with the same few filters, so that the last ones are kept. */
export class FilteredChunks {
  readonly #connection: Connection;
  readonly #marks = new RecentEntries<string, Marked>({ most: mostKeptMarks });
  readonly #ids = new RecentEntries<string, Listed>({ most: mostKeptIds, costOf: ({ ids }) => ids.size + 1 });

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The index has changed. */
  clear(): void {
    this.#marks.clear();
    this.#ids.clear();
  }

  /** Some chunks of the index are others: these alone are looked at again. */
  apply({ gone, come }: IndexChange): void {
    if (gone.length === 0 && come.length === 0) return;
    const asked = JSON.stringify(come);
    this.#marks.replaceAll(({ where, marks }) => {
      const now = come.reduce((most, row) => Math.max(most, row), marks.length - 1);
      const next = new Uint8Array(now + 1);
      next.set(marks);
      for (const row of [...gone, ...come]) next[row] = 0;
      for (const { id } of this.#among(where, asked)) next[id] = 1;
      return { where, marks: next };
    });
    this.#ids.replaceAll(({ where, rows: before }) => {
      const rows = new Map(before);
      for (const row of [...gone, ...come]) rows.delete(row);
      for (const { id, chunk_id } of this.#among(where, asked)) rows.set(id, chunk_id);
      return { where, rows, ids: new Set(rows.values()) };
    });
  }

  /** Those of some rows, a list in JSON, that a filter allows. */
  #among({ sql, values }: Where, rows: string): { id: number; chunk_id: string }[] {
    return prepared<unknown[], { id: number; chunk_id: string }>(
      this.#connection,
      `SELECT c.id, c.chunk_id FROM json_each(?) wanted CROSS JOIN chunks c ON c.id = wanted.value ${joinsFor(sql)} ${sql}`,
    ).all(rows, ...values);
  }

  /** Has 1 at each row that is allowed; null where all are. */
  marks(filters: SearchFilters, contentTypes: readonly ContentType[] | null): Uint8Array | null {
    const where = whereOf(filterConditions(filters, contentTypes), 'WHERE');
    if (where.sql === '') return null;
    const key = JSON.stringify([where.sql, where.values]);
    const known = this.#marks.get(key);
    if (known !== undefined) return known.marks;
    const { newest, rows } = prepared<unknown[], { newest: number | null; rows: string }>(
      this.#connection,
      `SELECT max(c.id) AS newest, json_group_array(c.id) AS rows FROM chunks c ${joinsFor(where.sql)} ${where.sql}`,
    ).get(...where.values)!;
    const marks = new Uint8Array((newest ?? 0) + 1);
    for (const row of JSON.parse(rows) as number[]) marks[row] = 1;
    this.#marks.set(key, { where, marks });
    return marks;
  }

  /** Their chunk ids. The same set comes again until the index changes: not to be changed. */
  ids(filters: SearchFilters, contentTypes: readonly ContentType[] | null): ReadonlySet<string> {
    const where = whereOf(filterConditions(filters, contentTypes), 'WHERE');
    const key = JSON.stringify([where.sql, where.values]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known.ids;
    const found = prepared<unknown[], { id: number; chunk_id: string }>(
      this.#connection,
      `SELECT c.id, c.chunk_id FROM chunks c ${joinsFor(where.sql)} ${where.sql}`,
    ).all(...where.values);
    const rows = new Map(found.map(({ id, chunk_id }) => [id, chunk_id]));
    const ids = new Set(rows.values());
    this.#ids.set(key, { where, rows, ids });
    return ids;
  }
}
