import type { LatentLabel } from '../../contract/latent.ts';
import type { LatentReading } from '../../contract/latent-points.ts';
import { clusterShapes } from '../../core/latent/cluster-shape.ts';
import { driftBetween } from '../../core/latent/drift.ts';
import { nearestDistances, occurrencesOf } from '../../core/latent/hubs.ts';
import type { LatentMap, MapDrift, PointColumns } from '../../core/latent/latent-map.ts';
import type { NeighbourTable } from '../../core/latent/neighbour-table.ts';
import { pointTrust, trustNeighbours } from '../../core/latent/trust.ts';
import type { NamedLevel } from './name-clusters.ts';
import { chunkAt, chunkNameAt } from './point-facts.ts';

/** Smaller clusters are part of the map and of coverage, but get no label. */
const leastLabelled = 5;
const mostLabels = 1_000;
/** Chunks that are gone, listed by name; more are counted. */
const mostRemoved = 10_000;

export interface ReadMapInput {
  points: PointColumns;
  places: Float32Array;
  table: NeighbourTable;
  /** Clusters with their names, coarse to fine. */
  levels: readonly NamedLevel[];
  /** The map before, and where its points are now. */
  before: { map: LatentMap; newOf: Int32Array } | null;
}

export interface MapReading {
  reading: LatentReading;
  labels: LatentLabel[][];
  nextIdentities: number[];
  drift: MapDrift;
}

/** What is read off a finished map and its neighbours: where clusters stand, trust, hubs, what changed. */
export function readMap({ points, places, table, levels, before }: ReadMapInput): MapReading {
  const occurrences = occurrencesOf(table, trustNeighbours);
  const { kind, overlap, drift } = driftOf(points, places, table, before);
  return {
    reading: {
      clusters: levels.map(({ clusters }) => clusters),
      trust: pointTrust(table, places),
      occurrences,
      nearest: nearestDistances(table),
      drift: kind,
      overlap,
    },
    labels: levels.map((level) => labelsOf(level, places, occurrences)),
    nextIdentities: levels.map(({ nextIdentity }) => nextIdentity),
    drift,
  };
}

function labelsOf({ clusters, named }: NamedLevel, places: Float32Array, occurrences: Uint32Array): LatentLabel[] {
  return clusterShapes(clusters, named.length, places, occurrences)
    .flatMap((shape, cluster): LatentLabel[] => (shape.points < leastLabelled ? [] : [{ ...named[cluster]!, ...shape }]))
    .slice(0, mostLabels);
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
