import type { Facet, SearchFilters } from '../../contract/search.ts';
import { countFacet, facetFilters, facetValue, type FacetFilter } from '../../core/ranking/count-facets.ts';
import type { Connection } from '../../store/database.ts';
import { CorpusReader } from '../../store/corpus-reader.ts';
import { FacetReader, type FacetRow, type FileFacets } from '../../store/facet-reader.ts';
import type { RankRequest, Retriever } from './retriever.ts';
import { checkFilters, contentTypesOf, otherVersions } from './scope.ts';

export interface FacetsAnswer {
  total: number;
  facets: Facet[];
}

/** Values of one filter at a chunk; a filter that a chunk has no value for keeps it out. */
function valuesAt(filter: FacetFilter, row: FacetRow, file: FileFacets): readonly (string | null)[] {
  switch (filter) {
    case 'source':
      return [file.source];
    case 'content_type':
      return [row.contentType];
    case 'language':
      return [row.language];
    case 'chunk_type':
      return [row.chunkType];
    case 'module':
      return [row.modulePath];
    case 'class_name':
      return [row.className];
    case 'tags':
      return file.tags;
    case 'domain':
      return [row.domain];
    case 'execution_mode':
      return [file.executionMode];
    case 'version':
      return [file.versionPin === null ? null : facetValue('version', file.versionPin)];
  }
}

/** The filters without those that a facet stands for. */
function without(filters: SearchFilters, filter: FacetFilter): SearchFilters {
  const { [filter]: _own, ...rest } = filters;
  if (filter !== 'version') return rest;
  const { version_filter: _mode, ...others } = rest;
  return others;
}

function selectedOf(filters: SearchFilters, filter: FacetFilter): readonly string[] {
  const value = filters[filter];
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/**
 * Values of the filters among what a search finds. Counts are of the list that the same search pages through, with the facet's own
 * filter left aside: of that list a filter keeps exactly as many. A search with the filter finds at least the files of those, since
 * each list is looked at as deep again among what passes; where no list was cut short (keyword and vector mode, or one
 * identifier, below `depth` hits) it finds exactly as many. Of versions only the known ones count; the filter ranks others lower.
 * Without words everything that passes the filters is counted, as `browse` lists it.
 */
export class Facets {
  readonly #retriever: Retriever;
  readonly #facets: FacetReader;
  readonly #corpus: CorpusReader;

  constructor(connection: Connection, retriever: Retriever) {
    this.#retriever = retriever;
    this.#facets = new FacetReader(connection);
    this.#corpus = new CorpusReader(connection);
  }

  /** Throws `usage` for unknown filters and weights, and `cancelled`. */
  async count(request: RankRequest, signal?: AbortSignal): Promise<FacetsAnswer> {
    const filters = checkFilters(request.filters);
    const base = await this.#rows(request, filters, signal);
    const facets: Facet[] = [];
    for (const filter of facetFilters) {
      const selected = selectedOf(filters, filter);
      const rows = selected.length === 0 ? base : await this.#rows(request, without(filters, filter), signal);
      const files = this.#facets.files(this.#corpus.generation());
      const hits = rows.map((row) => {
        const file = files.get(row.fileId);
        return file ? [...new Set(valuesAt(filter, row, file).filter((value) => value !== null))] : [];
      });
      facets.push(countFacet(filter, hits, selected));
    }
    return { total: base.length, facets };
  }

  async #rows(request: RankRequest, filters: SearchFilters, signal: AbortSignal | undefined): Promise<FacetRow[]> {
    if (request.query.trim() === '') {
      const leavesOut = otherVersions(filters, () => this.#facets.files(this.#corpus.generation()));
      const rows = this.#facets.matching(filters, contentTypesOf(request.tool ?? 'any'));
      return leavesOut === null ? rows : rows.filter((row) => !leavesOut(row.fileId));
    }
    const { ranked } = await this.#retriever.rank({ ...request, filters }, signal);
    return this.#facets.chunks(ranked.map((item) => item.candidate.id));
  }
}
