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
  /** At most so many points: for benchmarks. */
  most?: number | undefined;
  /** `wasm` leaves the native library out: for tests. */
  engine?: 'wasm' | undefined;
}

/** The only order there is; the thread ends after it. */
export type MapWorkerOrder = 'cancel';

export type MapWorkerMessage =
  | { kind: 'progress'; phase: LatentPhase; done: number; total: number }
  | { kind: 'loaded'; layoutId: string; points: PointColumns }
  /** Three numbers per point; moved, not copied. */
  | { kind: 'places'; places: Float32Array }
  | { kind: 'done'; layoutId: string; figures: LatentFigures }
  | { kind: 'failed'; error: WireError };
