import type { LatentLabel } from '../../contract/latent.ts';
import type { LatentReading } from '../../contract/latent-points.ts';
import { clusterNames } from '../../core/latent/cluster-names.ts';
import { clusterShapes } from '../../core/latent/cluster-shape.ts';
import { clusterTerms } from '../../core/latent/cluster-terms.ts';
import { communities } from '../../core/latent/communities.ts';
import { typesOfClusters } from '../../core/latent/coverage.ts';
import { driftBetween } from '../../core/latent/drift.ts';
import type { WeightedGraph } from '../../core/latent/fuzzy-graph.ts';
import { nearestDistances, occurrencesOf } from '../../core/latent/hubs.ts';
import { keepIdentities } from '../../core/latent/label-identity.ts';
import type { LatentMap, MapDrift, PointColumns } from '../../core/latent/latent-map.ts';
import type { NeighbourTable } from '../../core/latent/neighbour-table.ts';
import { PlaceTable } from '../../core/latent/place-table.ts';
import type { TermTable } from '../../core/latent/term-table.ts';
import { pointTrust, trustNeighbours } from '../../core/latent/trust.ts';
import { chunkAt, chunkNameAt } from './point-facts.ts';

/** Resolutions of the three levels, coarse to fine. */
const resolutions = [1, 4, 12];
const mostClusters = 65_535;
/** Smaller clusters are part of the map and of coverage, but get no label. */
const leastLabelled = 5;
const mostLabels = 1_000;
const termsEach = 5;
/** Chunks that are gone, listed by name; more are counted. */
const mostRemoved = 10_000;

export interface ReadMapInput {
  points: PointColumns;
  places: Float32Array;
  table: NeighbourTable;
  graph: WeightedGraph;
  terms: TermTable;
  seed: number;
  /** The map before, and where its points are now. */
  before: { map: LatentMap; newOf: Int32Array } | null;
  /** Clusters are found anew, grow out of those of the map before as its shape does, or are those: it is of the same. */
  clustersFrom: 'nothing' | 'before' | 'same';
  /** Called between parts; throws to cancel. */
  onPart: (done: number, total: number) => void;
}

export interface MapReading {
  reading: LatentReading;
  labels: LatentLabel[][];
  nextIdentities: number[];
  drift: MapDrift;
}

/** What is read off a finished map and its neighbours: clusters and their names, trust, hubs, what changed. */
export function readMap(input: ReadMapInput): MapReading {
  const { points, places, table, graph, seed, before, clustersFrom, onPart } = input;
  const total = resolutions.length + 2;
  const occurrences = occurrencesOf(table, trustNeighbours);
  const trust = pointTrust(table, places);
  onPart(1, total);
  const placeTable = new PlaceTable(points.count, (point) => chunkAt(points, point));
  const levels = resolutions.map((resolution, level) => {
    const were = clustersFrom === 'nothing' || before === null ? undefined : clustersBefore(before, level, points.count);
    const found = were && clustersFrom === 'same' ? were : communities(graph, resolution, seed, were);
    const clusters = Uint16Array.from(found, (cluster) => Math.min(cluster, mostClusters));
    const named = labelsOf(input, placeTable, clusters, level, occurrences);
    onPart(level + 2, total);
    return named;
  });
  const { kind, overlap, drift } = driftOf(points, places, table, before);
  onPart(total, total);
  return {
    reading: {
      clusters: levels.map(({ clusters }) => clusters),
      trust,
      occurrences,
      nearest: nearestDistances(table),
      drift: kind,
      overlap,
    },
    labels: levels.map(({ labels }) => labels),
    nextIdentities: levels.map(({ nextIdentity }) => nextIdentity),
    drift,
  };
}

function labelsOf(
  { points, places, terms, before }: ReadMapInput,
  placeTable: PlaceTable,
  clusters: Uint16Array,
  level: number,
  occurrences: Uint32Array,
): { clusters: Uint16Array; labels: LatentLabel[]; nextIdentity: number } {
  const count = clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0);
  const shapes = clusterShapes(clusters, count, places, occurrences);
  const telling = clusterTerms(terms, clusters, count, termsEach);
  const names = clusterNames(placeTable, clusters, count, telling);
  const types = typesOfClusters(clusters, points.contentType, count);
  const nextBefore = before?.map.nextIdentities[level] ?? 0;
  const identities = keepIdentities(clusters, count, before && identitiesBefore(before, level, points.count), nextBefore);
  const labels = shapes.flatMap((shape, cluster): LatentLabel[] =>
    shape.points < leastLabelled
      ? []
      : [
          {
            cluster,
            identity: identities[cluster]!,
            ...names[cluster]!,
            terms: telling[cluster]!,
            ...shape,
            byType: types[cluster]!,
          },
        ],
  );
  return {
    clusters,
    labels: labels.slice(0, mostLabels),
    nextIdentity: identities.reduce((next, identity) => Math.max(next, identity + 1), nextBefore),
  };
}

/** The cluster that each point was in, -1 where it was not there. */
function clustersBefore({ map, newOf }: { map: LatentMap; newOf: Int32Array }, level: number, count: number): Int32Array {
  const were = map.reading.clusters[level];
  const clusters = new Int32Array(count).fill(-1);
  newOf.forEach((point, old) => {
    if (point !== -1) clusters[point] = were?.[old] ?? -1;
  });
  return clusters;
}

/** The identity that each point's cluster had, -1 where it had none. */
function identitiesBefore({ map, newOf }: { map: LatentMap; newOf: Int32Array }, level: number, count: number): Int32Array {
  const identityOf = new Map((map.labels[level] ?? []).map(({ cluster, identity }) => [cluster, identity]));
  const clusters = map.reading.clusters[level];
  const identities = new Int32Array(count).fill(-1);
  newOf.forEach((point, old) => {
    if (point !== -1) identities[point] = identityOf.get(clusters?.[old] ?? -1) ?? -1;
  });
  return identities;
}

function driftOf(
  points: PointColumns,
  places: Float32Array,
  table: NeighbourTable,
  before: ReadMapInput['before'],
): { kind: Uint8Array; overlap: Float32Array; drift: MapDrift } {
  if (before === null) {
    return {
      kind: new Uint8Array(points.count),
      overlap: new Float32Array(points.count).fill(1),
      drift: { since: null, removed: 0, removedChunks: [], meanOverlap: null, medianMove: null },
    };
  }
  const { map, newOf } = before;
  const { kind, overlap, removed, meanOverlap, medianMove } = driftBetween(
    { table: map.neighbours, places: map.places, nameOf: (point) => chunkNameAt(map.points, point) },
    { table, places, nameOf: (point) => chunkNameAt(points, point) },
    newOf,
  );
  const removedChunks = removed.slice(0, mostRemoved).map((point) => chunkAt(map.points, point));
  return { kind, overlap, drift: { since: map.madeAt, removed: removed.length, removedChunks, meanOverlap, medianMove } };
}
