import type { z } from 'zod';
import type { failedQuerySchema } from '../../contract/latent.ts';
import type { LatentMap } from '../../core/latent/latent-map.ts';
import { placeAmong } from '../../core/latent/placement.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import { pointOf } from './point-facts.ts';

export type FailedQuery = z.output<typeof failedQuerySchema>;

/** A query that did not find what was wanted, as some log has it. */
export type LoggedQuery = Pick<FailedQuery, 'query' | 'at' | 'why'>;

/** One log of queries, newest first. */
export interface QueryLog {
  origin: FailedQuery['origin'];
  failed: (limit: number) => readonly LoggedQuery[];
}

/** Hits that a query is placed among. */
const placedAmong = 15;

/** The failed queries of all logs, newest first and each once, with where they land by meaning. */
export async function failedQueries(
  logs: readonly QueryLog[],
  limit: number,
  map: LatentMap | null,
  retriever: Retriever,
  signal: AbortSignal,
): Promise<{ queries: FailedQuery[] }> {
  const seen = new Set<string>();
  const logged = logs
    .flatMap(({ origin, failed }) => failed(limit).map((entry) => ({ ...entry, origin })))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .filter(({ query }) => query.trim() !== '' && !seen.has(query) && seen.add(query))
    .slice(0, limit);
  const queries: FailedQuery[] = [];
  for (const entry of logged) queries.push({ ...entry, ...(await landingOf(entry.query, map, retriever, signal)) });
  return { queries };
}

/** Where a query lands among all chunks, whatever filters it was asked with. */
async function landingOf(
  query: string,
  map: LatentMap | null,
  retriever: Retriever,
  signal: AbortSignal,
): Promise<Pick<FailedQuery, 'place' | 'meanDistance'>> {
  const { ranked } = await retriever.rank({ query, mode: 'vector' }, signal);
  const near = ranked.slice(0, placedAmong).flatMap(({ candidate: { chunkId, vector } }) => {
    const point = map && pointOf(map.points, chunkId);
    return vector === null ? [] : [{ point, distance: 1 - vector.similarity }];
  });
  const placed = near.flatMap(({ point, distance }) => (point === null ? [] : [{ point, distance }]));
  return {
    place: map && placeAmong(map.places, placed),
    meanDistance: near.length === 0 ? null : near.reduce((sum, { distance }) => sum + distance, 0) / near.length,
  };
}
