import type { WireError } from '../../contract/errors.ts';
import type { LatentFigures, LatentPhase } from '../../contract/latent.ts';
import type { LatentSettings } from '../../contract/latent-points.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';
import type { LogLevel } from '../../core/logger.ts';

/** Messages between the service and the thread that makes a map. */

export interface MapWorkerData {
  /** Absolute, as is the data directory. */
  database: string;
  dataDirectory: string;
  spaceName: string | null;
  settings: LatentSettings;
  fresh: boolean;
  logLevel: LogLevel;
  /** Gives way to what answers in the same process. */
  background: boolean;
  /** How good the map is and what it took is measured, too. */
  measure?: boolean | undefined;
  /** `wasm` leaves the native library out: for tests. */
  engine?: 'wasm' | undefined;
}

/** The only order there is; the thread ends after it. */
export type MapWorkerOrder = 'cancel';

/** What only who asks for it has to wait for. */
export interface MapMeasures {
  /** k = 15, sampled, over all points. */
  trustworthiness: number;
  /** Processor time that measuring itself took. */
  cpuSeconds: number;
  /** The most that the process held until the map was there. */
  peakBytes: number;
}

/** What a map that was made leaves beside its file. */
export interface FinishedMap {
  layoutId: string;
  figures: LatentFigures;
  /** Share of the map's width; null where there was no map before. */
  medianMove: number | null;
  measured: MapMeasures | null;
}

export type MapWorkerMessage =
  | { kind: 'progress'; phase: LatentPhase; done: number; total: number }
  | { kind: 'loaded'; layoutId: string; points: PointColumns }
  /** Three numbers per point; moved, not copied. */
  | { kind: 'places'; places: Float32Array }
  | ({ kind: 'done' } & FinishedMap)
  | { kind: 'failed'; error: WireError };
