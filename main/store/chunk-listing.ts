import type { SearchFilters } from '../contract/search.ts';
import type { ContentType } from '../core/chunk.ts';
import type { Connection } from './database.ts';
import { filterConditions, joinsFor, whereOf } from './search-filters.ts';

/** Files of a listing in order, and how many of its chunks lie before each: what makes any offset cost the same. */
interface Listing {
  fileIds: number[];
  before: number[];
  total: number;
}

/** A file that the filters leave out for a reason that SQL does not see; the filters must tell one such reason from another. */
export type LeavesOut = (fileId: number) => boolean;

/** Listings that are kept. */
const mostListings = 8;

/** Everything that passes the filters, in order of source, path and line. */
export class ChunkListing {
  readonly #connection: Connection;
  readonly #listings = new Map<string, Listing>();
  #generation = -1;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Number of chunks, and row ids of those from `offset`. Any offset costs the same, but the first look at a set of filters. */
  page(
    filters: SearchFilters,
    contentTypes: readonly ContentType[] | null,
    place: { offset: number; limit: number; generation: number; leavesOut?: LeavesOut | null },
  ): { total: number; ids: number[] } {
    const { fileIds, before, total } = this.#listing(filters, contentTypes, place.generation, place.leavesOut ?? null);
    const where = whereOf(filterConditions(filters, contentTypes), 'AND');
    const ofFile = this.#connection
      .prepare<unknown[], number>(
        `SELECT c.id FROM chunks c ${joinsFor(where.sql)} WHERE c.file_id = ? ${where.sql} ORDER BY c.start_line, c.ordinal`,
      )
      .pluck();
    const ids: number[] = [];
    const end = Math.min(total, place.offset + place.limit);
    let file = lastNotAfter(before, place.offset);
    while (place.offset + ids.length < end && file < fileIds.length) {
      const chunks = ofFile.all(fileIds[file], ...where.values);
      const skipped = Math.max(0, place.offset - before[file]!);
      ids.push(...chunks.slice(skipped, skipped + place.limit - ids.length));
      file += 1;
    }
    return { total, ids };
  }

  #listing(
    filters: SearchFilters,
    contentTypes: readonly ContentType[] | null,
    generation: number,
    leavesOut: LeavesOut | null,
  ): Listing {
    if (generation !== this.#generation) {
      this.#listings.clear();
      this.#generation = generation;
    }
    const key = JSON.stringify([contentTypes, filters]);
    const known = this.#listings.get(key);
    if (known) return known;
    const where = whereOf(filterConditions(filters, contentTypes), 'WHERE');
    const counts = this.#connection
      .prepare<unknown[], { fileId: number; count: number }>(
        `SELECT n.fileId, n.count FROM (SELECT c.file_id AS fileId, count(*) AS count FROM chunks c ${joinsFor(where.sql)} ${where.sql} GROUP BY c.file_id) n
         JOIN files f ON f.id = n.fileId JOIN sources s ON s.id = f.source_id ORDER BY s.name, f.path`,
      )
      .all(...where.values)
      .filter(({ fileId }) => leavesOut === null || !leavesOut(fileId));
    const before: number[] = [];
    let total = 0;
    for (const { count } of counts) {
      before.push(total);
      total += count;
    }
    const listing = { fileIds: counts.map(({ fileId }) => fileId), before, total };
    const [oldest] = this.#listings.keys();
    if (this.#listings.size >= mostListings && oldest !== undefined) this.#listings.delete(oldest);
    this.#listings.set(key, listing);
    return listing;
  }
}

/** Index of the last entry that is not above the value, in ascending entries of which the first is 0. */
function lastNotAfter(entries: readonly number[], value: number): number {
  let low = 0;
  let high = entries.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (entries[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}
