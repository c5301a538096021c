import type { Facet, SearchFilters } from '../../contract/search.ts';
import { countFacet, facetFilters, facetValue, type CountedValues, type FacetFilter } from '../../core/ranking/count-facets.ts';
import type { Connection } from '../../store/database.ts';
import { CorpusReader } from '../../store/corpus-reader.ts';
import { FacetReader, type FacetRow, type FileFacets } from '../../store/facet-reader.ts';
import type { RankRequest, Retriever } from './retriever.ts';
import { checkFilters, contentTypesOf, otherVersions } from './scope.ts';

export interface FacetsAnswer {
  total: number;
  facets: Facet[];
}

type FileFilter = 'source' | 'tags' | 'execution_mode' | 'version';

/** The values of a chunk itself; the others are its file's. */
const chunkValues: Record<Exclude<FacetFilter, FileFilter>, (row: FacetRow) => string | null> = {
  content_type: (row) => row.contentType,
  language: (row) => row.language,
  chunk_type: (row) => row.chunkType,
  module: (row) => row.modulePath,
  class_name: (row) => row.className,
  domain: (row) => row.domain,
};

const fileValues: Record<FileFilter, (file: FileFacets) => CountedValues['values']> = {
  source: (file) => file.source,
  tags: (file) => file.tags,
  execution_mode: (file) => file.executionMode,
  version: (file) => (file.versionPin === null ? null : facetValue('version', file.versionPin)),
};

/** The values of one filter that the rows have. */
function valuesOf(filter: FacetFilter, rows: readonly FacetRow[], files: ReadonlyMap<number, FileFacets>): CountedValues[] {
  if (!(filter in fileValues)) {
    const value = chunkValues[filter as keyof typeof chunkValues];
    return rows.map((row) => ({ values: value(row), count: 1 }));
  }
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.fileId, (counts.get(row.fileId) ?? 0) + 1);
  return [...counts].map(([fileId, count]) => {
    const file = files.get(fileId);
    return { values: file ? fileValues[filter as FileFilter](file) : null, count };
  });
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
  #kept: { key: string; answer: FacetsAnswer } | null = null;

  constructor(connection: Connection, retriever: Retriever) {
    this.#retriever = retriever;
    this.#facets = new FacetReader(connection);
    this.#corpus = new CorpusReader(connection);
  }

  /** Throws `usage` for unknown filters and weights, and `cancelled`. */
  async count(request: RankRequest, signal?: AbortSignal): Promise<FacetsAnswer> {
    const filters = checkFilters(request.filters);
    if (request.query.trim() !== '') return this.#count(request, filters, signal);
    // Of the whole corpus: the same until the index changes, and the first thing that a window asks for.
    const key = JSON.stringify([this.#corpus.generation(), request.tool, filters]);
    const kept = this.#kept?.key === key ? this.#kept : { key, answer: await this.#count(request, filters, signal) };
    this.#kept = kept;
    return kept.answer;
  }

  async #count(request: RankRequest, filters: SearchFilters, signal: AbortSignal | undefined): Promise<FacetsAnswer> {
    const base = await this.#rows(request, filters, signal);
    const facets: Facet[] = [];
    for (const filter of facetFilters) {
      const selected = selectedOf(filters, filter);
      const rows = selected.length === 0 ? base : await this.#rows(request, without(filters, filter), signal);
      const files = this.#facets.files(this.#corpus.generation());
      facets.push(countFacet(filter, valuesOf(filter, rows, files), selected));
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
