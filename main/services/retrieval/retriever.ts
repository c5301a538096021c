import { createHash, randomUUID } from 'node:crypto';
import { HubError } from '../../contract/errors.ts';
import type { EmptyReason, SearchAnswer, SearchFiltersInput, SearchMode, SearchTool } from '../../contract/search.ts';
import type { Embedder } from '../../core/embedding.ts';
import type { Logger } from '../../core/logger.ts';
import type { Scored } from '../../core/ranking/candidate.ts';
import { confidenceOf } from '../../core/ranking/confidence.ts';
import { interleave } from '../../core/ranking/interleave.ts';
import { matchExpression, parseQuery, splitConcepts, type ParsedQuery } from '../../core/ranking/query.ts';
import { withOverrides } from '../../core/ranking/weights.ts';
import type { VectorStore } from '../../core/vectors.ts';
import { CorpusReader, type SourceRow } from '../../store/corpus-reader.ts';
import type { Connection } from '../../store/database.ts';
import { unknownValues } from '../../store/unknown-values.ts';
import { SearchIndex, type ChunkRow } from '../../store/search-index.ts';
import { markDeprecated } from '../deprecations/mark-hits.ts';
import { encodeCursor, decodeCursor } from './cursor.ts';
import { adviceFor, emptyReasonOf, followUpsOf } from './evidence.ts';
import { partsWithinBounds, toHit } from './hit.ts';
import { findNeighbours, type NeighboursAnswer } from './neighbours.ts';
import { QueryVectors } from './query-vectors.ts';
import { rankConcept, type ConceptContext } from './rank-concept.ts';
import { canonicalFilters, checkFilters, contentTypesOf } from './scope.ts';

export interface RankRequest {
  query: string;
  tool?: SearchTool;
  mode?: SearchMode;
  filters?: SearchFiltersInput;
  /** Ranking weights that replace the default ones, by dotted name. */
  weights?: Readonly<Record<string, number>> | undefined;
}

export interface SearchRequest extends RankRequest {
  /** 1 to 100; default 10. */
  limit?: number;
  cursor?: string | undefined;
  explain?: boolean;
}

/** The whole list for a query, with what it was made from. */
export interface Ranking {
  concepts: ParsedQuery[];
  ranked: Scored[];
  context: ConceptContext;
  /** Why another mode answered than was asked for. */
  fallback: string | null;
  sources: SourceRow[];
}

/** A page of an answer with what the store holds of its hits. */
export interface SearchPage {
  answer: SearchAnswer;
  /** In the order of the hits. */
  rows: ChunkRow[];
  /** The answer with its first hits alone; its cursor goes on behind the last of them. */
  first(count: number): SearchAnswer;
}

/** What an answer says of where it ends. */
type PageEnd = Pick<SearchAnswer, 'truncated' | 'nextCursor' | 'index'>;

export interface RetrieverOptions {
  connection: Connection;
  vectors: VectorStore | null;
  embedder: Pick<Embedder, 'embedQuery'> | null;
  /** Id of the embedder's space in the store, asked at each search since indexing may have just made it. */
  spaceId: () => number | null;
  /** Why the vectors that are there cannot answer for now, asked at each search; null when they can. */
  notReady?: () => string | null;
  /** Why there is no meaning search, when there is none. */
  withoutMeaning: string | null;
  logger: Logger;
}

const mostHits = 100;
/** Hits that confidence and follow-ups look at. */
const bestHits = 10;

/** Answers searches from one store. Reads only; may be used beside a writer. */
export class Retriever {
  readonly #options: RetrieverOptions;
  readonly #index: SearchIndex;
  readonly #corpus: CorpusReader;

  constructor(options: RetrieverOptions) {
    this.#options = { ...options, embedder: options.embedder && new QueryVectors(options.embedder) };
    this.#index = new SearchIndex(options.connection, options.logger);
    this.#corpus = new CorpusReader(options.connection);
  }

  /**
   * Everything that a search finds for a query, best first, without a page cut out of it. Any text is a valid query. Throws `usage`
   * for unknown filters and weights, and `cancelled`.
   */
  async rank(request: RankRequest, signal?: AbortSignal): Promise<Ranking> {
    const tool = request.tool ?? 'any';
    const checked = checkFilters(request.filters);
    const weights = withOverrides(request.weights ?? {});
    const wantedMode = request.mode ?? 'hybrid';
    const { embedder, vectors, spaceId } = this.#options;
    const notReady = this.#options.notReady?.() ?? null;
    const meaning = embedder !== null && vectors !== null && spaceId() !== null && notReady === null;
    const mode: SearchMode = wantedMode !== 'keyword' && !meaning ? 'keyword' : wantedMode;
    const fallback =
      mode === wantedMode
        ? null
        : (this.#options.withoutMeaning ??
          notReady ??
          'No chunk has a vector yet: the index is still being made, or was made without a model.');
    const generation = this.#corpus.generation();
    const sources = this.#corpus.sources();
    const names = sources.map((source) => source.specification.name);
    const filters = canonicalFilters(checked, names);
    const context: ConceptContext = {
      index: this.#index,
      vectors: meaning ? vectors : null,
      embedder: meaning ? embedder : null,
      spaceId: spaceId(),
      contentTypes: contentTypesOf(tool),
      tool,
      mode,
      filters,
      staleDays: staleDaysOf(sources),
      generation,
      chunkTotal: this.#index.chunkTotal(generation),
      weights,
    };
    const concepts = splitConcepts(request.query).map(parseQuery);
    const lists = await Promise.all(concepts.map((concept) => rankConcept(concept, context, signal)));
    return { concepts, ranked: lists.length === 1 ? lists[0]! : interleave(lists), context, fallback, sources };
  }

  /** One page of what a query finds. Throws like `rank`, and `usage` for a bad limit and for a foreign or outdated cursor. */
  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    return (await this.searchPage(request, signal)).answer;
  }

  /** As `search`, with the chunks behind the hits. */
  async searchPage(request: SearchRequest, signal?: AbortSignal): Promise<SearchPage> {
    const started = performance.now();
    const limit = request.limit ?? 10;
    if (!Number.isInteger(limit) || limit < 1 || limit > mostHits)
      throw new HubError('usage', `The limit must be a whole number from 1 to ${mostHits}.`);
    const { concepts, ranked, context, fallback, sources } = await this.rank(request, signal);
    const { tool, mode, filters, generation, chunkTotal: total, weights } = context;
    const identity = createHash('sha256')
      .update(JSON.stringify([request.query, tool, mode, filters, weights]))
      .digest('hex')
      .slice(0, 16);
    const offset = request.cursor === undefined ? 0 : decodeCursor(request.cursor, identity, generation);

    const page = this.#withRows(ranked.slice(offset, offset + limit), generation);
    // Confidence is about the query, not about the page: the ten best hits decide, whatever is shown.
    const isShown = offset === 0 && limit >= bestHits;
    const best = isShown ? page.slice(0, bestHits) : this.#withRows(ranked.slice(0, bestHits), generation);
    const bestRows = best.map(({ row }) => row);
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
    const stems = new Set(terms.map((term) => term.stem));
    const hits = markDeprecated(
      this.#options.connection,
      page.map(({ item, row }) => ({
        ...toHit(row, item.score, stems),
        ...(request.explain ? { explain: partsWithinBounds(item) } : {}),
      })),
    );
    const unfilteredFinds = ranked.length === 0 && (await this.#unfilteredFinds(concepts, context, signal));
    const emptyReason: EmptyReason | null =
      ranked.length > 0
        ? null
        : emptyReasonOf({
            terms: terms.length,
            sources,
            chunks: total,
            filters,
            unfiltered: () => unfilteredFinds,
          });
    const shownUpTo = (count: number): PageEnd => {
      const end = Math.min(offset + count, ranked.length);
      return {
        truncated: end < ranked.length,
        nextCursor: end < ranked.length ? encodeCursor(end, identity, generation) : null,
        index: evidenceOfIndex(
          sources,
          page.slice(0, count).map(({ row }) => row),
        ),
      };
    };
    const answer: SearchAnswer = {
      queryId: randomUUID(),
      query: request.query,
      tool,
      mode,
      fallback,
      total: ranked.length,
      returned: hits.length,
      emptyReason,
      confidence: confidence.confidence,
      lowConfidence: confidence.low,
      confidenceReason: confidence.reason,
      notFound: confidence.notFound,
      followUps: followUpsOf(concepts, bestRows, confidence.low),
      advice: adviceFor(emptyReason, filters, confidence.low, {
        query: request.query,
        unknown: () => unknownValues(this.#options.connection, filters),
      }),
      ...shownUpTo(limit),
      elapsedMs: Math.round((performance.now() - started) * 100) / 100,
      hits,
    };
    return {
      answer,
      rows: page.map(({ row }) => row),
      first: (count) => ({ ...answer, ...shownUpTo(count), returned: count, hits: hits.slice(0, count) }),
    };
  }

  /** Chunks that mean nearly the same as one. Throws `not-found`, `cancelled`. */
  neighbours(chunkId: string, limit: number, signal?: AbortSignal): Promise<NeighboursAnswer> {
    const { vectors, withoutMeaning } = this.#options;
    return findNeighbours(
      chunkId,
      limit,
      { index: this.#index, vectors, spaceId: this.#options.spaceId(), withoutMeaning },
      signal,
    );
  }

  /** With what the store holds of them. A chunk that a writer has replaced since the list was made is no hit any more. */
  #withRows(items: readonly Scored[], generation: number): { item: Scored; row: ChunkRow }[] {
    const ids = items.map((item) => item.candidate.id);
    const rows = new Map(this.#index.chunksAt(ids, generation).map((row) => [row.chunkId, row]));
    return items.flatMap((item) => {
      const row = rows.get(item.candidate.chunkId);
      return row ? [{ item, row }] : [];
    });
  }

  /** Whether the same words would find something without filters and tool. */
  async #unfilteredFinds(concepts: readonly ParsedQuery[], context: ConceptContext, signal?: AbortSignal): Promise<boolean> {
    if (context.contentTypes === null && Object.keys(context.filters).length === 0) return false;
    if (concepts.some((concept) => this.#finds(matchExpression(concept)))) return true;
    // Words that no text holds find by meaning, and parts of names by symbol: only the search itself tells.
    const free: ConceptContext = { ...context, tool: 'any', contentTypes: null, filters: {} };
    const lists = await Promise.all(concepts.map((concept) => rankConcept(concept, free, signal)));
    return lists.some((list) => list.length > 0);
  }

  #finds(match: string | null): boolean {
    return match !== null && this.#index.keyword(match, {}, null, 1).length > 0;
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
