import type { Trail } from '../../contract/latent.ts';
import type { LatentMap } from '../../core/latent/latent-map.ts';
import { placeAmong } from '../../core/latent/placement.ts';
import type { Candidate, Scored } from '../../core/ranking/candidate.ts';
import type { Ranking, Retriever } from '../retrieval/retriever.ts';
import type { ChunkHits } from './chunk-hits.ts';
import { pointOf } from './point-facts.ts';

/** Where a hit without a vector of its own stands between near and far. */
const unknownDistance = 0.5;

export interface TrailOptions {
  query: string;
  scope: Trail['scope'];
  limit: number;
  /** Null where there is no map yet: everything but the places is known without one. */
  map: LatentMap | null;
  retriever: Retriever;
  hits: ChunkHits;
  signal: AbortSignal;
}

/** Where a query lands, what it finds by which way, and what its filters and the ranking left out. */
export async function queryTrail({ query, scope, limit, map, retriever, hits, signal }: TrailOptions): Promise<Trail> {
  const ranking = await retriever.rank({ query, ...scope }, signal);
  const isNarrowed = scope.tool !== 'any' || Object.keys(scope.filters).length > 0;
  const all = isNarrowed ? await retriever.rank({ query, ...scope, tool: 'any', filters: {} }, signal) : null;
  const shown = ranking.ranked.slice(0, limit);
  const belowLimit = shownByAList(ranking, limit).filter((item) => !shown.includes(item));
  const passing = new Set(ranking.ranked.map(({ candidate }) => candidate.chunkId));
  const filteredOut = all?.ranked.slice(0, limit).filter(({ candidate }) => !passing.has(candidate.chunkId)) ?? [];
  const point = (chunkId: string): number | null => map && pointOf(map.points, chunkId);
  const told = [...shown, ...belowLimit, ...filteredOut];
  const scores = new Map(told.map(({ candidate, score }) => [candidate.chunkId, score]));
  const found = hits.of([...scores.keys()], (chunkId) => scores.get(chunkId) ?? 0);
  const placed = shown.flatMap(({ candidate }) => {
    const at = point(candidate.chunkId);
    return at === null ? [] : [{ point: at, distance: distanceTo(candidate) ?? unknownDistance }];
  });
  const distances = shown.flatMap(({ candidate }) => distanceTo(candidate) ?? []);
  const reason = ranking.ranked.length > 0 ? null : await reasonOf(retriever, { query, scope, signal });
  return {
    scope,
    mode: ranking.context.mode,
    fallback: ranking.fallback,
    total: ranking.ranked.length,
    place: map && placeAmong(map.places, placed),
    meanDistance: distances.length === 0 ? null : distances.reduce((sum, distance) => sum + distance, 0) / distances.length,
    hits: shown.flatMap(({ candidate }, place) => {
      const { chunkId } = candidate;
      const hit = found.get(chunkId);
      if (!hit) return [];
      const facts = { ...listRanks(candidate), distance: distanceTo(candidate) };
      return [{ chunkId, point: point(chunkId), hit, rank: place + 1, channel: channelOf(candidate), ...facts }];
    }),
    reason,
    removed: [
      ...belowLimit.map((item) => ({ item, by: 'ranking' as const })),
      ...filteredOut.map((item) => ({ item, by: 'filter' as const })),
    ].flatMap(({ item: { candidate }, by }) => {
      const { chunkId } = candidate;
      const hit = found.get(chunkId);
      if (!hit) return [];
      const rank = by === 'filter' ? null : ranking.ranked.findIndex((other) => other.candidate === candidate) + 1;
      return [{ chunkId, point: point(chunkId), hit, by, rank, ...listRanks(candidate) }];
    }),
  };
}

/** What a search says of itself that has found nothing. */
async function reasonOf(
  retriever: Retriever,
  { query, scope, signal }: Pick<TrailOptions, 'query' | 'scope' | 'signal'>,
): Promise<string | null> {
  const { advice } = await retriever.search({ query, ...scope }, signal);
  return advice.length === 0 ? null : advice.join(' ');
}

/** Those that one of the two lists alone would have shown. */
function shownByAList({ ranked }: Ranking, limit: number): Scored[] {
  return ranked.filter(({ candidate }) => {
    const { vectorRank, keywordRank } = listRanks(candidate);
    return Math.min(vectorRank ?? Infinity, keywordRank ?? Infinity) <= limit;
  });
}

function listRanks(candidate: Candidate): { vectorRank: number | null; keywordRank: number | null } {
  return { vectorRank: candidate.vector?.rank ?? null, keywordRank: candidate.keyword?.rank ?? null };
}

function channelOf(candidate: Candidate): Trail['hits'][number]['channel'] {
  const { vectorRank, keywordRank } = listRanks(candidate);
  if (vectorRank !== null && keywordRank !== null) return 'both';
  if (vectorRank !== null) return 'vector';
  return keywordRank === null ? 'symbol' : 'keyword';
}

function distanceTo({ vector }: Candidate): number | null {
  return vector === null ? null : 1 - vector.similarity;
}
