import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import { HubError } from '../contract/errors.ts';
import type { CallReference, Finding } from '../contract/session-findings.ts';
import { analyze, type Analysis } from '../core/sessions/analyze.ts';
import type { FileAccount, ReadSessions } from '../core/sessions/model.ts';
import { redactData } from '../core/sessions/report/redacted-report.ts';
import { mostFindings, reportAsMarkdown, type ReportInput } from '../core/sessions/report/session-report.ts';
import { namesOfMachine } from '../services/sessions/names-of-machine.ts';
import { keepNurserySmall } from '../services/runtime/small-nursery.ts';
import { readSessions, type ReadProgress } from '../services/sessions/read-sessions.ts';
import { ShelfFile } from '../services/sessions/shelf-file.ts';
import { exitCodes, type CommandContext } from './context.ts';
import type { Run } from './index-commands.ts';
import { paint, plain, table } from './text.ts';

interface AnalyzeOptions {
  hub?: string;
  markdown?: boolean;
  redact?: boolean;
}

/** Time between two lines of progress on a terminal. Unit: milliseconds. */
const progressEveryMs = 100;

export function addAnalyzeCommand(program: Command, run: Run): void {
  program
    .command('analyze')
    .description('read transcripts of coding agents and find where a hub failed')
    .argument('<paths...>', 'transcripts, or folders of them; .gz, .zst, .zip, .tar and databases too')
    .option('--hub <name>', 'MCP server that counts as the hub, or the agent’s own WebSearch; default: the likeliest server seen')
    .option('--markdown', 'a report in Markdown on stdout')
    .option('--redact', 'take home folders, names, addresses and keys out of what is printed')
    .action((paths: string[], options: AnalyzeOptions) =>
      run(async (context) => {
        if (options.hub?.trim() === '') throw new HubError('usage', 'Name a server behind --hub, or leave it out.');
        // Hundreds of megabytes go through as short-lived objects.
        keepNurserySmall();
        const progress = progressLine();
        using file = new ShelfFile(tmpdir());
        const read = await readSessions(paths, {
          shelf: file.shelf,
          signal: context.signal,
          onProgress: progress.tell,
          knownServers: options.hub === undefined ? [] : [options.hub],
        });
        progress.end();
        const analysis = analyze(read, { hub: options.hub });
        const folders = read.sessions.flatMap(({ cwd }) => cwd ?? []);
        const known = namesOfMachine();
        const out = <Data>(data: Data): Data =>
          options.redact === true ? redactData(data, { known, elsewhere: folders }).data : data;
        if (context.json) context.printJson(out(jsonReport(read, analysis)));
        else if (options.markdown === true) context.print(reportAsMarkdown(out(markdownInput(read, analysis))).trimEnd());
        else {
          const shown = out({ files: read.files, analysis });
          printReport(context, shown.files, shown.analysis, read.sessions.length);
        }
        return read.files.some(({ transcript }) => transcript) ? exitCodes.done : exitCodes.failed;
      })(),
    );
}

function markdownInput({ files, sessions }: ReadSessions, { hub, servers, findings, metrics, others }: Analysis): ReportInput {
  return {
    hub,
    servers,
    files: files.map(({ skippedCount, ...file }) => ({ ...file, skipped: skippedCount })),
    sessions: sessions.length,
    findings: findings.slice(0, mostFindings),
    findingTotal: findings.length,
    metrics,
    others,
  };
}

/** The whole as JSON. Programs get numbers where they compare, and what the numbers count beside them. */
function jsonReport({ files }: ReadSessions, { hub, servers, findings, metrics, others }: Analysis) {
  return { files: files.map(fileReport), hub, servers, findings: findings.map(findingReport), metrics, others };
}

function fileReport(file: FileAccount) {
  return {
    path: file.path,
    agent: file.agent,
    records: file.transcript ? file.records : null,
    skipped: file.skippedCount,
    repaired: file.repaired,
    pendingTail: Number(file.pendingTail),
    toolCalls: file.toolCalls,
    mcpCalls: file.mcpCalls,
    unanswered: file.unanswered,
    messages: file.messages,
    outputTokens: file.outputTokens,
    sessionIds: file.sessionIds.length,
    unknownTypes: Object.keys(file.unknownTypes).length,
    duplicates: file.duplicates,
    orphanResults: file.orphanResults,
    images: file.images,
    bytes: file.bytes,
    transcript: file.transcript,
    reason: file.reason,
    sessions: file.sessionIds,
    unknown: file.unknownTypes,
    skippedLines: file.skipped,
  };
}

/** Calls by the ids that the transcript gives them; where they stand is in `places`. */
function findingReport(finding: Finding) {
  const { calls, fallback, followUps, ...rest } = finding;
  const ids = (list: readonly CallReference[]): string[] => list.map(({ id }) => id);
  const place = ({ id, name, what, file, line, resultLine }: CallReference) => ({ id, name, what, file, line, resultLine });
  const places = [...calls, ...fallback, ...followUps].map(place);
  return { ...rest, calls: ids(calls), fallback: ids(fallback), followUps: ids(followUps), places };
}

function printReport(
  context: CommandContext,
  files: readonly FileAccount[],
  { hub, servers, findings }: Analysis,
  sessions: number,
): void {
  const row = (file: FileAccount): (string | number)[] => [
    file.transcript ? file.agent : '–',
    file.records,
    file.skippedCount,
    file.repaired,
    file.duplicates,
    file.toolCalls,
    file.mcpCalls,
    `${file.path}${file.pendingTail ? ' (still being written)' : ''}${file.reason === null ? '' : ` (${file.reason})`}`,
  ];
  if (files.length === 0) {
    context.print(
      'There are no files there that could be transcripts. Name a file, or the folder in which an agent keeps its sessions.',
    );
    return;
  }
  context.print(table([['agent', 'records', 'skipped', 'repaired', 'repeated', 'calls', 'MCP', 'file'], ...files.map(row)]));
  for (const file of files)
    for (const { line, reason } of file.skipped.slice(0, 3))
      context.print(paint('dim', plain(`${file.path}:${line}: ${reason}`)));
  if (files.every(({ transcript }) => !transcript)) {
    context.print('\nNone of them is a transcript that can be read; what stands behind each says why.');
    return;
  }
  context.print(
    `\n${sessions} ${sessions === 1 ? 'session' : 'sessions'} · hub: ${hub === null ? 'none seen; name it with --hub' : plain(hub)}`,
  );
  const asked = servers.some(({ isHub }) => isHub);
  if (hub !== null && !asked) context.print(`It was asked nothing. ${serversSeen(servers)}`);
  if (findings.length === 0 && (asked || hub === null)) context.print('Nothing failed that could be seen.');
  for (const finding of findings) {
    context.print(`\n${paint('bold', finding.pattern)} · ${finding.certainty} · ${plain(finding.query)}`);
    for (const call of [...finding.calls, ...finding.fallback])
      context.print(`   ${plain(`${call.name} ${call.what}`)}  ${paint('dim', plain(`${call.file}:${call.line}`))}`);
    for (const reason of finding.reasons) context.print(paint('dim', `   ${plain(reason)}`));
  }
}

function serversSeen(servers: Analysis['servers']): string {
  const names = servers.map(({ server }) => plain(server)).slice(0, 20);
  return names.length === 0 ? 'No other MCP server was either.' : `Servers that were: ${names.join(', ')}.`;
}

/** One line on a terminal's stderr that is drawn again; nothing elsewhere. */
function progressLine(stream: NodeJS.WriteStream = process.stderr): { tell: (progress: ReadProgress) => void; end: () => void } {
  let last = 0;
  return {
    tell({ filesDone, files, bytesDone, bytes }) {
      const now = performance.now();
      if (!stream.isTTY || now - last < progressEveryMs) return;
      last = now;
      const megabytes = (count: number): string => (count / 1e6).toFixed(1);
      stream.write(`\r\u001b[2Kreading ${filesDone}/${files} files · ${megabytes(bytesDone)} of ${megabytes(bytes)} MB`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\u001b[2K');
    },
  };
}
