import type { SearchFilters, SearchMode, SearchTool } from '../../contract/search.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { ContentType } from '../../core/chunk.ts';
import { modelText } from '../../core/chunking/model-text.ts';
import type { Embedder } from '../../core/embedding.ts';
import type { Candidate, Scored } from '../../core/ranking/candidate.ts';
import { diversify } from '../../core/ranking/diversify.ts';
import type { ParsedQuery } from '../../core/ranking/query.ts';
import { exampleKey, rankFiles } from '../../core/ranking/rank-files.ts';
import { isOtherVersion, scoreChunks } from '../../core/ranking/score-chunks.ts';
import type { RankingWeights } from '../../core/ranking/weights.ts';
import { dotProduct } from '../../core/vector-scan.ts';
import type { VectorStore } from '../../core/vectors.ts';
import { vectorFilterOf } from '../../store/search-filters.ts';
import type { SearchIndex } from '../../store/search-index.ts';

export interface ConceptContext {
  index: SearchIndex;
  vectors: VectorStore | null;
  embedder: Pick<Embedder, 'embedQuery'> | null;
  spaceId: number | null;
  contentTypes: readonly ContentType[] | null;
  tool: SearchTool;
  mode: SearchMode;
  filters: SearchFilters;
  staleDays: ReadonlyMap<number, number>;
  /** Of the index; what counts are cached by. */
  generation: number;
  chunkTotal: number;
  weights: RankingWeights;
}

/** Most identifiers of one query that are looked up, and most chunks that one of them brings in. */
const mostIdentifiers = 6;
const mostSymbolHits = 30;
/** Hits whose order is settled by diversity; further down nobody looks for it. */
const diversityDepth = 30;

interface MeaningList {
  query: Float32Array;
  /** Rows that the vector store finds alike. */
  ids: ReadonlySet<number>;
}

async function meaningList(
  { text, terms }: ParsedQuery,
  context: ConceptContext,
  signal?: AbortSignal,
): Promise<MeaningList | null> {
  const { vectors, embedder, index } = context;
  if (!vectors || !embedder || context.mode === 'keyword' || terms.length === 0) return null;
  // Asked in the words that passages are made of.
  const query = await embedder.embedQuery(modelText(text, 'prose'), signal);
  const { filter, complete } = vectorFilterOf(context.filters, context.contentTypes);
  const found = await vectors.query(
    {
      vector: query,
      limit: context.weights.depth,
      filter,
      ...(complete ? {} : { allowedIds: index.allowedIds(context.filters, context.contentTypes, context.generation) }),
    },
    signal,
  );
  // The store is a cache: what it knows and SQLite does not is no hit.
  const chunkIds = found.map((match) => match.id);
  return { query, ids: new Set(index.candidateIds(chunkIds, context.generation)) };
}

/**
 * Gives every candidate its similarity, and those of the vector list their rank in it. All are computed here, from the vectors and
 * in one way: each store rounds in its own, so that copies of a text would be ordered by where their numbers came from.
 */
function setSimilarities(candidates: readonly Candidate[], meant: MeaningList, context: ConceptContext, spaceId: number): void {
  const similarityOf = similarities(candidates, meant.query, context, spaceId);
  for (const candidate of candidates) {
    const similarity = similarityOf(candidate);
    if (similarity !== undefined) candidate.vector = { rank: null, similarity };
  }
  candidates
    .filter((candidate) => candidate.vector !== null && meant.ids.has(candidate.id))
    .sort((a, b) => b.vector!.similarity - a.vector!.similarity || (a.chunkId < b.chunkId ? -1 : 1))
    .forEach((candidate, place) => (candidate.vector!.rank = place + 1));
}

/** Cosines from the store's own vectors where they are at hand, else from SQLite's. */
function similarities(
  candidates: readonly Candidate[],
  query: Float32Array,
  { vectors, index }: ConceptContext,
  spaceId: number,
): (candidate: Candidate) => number | undefined {
  if (vectors?.similarities) {
    const ids = candidates.map((candidate) => candidate.chunkId);
    const known = vectors.similarities(query, ids);
    return ({ chunkId }) => known.get(chunkId);
  }
  const ids = candidates.map((candidate) => candidate.id);
  const found = index.vectors(ids, spaceId);
  return ({ id }) => (found.has(id) ? dotProduct(query, found.get(id)!) : undefined);
}

/**
 * The query without terms that a large part of the corpus holds: they cost most of a search's time and say next to nothing. Two
 * terms are kept in any case, the rarest ones.
 */
function tellingTerms(query: ParsedQuery, { index, generation, chunkTotal, weights }: ConceptContext): ParsedQuery {
  const most = chunkTotal * weights.frequentTerm;
  const counted = query.terms.map((term) => ({ term, frequency: index.documentFrequency(term.stem, generation) }));
  const rarest = new Set([...counted].sort((a, b) => a.frequency - b.frequency).slice(0, 2));
  return { ...query, terms: counted.filter((item) => item.frequency <= most || rarest.has(item)).map((item) => item.term) };
}

/** Ranks the corpus for one concept: both lists, symbols, boosts and penalties, files, diversity. Best first. */
export async function rankConcept(query: ParsedQuery, context: ConceptContext, signal?: AbortSignal): Promise<Scored[]> {
  const { index, filters, contentTypes, mode, weights } = context;
  const meaning = meaningList(query, context, signal);
  const { terms } = mode === 'vector' ? { terms: [] } : tellingTerms(query, context);
  const keyword = index.keywordOf(terms, filters, contentTypes, weights.depth, weights.columns, context.generation);
  const symbols = new Map<number, Candidate['symbolMatch']>();
  if (mode === 'hybrid' || mode === 'rrf') {
    const single = query.isIdentifier || query.asked.length > 1 ? query.identifiers : query.asked.map((term) => term.text);
    for (const name of single.slice(0, mostIdentifiers)) {
      for (const found of index.symbols(name, filters, contentTypes, mostSymbolHits))
        if (!symbols.has(found.id)) symbols.set(found.id, found.match);
    }
  }
  const meant = await meaning;
  throwIfCancelled(signal);

  let candidates: Candidate[] = [];
  const keywordById = new Map(keyword.map(({ id, raw }, place) => [id, { rank: place + 1, raw }]));
  const ids = [...new Set([...keywordById.keys(), ...(meant?.ids ?? []), ...symbols.keys()])];
  for (const bare of index.candidates(ids, context.generation)) {
    candidates.push({
      ...bare,
      keyword: keywordById.get(bare.id) ?? null,
      vector: null,
      symbolMatch: symbols.get(bare.id) ?? null,
    });
  }
  if (meant && context.spaceId !== null) setSimilarities(candidates, meant, context, context.spaceId);
  const wantedVersion = filters.version ?? null;
  if (filters.version_filter === 'only')
    candidates = candidates.filter((candidate) => !isOtherVersion(candidate.versionPin, wantedVersion));
  const readmes = candidates.filter((candidate) => candidate.contentType === 'readme' && candidate.exampleRoot !== null);
  const scored = scoreChunks(candidates, {
    mode,
    isIdentifier: query.isIdentifier,
    wantsExamples: context.tool === 'examples' || /\b(example|examples|sample|demo|starter|template)s?\b/i.test(query.text),
    wantsTests: /\b(tests?|testing|pytest|unittest|mock)\b/i.test(query.text),
    mixed: (contentTypes?.length ?? 4) > 2,
    staleDays: context.staleDays,
    wantedVersion,
    weights,
  });
  const ranked = rankFiles(scored, {
    mode,
    isIdentifier: query.isIdentifier,
    entryFiles: index.entryFiles(readmes.map(exampleKey), context.generation),
    weights,
  });
  return mode === 'hybrid' || mode === 'rrf' ? diversify(ranked, diversityDepth, weights.diversity) : ranked;
}
