import type { SessionSelection } from '../../contract/sessions.ts';
import { writeReport, type SessionReport } from '../../core/sessions/report/redacted-report.ts';
import { mostFindings } from '../../core/sessions/report/session-report.ts';
import { namesOfMachine } from './names-of-machine.ts';
import type { Sessions } from './sessions.ts';

export interface MadeReport extends SessionReport {
  format: 'markdown' | 'json';
  redacted: boolean;
}

/** The report over what is kept of a selection. Reads and writes a lot: not where queries are answered. */
export function makeReport(
  kept: Sessions,
  selection: SessionSelection,
  format: 'markdown' | 'json',
  redact: boolean,
): MadeReport {
  const { sessions, servers, metrics, others } = kept.overview(selection);
  const { files, folders } = kept.reader.filesOf(selection);
  const { total, findings } = kept.findings.list(selection, 0, mostFindings);
  const input = {
    hub: kept.reader.hub(),
    servers: servers.map(({ server, calls, isHub }) => ({ server, calls, isHub })),
    files: files.map(({ path, agent, records, skipped, repaired, pendingTail, toolCalls, mcpCalls }) => ({
      path,
      agent,
      records,
      skipped,
      repaired,
      pendingTail,
      toolCalls,
      mcpCalls,
    })),
    sessions,
    findings,
    findingTotal: total,
    metrics,
    others,
  };
  const { text, redactions } = writeReport(input, format, { redact, known: namesOfMachine(), elsewhere: folders });
  return { format, text, redacted: redact, redactions };
}
