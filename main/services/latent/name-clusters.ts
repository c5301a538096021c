import type { LatentLabel } from '../../contract/latent.ts';
import { clusterNames } from '../../core/latent/cluster-names.ts';
import { clusterTerms } from '../../core/latent/cluster-terms.ts';
import { communities } from '../../core/latent/communities.ts';
import { typesOfClusters } from '../../core/latent/coverage.ts';
import type { WeightedGraph } from '../../core/latent/fuzzy-graph.ts';
import { keepIdentities } from '../../core/latent/label-identity.ts';
import type { LatentMap, PointColumns } from '../../core/latent/latent-map.ts';
import { PlaceTable } from '../../core/latent/place-table.ts';
import type { TermTable } from '../../core/latent/term-table.ts';
import { chunkPlaceAt } from './point-facts.ts';

/** Resolutions of the three levels, coarse to fine. */
const resolutions = [1, 4, 12];
const mostClusters = 65_535;
const termsEach = 5;

/** What of the points tells where they lie and what they are. */
export type NamedPoints = Pick<PointColumns, 'count' | 'contentType' | 'source' | 'path' | 'symbol' | 'dictionaries'>;

/** One level of the map before, by points of now. */
export interface LevelBefore {
  /** The cluster that each point was in, -1 where it was not there. */
  clusters: Int32Array;
  /** The identity that each point's cluster had, -1 where it had none. */
  identities: Int32Array;
  nextIdentity: number;
}

export interface ClustersInput {
  points: NamedPoints;
  graph: WeightedGraph;
  seed: number;
  /** Two numbers per point, equal for equal vectors. */
  vectorKeys: Uint32Array;
  /** Levels of the map before; null where there is none. */
  before: LevelBefore[] | null;
  /** Clusters are found anew, grow out of those of the map before as its shape does, or are those: it is of the same. */
  clustersFrom: 'nothing' | 'before' | 'same';
}

/** What a cluster is called, without where it stands on the map. */
export type NamedCluster = Pick<LatentLabel, 'cluster' | 'identity' | 'name' | 'kind' | 'terms' | 'byType'>;

export interface NamedLevel {
  /** The cluster of each point; the largest is number 0. */
  clusters: Uint16Array;
  /** By the number of the cluster. */
  named: NamedCluster[];
  nextIdentity: number;
}

/** Finds the clusters of each level and names them: needs neighbours and texts, and no places on the map. */
export function nameClusters(input: ClustersInput, terms: TermTable): NamedLevel[] {
  const placeTable = new PlaceTable(input.points.count, (point) => chunkPlaceAt(input.points, point));
  const alike = alikeOf(input.vectorKeys);
  return resolutions.map((resolution, level) => {
    const before = input.before?.[level] ?? null;
    const were = input.clustersFrom === 'nothing' ? undefined : before?.clusters;
    const found =
      were && input.clustersFrom === 'same' ? were : communities(input.graph, resolution, input.seed, { before: were, alike });
    const clusters = Uint16Array.from(found, (cluster) => Math.min(cluster, mostClusters));
    return named(input.points, clusters, placeTable, terms, before);
  });
}

/** A number for each point that points of equal vectors share. */
function alikeOf(vectorKeys: Uint32Array): Int32Array {
  const numbers = new Map<bigint, number>();
  return Int32Array.from({ length: vectorKeys.length / 2 }, (_, point) => {
    const key = (BigInt(vectorKeys[point * 2]!) << 32n) | BigInt(vectorKeys[point * 2 + 1]!);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

function named(
  points: NamedPoints,
  clusters: Uint16Array,
  placeTable: PlaceTable,
  terms: TermTable,
  before: LevelBefore | null,
): NamedLevel {
  const count = clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0);
  const telling = clusterTerms(terms, clusters, count, termsEach);
  const names = clusterNames(placeTable, clusters, count, telling);
  const types = typesOfClusters(clusters, points.contentType, count);
  const nextBefore = before?.nextIdentity ?? 0;
  const identities = keepIdentities(clusters, count, before?.identities ?? null, nextBefore);
  return {
    clusters,
    named: names.map((name, cluster) => ({
      cluster,
      identity: identities[cluster]!,
      ...name,
      terms: telling[cluster]!,
      byType: types[cluster]!,
    })),
    nextIdentity: identities.reduce((next, identity) => Math.max(next, identity + 1), nextBefore),
  };
}

/** The levels of a map, by where its points are now. */
export function levelsBefore({ map, newOf }: { map: LatentMap; newOf: Int32Array }, count: number): LevelBefore[] {
  return map.reading.clusters.map((were, level) => {
    const identityOf = new Map(map.labels[level]!.map(({ cluster, identity }) => [cluster, identity]));
    const clusters = new Int32Array(count).fill(-1);
    const identities = new Int32Array(count).fill(-1);
    newOf.forEach((point, old) => {
      if (point === -1) return;
      clusters[point] = were[old]!;
      identities[point] = identityOf.get(were[old]!) ?? -1;
    });
    return { clusters, identities, nextIdentity: map.nextIdentities[level]! };
  });
}
