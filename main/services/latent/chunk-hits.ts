import type { SearchHit } from '../../contract/search.ts';
import type { Logger } from '../../core/logger.ts';
import type { Connection } from '../../store/database.ts';
import { SearchIndex } from '../../store/search-index.ts';
import { toHit } from '../retrieval/hit.ts';

const noStems: ReadonlySet<string> = new Set();

/** Chunks as answers show them, by id. */
export class ChunkHits {
  readonly #index: SearchIndex;

  constructor(connection: Connection, logger: Logger) {
    this.#index = new SearchIndex(connection, logger);
  }

  /** Those that are still indexed. `scoreOf` is what their score says; 0 where nothing is ranked. */
  of(chunkIds: readonly string[], scoreOf: (chunkId: string) => number = () => 0): Map<string, SearchHit> {
    const rows = this.#index.chunks([...this.#index.rowIds(chunkIds).values()]);
    return new Map(rows.map((row) => [row.chunkId, toHit(row, scoreOf(row.chunkId), noStems)]));
  }
}
