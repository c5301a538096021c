import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import type { ReturnedChunk } from '../../store/user-data/returned-chunks.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import { ChunkHits } from '../latent/chunk-hits.ts';
import { exportPoints } from '../latent/export-points.ts';
import { failedQueries } from '../latent/failed-queries.ts';
import type { LatentSpace } from '../latent/latent-space.ts';
import { coverageOf, driftOf, duplicatesOf, hubsOf, neighboursOf } from '../latent/map-views.ts';
import { chunkAt, pointOf } from '../latent/point-facts.ts';
import { pointHits } from '../latent/point-hits.ts';
import { queryLogs } from '../latent/query-logs.ts';
import { queryTrail } from '../latent/query-trail.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { ServiceParts } from './service-parts.ts';

type LatentNames = Extract<keyof HubContract, `latent.${string}`>;

/** The map of everything indexed. */
export function latentProcedures(
  parts: Pick<ServiceParts, 'answering' | 'weights' | 'logger'> & {
    latent: LatentSpace;
    sessions: SessionService;
    userData: UserData;
  },
): Pick<Handlers<HubContract>, LatentNames> {
  const { answering, latent, logger, sessions, userData, weights } = parts;
  const returned = (): ReturnedChunk[] => userData.returnedChunks((chunks) => chunks.all());
  return {
    'latent.status': ({ settings }) => latent.status(settings),
    'latent.layout': ({ settings, make }, { signal }) => latent.layout(settings, make, signal),
    'latent.points': async ({ settings, layoutId }) => {
      const points = await latent.points(settings, layoutId);
      return { ...points, hits: pointHits(points, returned()) };
    },
    'latent.labels': async ({ settings, layoutId }) => ({ levels: (await latent.map(settings, layoutId)).labels }),
    'latent.describe': async ({ settings, layoutId, points, chunkIds }) => {
      const map = await latent.stored(settings, layoutId);
      const asked = map
        ? points.filter((point) => point < map.points.count).map((point) => chunkAt(map.points, point).chunkId)
        : [];
      const ids = [...new Set([...asked, ...chunkIds])];
      const found = await answering.use((hub) => new ChunkHits(hub.connection, logger).of(ids));
      return { hits: ids.flatMap((id) => (found.has(id) ? [{ ...found.get(id)!, point: map && pointOf(map.points, id) }] : [])) };
    },
    'latent.neighbours': async ({ settings, layoutId, chunkId, limit }, { signal }) => {
      const map = await latent.stored(settings, layoutId);
      return answering.use(async (hub) => {
        const known = map && neighboursOf(map, chunkId, limit, new ChunkHits(hub.connection, logger));
        if (known) return known;
        const { reason, hits } = await (await hub.retriever()).neighbours(chunkId, limit, signal);
        const point = (id: string): number | null => map && pointOf(map.points, id);
        return {
          reason,
          trust: null,
          hits: hits.map(({ similarity, ...hit }) => ({
            ...hit,
            point: point(hit.chunkId),
            distance: 1 - similarity,
            mapDistance: null,
          })),
        };
      });
    },
    'latent.trail': async ({ settings, layoutId, query, scopes, limit }, { signal }) => {
      const map = await latent.stored(settings, layoutId);
      return answering.use(async (hub) => {
        const retriever = await hub.retriever();
        const hits = new ChunkHits(hub.connection, logger);
        const trails = [];
        for (const scope of scopes) {
          const weighted = { ...scope, weights: { ...weights(), ...scope.weights } };
          trails.push(await queryTrail({ query, scope: weighted, limit, map, retriever, hits, signal }));
        }
        return { trails };
      });
    },
    'latent.failedQueries': async ({ settings, layoutId, limit }, { signal }) => {
      const map = await latent.stored(settings, layoutId);
      return answering.use(async (hub) =>
        failedQueries(queryLogs(userData, sessions.sessions.findings), limit, map, await hub.retriever(), signal),
      );
    },
    'latent.coverage': async ({ settings, layoutId, level }) => coverageOf(await latent.map(settings, layoutId), level),
    'latent.duplicates': async ({ settings, layoutId, threshold, limit }) =>
      duplicatesOf(await latent.map(settings, layoutId), threshold, limit),
    'latent.hubs': async ({ settings, layoutId, limit }) => hubsOf(await latent.map(settings, layoutId), limit, returned()),
    'latent.drift': async ({ settings, layoutId, limit }) => driftOf(await latent.map(settings, layoutId), limit),
    'latent.export': async ({ settings, layoutId, ...choice }) =>
      exportPoints(await latent.map(settings, layoutId), choice, returned()),
  };
}
