import { chunkIdAt, pointOfChunk } from '../../../../main/contract/latent-chunk-ids.ts';
import type { LatentPoints } from '../../../../main/contract/latent-points.ts';
import type { LatentLabel } from '../../../../main/contract/latent.ts';
import { chunkTypes, contentTypes, type ChunkType, type ContentType } from '../../../../main/contract/vocabulary.ts';
import { sphereAround, type Sphere } from './framing.ts';

/** Everything that is known of the map that is shown. */
export interface MapModel {
  points: LatentPoints;
  /** Three numbers a point; the third is 0 on a flat map. */
  positions: Float32Array;
  around: Sphere;
  /** Clusters of three levels, coarse to fine; empty until they are known. */
  labels: readonly (readonly LatentLabel[])[];
}

export function mapModel(points: LatentPoints, positions: Float32Array, labels: MapModel['labels']): MapModel {
  return { points, positions, around: sphereAround(positions), labels };
}

/** What a card and a list say of a point before its chunk is asked for. */
export interface PointFacts {
  chunkId: string;
  type: ContentType;
  kind: ChunkType;
  source: string;
  path: string;
  /** Symbol, or the file's name. */
  title: string;
  lines: { start: number; end: number };
  /** Share of its true neighbours that are neighbours on the map; null until it is known. */
  trust: number | null;
  occurrences: number | null;
  hits: number | null;
}

export function pointFacts({ points }: MapModel, point: number): PointFacts {
  const { dictionaries, reading } = points;
  const path = dictionaries.path[points.path[point]!] ?? '';
  const symbol = dictionaries.symbol[points.symbol[point]!] ?? '';
  return {
    chunkId: chunkIdAt(points.chunkIds, point),
    type: contentTypes[points.contentType[point]!] ?? 'doc',
    kind: chunkTypes[points.chunkType[point]!] ?? 'window',
    source: dictionaries.source[points.source[point]!] ?? '',
    path,
    title: symbol === '' ? path.slice(path.lastIndexOf('/') + 1) : symbol,
    lines: { start: points.startLine[point]!, end: points.endLine[point]! },
    trust: reading?.trust[point] ?? null,
    occurrences: reading?.occurrences[point] ?? null,
    hits: points.hits?.[point] ?? null,
  };
}

/** The point of a chunk; null for one that the map does not have. */
export function pointOf({ points }: MapModel, chunkId: string): number | null {
  const point = pointOfChunk(points.chunkIds, chunkId);
  return point === -1 ? null : point;
}

/** The cluster that a point belongs to on a level; null until clusters are known. */
export function clusterOf({ points, labels }: MapModel, point: number, level: number): LatentLabel | null {
  const cluster = points.reading?.clusters[level]?.[point];
  return labels[level]?.find((label) => label.cluster === cluster) ?? null;
}

export function placeOf({ positions }: Pick<MapModel, 'positions'>, point: number): [number, number, number] {
  return [positions[point * 3]!, positions[point * 3 + 1]!, positions[point * 3 + 2]!];
}
