import type { ContentType, IndexPhase } from '../contract/vocabulary.ts';

export type { IndexPhase };

/** One state of one phase; the newest replaces the one before. */
export interface IndexProgress {
  phase: IndexPhase;
  /** Name of the source, null for phases that serve all sources at once. */
  source: string | null;
  done: number;
  /** Null while it is not known. */
  total: number | null;
  unit: 'files' | 'chunks' | 'vectors' | 'bytes';
  /** Units per second over the phase so far, 0 before the first. */
  rate: number;
  /** Null while there is no rate or no total. Unit: seconds. */
  secondsLeft: number | null;
}

export type SourceOutcome = 'unchanged' | 'indexed' | 'partial' | 'failed';

/** Account of one source after a run; every file is in exactly one of indexed, skipped and failed. */
export interface SourceReport {
  name: string;
  kind: string;
  commit: string | null;
  outcome: SourceOutcome;
  /** Why it failed or what to know, e.g. that the remote was out of reach and the clone at hand was used. */
  notice: string | null;
  files: { indexed: number; changed: number; removed: number; skipped: number; failed: number };
  chunks: Record<ContentType, number>;
  skippedByReason: Record<string, number>;
  failures: { path: string; reason: string }[];
  /** Wall seconds per phase. */
  seconds: Partial<Record<IndexPhase, number>>;
}

export interface IndexReport {
  sources: SourceReport[];
  /** Texts that the model read in this run, and those that still wait (no model, cancelled). */
  embedded: number;
  pending: number;
  /** Wall seconds of the model's part, for all sources together, and of the whole run. */
  embedSeconds: number;
  seconds: number;
}
