import { markSchema, type Mark, type MarkPlace } from '../../contract/marks.ts';
import type { Connection } from '../database.ts';
import { jsonOrNull } from './scope-text.ts';

interface RawMark {
  chunkId: string;
  query: string;
  verdict: Mark['verdict'];
  note: string;
  place: string | null;
  markedAt: string;
}

function toMark(raw: RawMark): Mark {
  const place = markSchema.shape.place.safeParse(jsonOrNull(raw.place));
  return { ...raw, place: place.success ? (place.data ?? null) : null };
}

const columns = 'chunk_id AS chunkId, query, verdict, note, place, marked_at AS markedAt';

/** Helpful or not: one verdict per chunk and query. */
export class Marks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** `place` is where the chunk is now; null where it is no longer indexed. */
  set(mark: Pick<Mark, 'chunkId' | 'query' | 'verdict' | 'note'>, place: MarkPlace | null): Mark {
    return toMark(
      this.#connection
        .prepare<unknown[], RawMark>(
          `INSERT OR REPLACE INTO marks(chunk_id, query, verdict, note, place, marked_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
        )
        .get(
          mark.chunkId,
          mark.query,
          mark.verdict,
          mark.note,
          place === null ? null : JSON.stringify(place),
          new Date().toISOString(),
        )!,
    );
  }

  remove(chunkId: string, query: string): boolean {
    return this.#connection.prepare(`DELETE FROM marks WHERE chunk_id = ? AND query = ?`).run(chunkId, query).changes > 0;
  }

  /** Newest first; of one query, or all. */
  list(query?: string): Mark[] {
    const where = query === undefined ? '' : 'WHERE query = ?';
    return this.#connection
      .prepare<unknown[], RawMark>(`SELECT ${columns} FROM marks ${where} ORDER BY sequence DESC`)
      .all(...(query === undefined ? [] : [query]))
      .map(toMark);
  }
}
