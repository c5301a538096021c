import type { WireError } from '../../contract/errors.ts';
import type { LogLevel } from '../../core/logger.ts';
import type { PointRows } from '../../store/latent/latent-reader.ts';
import type { ClustersInput, NamedLevel } from './name-clusters.ts';

/** Messages between the thread that makes a map and the one that names its clusters. */

export interface NamingWorkerData {
  /** Absolute, as is the data directory. */
  database: string;
  /** Where terms are kept: the folder that has the maps. */
  dataDirectory: string;
  fresh: boolean;
  logLevel: LogLevel;
  /** Gives way to what answers in the same process. */
  background: boolean;
}

export type NamingOrder = { kind: 'begin'; points: PointRows } | { kind: 'name'; input: ClustersInput };

export type NamingMessage =
  | { kind: 'named'; levels: NamedLevel[] }
  | { kind: 'kept' }
  | { kind: 'termsLost'; reason: string }
  | { kind: 'failed'; error: WireError };
