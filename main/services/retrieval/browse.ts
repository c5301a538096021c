import { silentLogger } from '../../core/logger.ts';
import type { SearchFiltersInput, SearchHit, SearchTool } from '../../contract/search.ts';
import { ChunkListing } from '../../store/chunk-listing.ts';
import { CorpusReader } from '../../store/corpus-reader.ts';
import { FacetReader } from '../../store/facet-reader.ts';
import type { Connection } from '../../store/database.ts';
import { SearchIndex } from '../../store/search-index.ts';
import { markDeprecated } from '../deprecations/mark-hits.ts';
import { toHit } from './hit.ts';
import { checkFilters, contentTypesOf, otherVersions } from './scope.ts';

const noStems: ReadonlySet<string> = new Set();

/** Reading through the corpus without a query. */
export class Browse {
  readonly #connection: Connection;
  readonly #listing: ChunkListing;
  readonly #index: SearchIndex;
  readonly #corpus: CorpusReader;
  readonly #facets: FacetReader;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#listing = new ChunkListing(connection);
    this.#index = new SearchIndex(connection, silentLogger);
    this.#corpus = new CorpusReader(connection);
    this.#facets = new FacetReader(connection);
  }

  /** What passes the filters in order of source, path and line; nothing behind the end. Throws `usage` for unknown filters. */
  page(request: { tool: SearchTool; filters: SearchFiltersInput; offset: number; limit: number }): {
    total: number;
    hits: SearchHit[];
  } {
    const { offset, limit } = request;
    const filters = checkFilters(request.filters);
    const generation = this.#corpus.generation();
    const leavesOut = otherVersions(filters, () => this.#facets.files(generation));
    const { total, ids } = this.#listing.page(filters, contentTypesOf(request.tool), { offset, limit, generation, leavesOut });
    return {
      total,
      hits: markDeprecated(
        this.#connection,
        this.#index.chunks(ids).map((row) => toHit(row, 0, noStems)),
      ),
    };
  }
}
