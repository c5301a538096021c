import { createHash, randomUUID } from 'node:crypto';
import { HubError } from '../../contract/errors.ts';
import {
  filterSchema,
  type EmptyReason,
  type SearchAnswer,
  type SearchFilters,
  type SearchFiltersInput,
  type SearchHit,
  type SearchMode,
  type SearchTool,
} from '../../contract/search.ts';
import type { ContentType } from '../../core/chunk.ts';
import type { Embedder } from '../../core/embedding.ts';
import type { Logger } from '../../core/logger.ts';
import type { Scored } from '../../core/ranking/candidate.ts';
import { confidenceOf } from '../../core/ranking/confidence.ts';
import { interleave } from '../../core/ranking/interleave.ts';
import { matchExpression, parseQuery, splitConcepts } from '../../core/ranking/query.ts';
import { withOverrides } from '../../core/ranking/weights.ts';
import type { VectorStore } from '../../core/vectors.ts';
import { CorpusReader, type SourceRow } from '../../store/corpus-reader.ts';
import type { Connection } from '../../store/database.ts';
import { SearchIndex, type ChunkRow } from '../../store/search-index.ts';
import { citationOf } from './citation.ts';
import { encodeCursor, decodeCursor } from './cursor.ts';
import { adviceFor, emptyReasonOf, followUpsOf } from './evidence.ts';
import { rankConcept, type ConceptContext } from './rank-concept.ts';
import { snippetOf } from '../../core/ranking/snippet.ts';

export interface SearchRequest {
  query: string;
  tool?: SearchTool;
  mode?: SearchMode;
  filters?: SearchFiltersInput;
  /** 1 to 100; default 10. */
  limit?: number;
  cursor?: string;
  explain?: boolean;
  /** Ranking weights that replace the ones in the settings, by dotted name. */
  weights?: Readonly<Record<string, number>>;
}

export interface RetrieverOptions {
  connection: Connection;
  vectors: VectorStore | null;
  embedder: Embedder | null;
  /** Id of the embedder's space in the store, asked at each search since indexing may have just made it. */
  spaceId: () => number | null;
  /** Why there is no meaning search, when there is none. */
  withoutMeaning: string | null;
  /** Ranking weights of the settings, by dotted name, asked at each search. */
  weights?: () => Readonly<Record<string, number>>;
  logger: Logger;
}

const contentTypesOf: Record<SearchTool, readonly ContentType[] | null> = {
  any: null,
  docs: ['doc', 'readme'],
  examples: ['code', 'readme'],
  api: ['source'],
};

const mostHits = 100;

function checkFilters(filters: SearchFiltersInput | undefined): SearchFilters {
  const parsed = filterSchema.safeParse(filters ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const valid = Object.keys(filterSchema.shape);
  if (issue.code === 'unrecognized_keys') {
    throw new HubError(
      'usage',
      `Unknown filter ${issue.keys.map((key) => `“${key}”`).join(', ')}. Filters are: ${valid.join(', ')}.`,
      { valid },
    );
  }
  throw new HubError('usage', `Filter ${issue.path.join('.')}: ${issue.message}`, { valid });
}

/** Answers searches from one store. Reads only; may be used beside a writer. */
export class Retriever {
  readonly #options: RetrieverOptions;
  readonly #index: SearchIndex;
  readonly #corpus: CorpusReader;

  constructor(options: RetrieverOptions) {
    this.#options = options;
    this.#index = new SearchIndex(options.connection, options.logger);
    this.#corpus = new CorpusReader(options.connection);
  }

  /** Any text is a valid query. Throws `usage` for unknown filters, a bad limit or a foreign cursor, and `cancelled`. */
  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    const started = performance.now();
    const tool = request.tool ?? 'any';
    const filters = checkFilters(request.filters);
    const limit = request.limit ?? 10;
    if (!Number.isInteger(limit) || limit < 1 || limit > mostHits)
      throw new HubError('usage', `The limit must be a whole number from 1 to ${mostHits}.`);
    const weights = withOverrides(request.weights ?? {}, withOverrides(this.#options.weights?.() ?? {}));
    const wantedMode = request.mode ?? 'hybrid';
    const meaning = this.#options.embedder !== null && this.#options.vectors !== null && this.#options.spaceId() !== null;
    const mode: SearchMode = wantedMode !== 'keyword' && !meaning ? 'keyword' : wantedMode;
    const fallback =
      mode === wantedMode
        ? null
        : (this.#options.withoutMeaning ??
          'No chunk has a vector yet: the index is still being made, or was made without a model.');

    const generation = this.#corpus.generation();
    const sources = this.#corpus.sources();
    const total = this.#index.chunkTotal();
    const identity = createHash('sha256')
      .update(JSON.stringify([request.query, tool, mode, filters]))
      .digest('hex')
      .slice(0, 16);
    const offset = request.cursor === undefined ? 0 : decodeCursor(request.cursor, identity);

    const context: ConceptContext = {
      index: this.#index,
      vectors: meaning ? this.#options.vectors : null,
      embedder: meaning ? this.#options.embedder : null,
      spaceId: this.#options.spaceId(),
      contentTypes: contentTypesOf[tool],
      tool,
      mode,
      filters,
      staleDays: staleDaysOf(sources),
      generation,
      chunkTotal: total,
      weights,
    };
    const concepts = splitConcepts(request.query).map(parseQuery);
    const lists = await Promise.all(concepts.map((concept) => rankConcept(concept, context, signal)));
    const ranked = lists.length === 1 ? lists[0]! : interleave(lists);

    const page = ranked.slice(offset, offset + limit);
    const rows = this.#index.chunks(page.map((item) => item.candidate.id));
    // Confidence is about the query, not about the page: the best hits decide on every page.
    const bestRows = offset === 0 ? rows : this.#index.chunks(ranked.slice(0, 10).map((item) => item.candidate.id));
    const terms = concepts.flatMap((concept) => concept.asked);
    const confidence = confidenceOf(
      terms,
      bestRows.map((row) => row.searchedText),
      {
        total,
        documentFrequency: (stem) => this.#index.documentFrequency(stem, generation),
        lowBelow: weights.lowConfidence,
      },
    );
    const hits = page.map((item, position) =>
      this.#toHit(
        item,
        rows[position]!,
        terms.map((term) => term.stem),
        request.explain ?? false,
      ),
    );
    const emptyReason: EmptyReason | null =
      ranked.length > 0
        ? null
        : emptyReasonOf({
            terms: terms.length,
            sources,
            chunks: total,
            filters,
            unfiltered: () => this.#unfilteredFinds(concepts, context),
          });
    const end = offset + page.length;
    return {
      queryId: randomUUID(),
      query: request.query,
      tool,
      mode,
      fallback,
      total: ranked.length,
      returned: hits.length,
      truncated: end < ranked.length,
      nextCursor: end < ranked.length ? encodeCursor(end, identity) : null,
      emptyReason,
      confidence: confidence.confidence,
      lowConfidence: confidence.low,
      confidenceReason: confidence.reason,
      notFound: confidence.notFound,
      followUps: followUpsOf(concepts, bestRows, confidence.low),
      advice: adviceFor(emptyReason, filters, confidence.low),
      index: evidenceOfIndex(sources, rows),
      elapsedMs: Math.round((performance.now() - started) * 100) / 100,
      hits,
    };
  }

  /** Whether the same words would find something without filters and tool. */
  #unfilteredFinds(concepts: readonly ReturnType<typeof parseQuery>[], context: ConceptContext): boolean {
    return (
      concepts.some((concept) => this.#finds(matchExpression(concept))) &&
      (context.contentTypes !== null || Object.keys(context.filters).length > 0)
    );
  }

  #finds(match: string | null): boolean {
    return match !== null && this.#index.keyword(match, {}, null, 1).length > 0;
  }

  #toHit(item: Scored, row: ChunkRow, stems: readonly string[], explain: boolean): SearchHit {
    const lines = { start: row.startLine, end: row.endLine };
    return {
      chunkId: row.chunkId,
      contentType: row.contentType,
      chunkType: row.chunkType,
      source: row.source,
      repo: row.repo,
      path: row.path,
      lines,
      language: row.language,
      symbol: row.symbol,
      title: row.title,
      section: row.headingTrail,
      ...(row.chunkType === 'class' ? { members: membersOf(row.metadata) } : {}),
      snippet: snippetOf(row.content, new Set(stems)),
      sourceUrl: citationOf(row),
      commit: row.revision,
      deprecated: row.metadata.deprecated ?? null,
      score: Math.min(1, Math.max(0, item.score)),
      ...(explain ? { explain: withinBounds(item) } : {}),
    };
  }
}

/** Days that each source's last check lies behind the newest check in this index: clocks do not change a list. */
function staleDaysOf(sources: readonly SourceRow[]): Map<number, number> {
  const checked = sources.flatMap((source) =>
    source.lastCheckedAt ? [{ id: source.id, at: Date.parse(source.lastCheckedAt) }] : [],
  );
  const newest = Math.max(...checked.map((source) => source.at));
  return new Map(checked.map((source) => [source.id, Math.floor((newest - source.at) / 86_400_000)]));
}

/** State of the sources that the rows came from. */
function evidenceOfIndex(sources: readonly SourceRow[], rows: readonly ChunkRow[]): SearchAnswer['index'] {
  const names = new Set(rows.map((row) => row.source));
  return sources
    .filter((source) => names.has(source.specification.name))
    .map((source) => ({
      source: source.specification.name,
      commit: source.revision,
      checkedAt: source.lastCheckedAt,
      state: source.state,
    }));
}

/** Names of a class's fields and methods, from `name: type = default` and signatures. */
function membersOf(metadata: ChunkRow['metadata']): string[] {
  const names = [...(metadata.fields ?? []), ...(metadata.methods ?? [])].map(
    (entry) => /^(?:async\s+)?(?:def\s+)?([\p{L}_][\p{L}\p{N}_]*)/u.exec(entry)?.[1] ?? '',
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The parts with what keeps the score between 0 and 1 as a part of its own, so that the sum is the score. */
function withinBounds(item: Scored): Scored['parts'] {
  if (item.score > 1) return [...item.parts, { name: 'at most 1', value: 1 - item.score }];
  if (item.score < 0) return [...item.parts, { name: 'at least 0', value: -item.score }];
  return item.parts;
}
