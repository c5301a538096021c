import type { z } from 'zod';
import type { coverageSchema, driftSchema, duplicatesSchema, hubsSchema, latentNeighboursSchema } from '../../contract/latent.ts';
import { gapOf, pointsWithoutExample, typesOfClusters, undocumentedPoints } from '../../core/latent/coverage.ts';
import { nearDuplicates } from '../../core/latent/duplicates.ts';
import { giniOf, greatestHubs, isolatedPoints } from '../../core/latent/hubs.ts';
import type { LatentMap } from '../../core/latent/latent-map.ts';
import type { ReturnedChunk } from '../../store/user-data/returned-chunks.ts';
import type { ChunkHits } from './chunk-hits.ts';
import { chunkAt, pointOf, shareLines } from './point-facts.ts';
import { pointHits } from './point-hits.ts';

/** What is documented and exampled, cluster by cluster of one level, and point by point. */
export function coverageOf({ points, reading, neighbours, labels }: LatentMap, level: number): z.output<typeof coverageSchema> {
  const clusters = reading.clusters[level]!;
  const count = clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0);
  const names = new Map((labels[level] ?? []).map(({ cluster, name }) => [cluster, name]));
  return {
    clusters: typesOfClusters(clusters, points.contentType, count).flatMap((byType, cluster) => {
      const size = byType.doc + byType.code + byType.source + byType.readme;
      const name = names.get(cluster);
      return name === undefined ? [] : [{ cluster, name, points: size, byType, gap: gapOf(byType) }];
    }),
    undocumented: undocumentedPoints(neighbours, points.contentType, reading.occurrences),
    withoutExample: pointsWithoutExample(neighbours, points.contentType, reading.occurrences),
  };
}

/** Chunks that say nearly the same, in groups. */
export function duplicatesOf(
  { points, neighbours }: LatentMap,
  threshold: number,
  limit: number,
): z.output<typeof duplicatesSchema> {
  const groups = nearDuplicates(neighbours, threshold, (point, other) => shareLines(points, point, other));
  return {
    threshold,
    total: groups.length,
    chunks: groups.reduce((sum, group) => sum + group.points.length, 0),
    groups: groups
      .slice(0, limit)
      .map((group) => ({ ...group, sources: new Set(group.points.map((point) => points.source[point])).size })),
  };
}

/** Who crowds others out, who is never found, who stands alone. */
export function hubsOf(
  { points, reading }: LatentMap,
  limit: number,
  returned: readonly ReturnedChunk[],
): z.output<typeof hubsSchema> {
  const everyPoint = Uint32Array.from({ length: points.count }, (_, point) => point);
  const neverFound = everyPoint.filter((point) => reading.occurrences[point] === 0);
  const hits = pointHits(points, returned);
  return {
    hubs: greatestHubs(reading.occurrences, limit),
    neverFound,
    neverReturned: hits && everyPoint.filter((point) => hits[point] === 0),
    isolated: isolatedPoints(reading.nearest),
    gini: giniOf(reading.occurrences),
  };
}

/** What changed since the map before. */
export function driftOf({ points, reading, drift }: LatentMap, limit: number): z.output<typeof driftSchema> {
  const everyPoint = Uint32Array.from({ length: points.count }, (_, point) => point);
  const added = everyPoint.filter((point) => reading.drift[point] === 1);
  const changed = everyPoint.filter((point) => reading.drift[point] === 2);
  const stayed = everyPoint.filter((point) => reading.drift[point] === 0 && reading.overlap[point]! < 1);
  return {
    ...drift,
    added: added.length,
    changed: changed.length,
    addedPoints: added,
    changedPoints: changed,
    removedChunks: drift.removedChunks.slice(0, limit),
    most: Array.from(stayed, (point) => ({ point, overlap: reading.overlap[point]! }))
      .sort((a, b) => a.overlap - b.overlap || a.point - b.point)
      .slice(0, limit),
  };
}

/** The true neighbours of a point from the table, with how the map shows them; null where the table does not reach so far. */
export function neighboursOf(
  { points, neighbours, places, reading }: LatentMap,
  chunkId: string,
  limit: number,
  hits: ChunkHits,
): z.output<typeof latentNeighboursSchema> | null {
  const point = pointOf(points, chunkId);
  if (point === null || limit > neighbours.k) return null;
  const near = Array.from({ length: neighbours.k }, (_, place) => ({
    point: neighbours.indices[point * neighbours.k + place]!,
    distance: neighbours.distances[point * neighbours.k + place]!,
  })).filter(({ point: other }) => other !== -1 && !shareLines(points, point, other));
  const distanceOf = new Map(near.map((entry) => [chunkAt(points, entry.point).chunkId, entry.distance]));
  const found = hits.of([...distanceOf.keys()], (id) => 1 - distanceOf.get(id)!);
  return {
    reason: near.length === 0 ? 'No other chunk has a vector yet.' : null,
    trust: reading.trust[point]!,
    hits: near
      .flatMap(({ point: other, distance }) => {
        const hit = found.get(chunkAt(points, other).chunkId);
        return hit ? [{ ...hit, point: other, distance, mapDistance: mapDistance(places, point, other) }] : [];
      })
      .slice(0, limit),
  };
}

/** How far two points are from each other on the map: no measure of likeness. */
function mapDistance(places: Float32Array, point: number, other: number): number {
  return Math.hypot(
    places[point * 3]! - places[other * 3]!,
    places[point * 3 + 1]! - places[other * 3 + 1]!,
    places[point * 3 + 2]! - places[other * 3 + 2]!,
  );
}
