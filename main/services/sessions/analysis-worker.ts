import { parentPort, workerData } from 'node:worker_threads';
import { asHubError, type WireError } from '../../contract/errors.ts';
import type { AnalyzeProgress } from '../../contract/sessions.ts';
import type { LogLevel } from '../../core/logger.ts';
import { openSessionDatabase } from '../../store/sessions/session-database.ts';
import { SessionWriter } from '../../store/sessions/session-writer.ts';
import { createLogger } from '../runtime/stderr-logger.ts';
import { analyzeFiles, followFiles, judgeAgain, type AnalyzedFiles } from './analyze-files.ts';

/** Entry of the thread that reads transcripts (see `session-analyzer.ts`): it does one thing and ends. */

export interface AnalysisWorkerData {
  database: string;
  logLevel: LogLevel;
  now: number;
  work:
    | { kind: 'analyze'; paths: string[]; hub: string | null; usualHub: string | null }
    | { kind: 'judge'; hub: string }
    | { kind: 'follow'; paths: string[]; usualHub: string | null };
}

export type AnalysisMessage =
  | { kind: 'progress'; progress: AnalyzeProgress }
  | { kind: 'analyzed'; result: AnalyzedFiles }
  | { kind: 'changed'; result: AnalyzedFiles }
  | { kind: 'followed' }
  | { kind: 'judged'; sessions: number }
  | { kind: 'failed'; error: WireError };

/** Progress is told no more often. Unit: milliseconds. */
const progressEveryMs = 80;
/** How often files that are being written are looked at. Unit: milliseconds. */
const followEveryMs = 1_000;

const { database, logLevel, now, work } = workerData as AnalysisWorkerData;
const port = parentPort!;
const logger = createLogger(logLevel);
const abort = new AbortController();
port.once('message', () => abort.abort());

let toldAt = 0;
let toldPhase = '';
function tell(progress: AnalyzeProgress): void {
  const at = performance.now();
  if (progress.phase === toldPhase && at - toldAt < progressEveryMs) return;
  toldAt = at;
  toldPhase = progress.phase;
  send({ kind: 'progress', progress });
}

function send(message: AnalysisMessage): void {
  port.postMessage(message);
}

try {
  const connection = openSessionDatabase(database, logger);
  try {
    const writer = new SessionWriter(connection);
    if (work.kind === 'judge') send({ kind: 'judged', sessions: await judgeAgain(writer, work.hub, now, abort.signal) });
    else if (work.kind === 'follow') {
      const onChange = (result: AnalyzedFiles): void => send({ kind: 'changed', result });
      await followFiles(work.paths, writer, { usualHub: work.usualHub, signal: abort.signal, everyMs: followEveryMs, onChange });
      send({ kind: 'followed' });
    } else
      send({
        kind: 'analyzed',
        result: await analyzeFiles(work.paths, writer, {
          ...(work.hub === null ? {} : { hub: work.hub }),
          usualHub: work.usualHub,
          signal: abort.signal,
          onProgress: tell,
          now,
        }),
      });
  } finally {
    connection.close();
  }
} catch (thrown) {
  send({ kind: 'failed', error: asHubError(thrown).toWire() });
} finally {
  port.close();
}
