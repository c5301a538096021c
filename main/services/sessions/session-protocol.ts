import type { WireError } from '../../contract/errors.ts';
import type { AnalyzedFile, AnalyzeProgress } from '../../contract/sessions.ts';
import type { LogLevel } from '../../core/logger.ts';
import type { SeenServer } from '../../core/sessions/findings/hub-choice.ts';

/** What the reading thread is started with. */
export interface SessionWorkerData {
  paths: string[];
  /** Server that counts as the hub, as somebody named it; null to guess. */
  hub: string | null;
  /** Where what was read is kept. */
  database: string;
  logLevel: LogLevel;
}

/** What was read and kept. Small: sessions themselves are asked of the database. */
export interface KeptSessions {
  files: AnalyzedFile[];
  /** Keys of the sessions, in the order in which they were read. */
  keys: string[];
  servers: SeenServer[];
  hub: string | null;
}

/** What the reading thread says. */
export type SessionWorkerMessage = { progress: AnalyzeProgress } | { kept: KeptSessions } | { error: WireError };
