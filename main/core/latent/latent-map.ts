import type { LatentFigures, LatentLabel } from '../../contract/latent.ts';
import type { LatentPoints, LatentReading, LatentSettings } from '../../contract/latent-points.ts';
import type { NeighbourTable } from './neighbour-table.ts';

/** Raised whenever the same vectors and settings give another map, or its file another form. */
export const mapFormat = 2;

/** What is known of points without a map. */
export type PointColumns = Omit<LatentPoints, 'layoutId' | 'dimensions' | 'positions' | 'hits' | 'reading'>;

/** What the map before had and this one does not, with the figures of the change. */
export interface MapDrift {
  since: string | null;
  removed: number;
  removedChunks: { chunkId: string; source: string; path: string; symbol: string | null }[];
  meanOverlap: number | null;
  medianMove: number | null;
}

/** A finished map, as it is stored. Points are in order of chunk id. */
export interface LatentMap {
  layoutId: string;
  /** Names the set of chunks with their vectors. */
  vectorsId: string;
  settings: LatentSettings;
  madeAt: string;
  points: PointColumns;
  /** The first 64 bits of the hash that names each vector, two numbers per point: equal for equal vectors of one model. */
  vectorKeys: Uint32Array;
  /** Three numbers per point. */
  places: Float32Array;
  neighbours: NeighbourTable;
  reading: LatentReading;
  labels: LatentLabel[][];
  /** The first identity of a cluster that was never used, for each level. */
  nextIdentities: number[];
  drift: MapDrift;
  figures: LatentFigures;
}
