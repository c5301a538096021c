import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { asHubError, type WireError } from '../../contract/errors.ts';
import type { AnalyzeProgress, MissedSymbol, SessionSelection } from '../../contract/sessions.ts';
import type { LogLevel } from '../../core/logger.ts';
import { openSessionDatabase } from '../../store/sessions/session-database.ts';
import { SessionWriter } from '../../store/sessions/session-writer.ts';
import { createLogger } from '../runtime/stderr-logger.ts';
import { analyzeFiles, followFiles, judgeAgain, type AnalyzedFiles } from './analyze-files.ts';
import { makeReport, type MadeReport } from './make-report.ts';
import { missedSymbols } from './missed-symbols.ts';
import { Sessions } from './sessions.ts';

/** Entry of the thread that reads transcripts, or goes through all that is kept of them (see `session-analyzer.ts`): it does one thing and ends. */

export interface AnalysisWorkerData {
  database: string;
  logLevel: LogLevel;
  now: number;
  work:
    | { kind: 'analyze'; paths: string[]; hub: string | null; usualHub: string | null }
    | { kind: 'judge'; hub: string }
    | { kind: 'follow'; paths: string[]; usualHub: string | null }
    | { kind: 'report'; selection: SessionSelection; format: 'markdown' | 'json'; redact: boolean }
    | { kind: 'missed'; selection: SessionSelection; includeFixed: boolean; limit: number | null };
}

export type AnalysisMessage =
  | { kind: 'progress'; progress: AnalyzeProgress }
  | { kind: 'analyzed'; result: AnalyzedFiles }
  | { kind: 'changed'; result: AnalyzedFiles }
  | { kind: 'followed' }
  | { kind: 'judged'; sessions: number }
  | { kind: 'reported'; report: MadeReport }
  | { kind: 'missed'; total: number; symbols: MissedSymbol[] }
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
    const folder = dirname(database);
    const { signal } = abort;
    if (work.kind === 'judge') send({ kind: 'judged', sessions: await judgeAgain(writer, work.hub, { folder, now, signal }) });
    else if (work.kind === 'follow') {
      const onChange = (result: AnalyzedFiles): void => send({ kind: 'changed', result });
      await followFiles(work.paths, writer, { usualHub: work.usualHub, signal: abort.signal, everyMs: followEveryMs, onChange });
      send({ kind: 'followed' });
    } else if (work.kind === 'report')
      send({ kind: 'reported', report: makeReport(new Sessions(connection), work.selection, work.format, work.redact) });
    else if (work.kind === 'missed') {
      const open = work.includeFixed ? {} : { fixed: false };
      const symbols = missedSymbols(new Sessions(connection).findings.all({ ...work.selection, ...open }));
      send({ kind: 'missed', total: symbols.length, symbols: symbols.slice(0, work.limit ?? symbols.length) });
    } else
      send({
        kind: 'analyzed',
        result: await analyzeFiles(work.paths, writer, {
          ...(work.hub === null ? {} : { hub: work.hub }),
          usualHub: work.usualHub,
          folder,
          signal,
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
