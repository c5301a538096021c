import type { Finding } from '../../../contract/session-findings.ts';
import { rateNames, type Metrics, type Rate, type RateName } from '../../../contract/session-metrics.ts';

/** What a report is made of; plain data, so that the JSON report is this and nothing else. */
export interface ReportInput {
  hub: string | null;
  servers: { server: string; calls: number; isHub: boolean }[];
  files: {
    path: string;
    agent: string;
    records: number;
    skipped: number;
    repaired: number;
    pendingTail: boolean;
    toolCalls: number;
    mcpCalls: number;
  }[];
  sessions: number;
  /** At most `mostFindings` are written. */
  findings: Finding[];
  /** All that there are, where the list is their beginning. */
  findingTotal?: number;
  metrics: Metrics;
  others: { server: string; metrics: Metrics }[];
}

/** Findings that are written out one by one; a report is to be read. */
export const mostFindings = 500;
const mostFiles = 200;
const mostCalls = 12;

const rateTitles: Record<RateName, string> = {
  zeroHit: 'Nothing found',
  lowYield: 'Little found (nothing, low confidence, cut)',
  error: 'Errors, or the server gone',
  truncation: 'Cut or too large',
  fallback: 'Looked up elsewhere after a failure',
  fallbackAfterHits: 'Looked up elsewhere after hits',
  reformulation: 'Asked again after a failure',
  reformulationAfterHits: 'Asked again after hits',
  unchangedRepeat: 'Asked the same again',
  reformulationSuccess: 'Answered after asking again',
  pointer: 'Opened a file that was cited',
  use: 'Identifiers and files of answers that reappear',
  wasted: 'Tokens of answers of which nothing reappears',
};

/** One line of a table: signs that would end the cell or begin markup are escaped, line breaks are spaces. */
function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|`*_[\]<>#~]/g, (sign) => `\\${sign}`)
    .trim();
}

function percent(rate: number | null): string {
  return rate === null ? '–' : `${(rate * 100).toFixed(1)} %`;
}

function rateLine(name: RateName, { count, n, rate, noise, grade }: Rate): string {
  return `| ${rateTitles[name]} | ${percent(rate)} | ${count} of ${n} | ${noise === null ? '–' : percent(noise)} | ${grade ?? (n === 0 ? '–' : 'too few to judge')} |`;
}

const ungraded: ReadonlySet<RateName> = new Set(['use', 'reformulation']);

function table(metrics: Metrics): string[] {
  return [
    '| | rate | n | usual noise | |',
    '| --- | ---: | ---: | ---: | --- |',
    ...rateNames.map((name) => {
      const rate = metrics.rates[name];
      return ungraded.has(name) && rate.grade === null
        ? rateLine(name, rate).replace(/ too few to judge \|$/, ' – |')
        : rateLine(name, rate);
    }),
  ];
}

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const ticks = '`'.repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return line === '' ? '–' : `${ticks}${space}${line}${space}${ticks}`;
}

function callLine(prefix: string, { name, what, outcome, line }: Finding['calls'][number]): string {
  return `- ${prefix} ${code(name)} ${code(what)}${outcome === null ? '' : ` → ${outcome}`} (line ${line})`;
}

/** A pattern as people read it. */
function patternTitle(pattern: Finding['pattern']): string {
  return pattern.replace('->', ' → ');
}

function findingLines(finding: Finding, number: number): string[] {
  const { pattern, certainty, query, tool, calls, fallback, followUps, shared, cost, wanted, reasons, cause, fixed, file } =
    finding;
  const more = (list: readonly unknown[], what: string): string[] =>
    list.length > mostCalls ? [`- … and ${list.length - mostCalls} more ${what}`] : [];
  return [
    `### ${number}. ${patternTitle(pattern)} (${certainty})${fixed === null ? '' : ' – marked as fixed'}`,
    '',
    ...(query === '' ? [] : [`Asked: ${code(query)}${tool === null ? '' : ` of ${code(tool)}`}`, '']),
    ...calls.slice(0, mostCalls).map((call) => callLine('hub', call)),
    ...more(calls, 'questions'),
    ...followUps.slice(0, mostCalls).map((call) => callLine('again', call)),
    ...fallback.slice(0, mostCalls).map((call) => callLine('then', call)),
    ...more(fallback, 'look-ups'),
    `- why: ${reasons.map(cell).join('; ')}`,
    `- suggested cause: ${cause}`,
    ...(shared.length === 0 ? [] : [`- shared: ${shared.slice(0, 12).map(code).join(', ')}`]),
    ...(wanted === null
      ? []
      : [`- found by the agent: ${code(wanted.corpusPath)}${wanted.symbol === null ? '' : `, ${code(wanted.symbol)}`}`]),
    `- cost: ${cost.calls} ${cost.calls === 1 ? 'call' : 'calls'}, ${cost.tokens} tokens${cost.seconds === null ? '' : `, ${cost.seconds} s`}`,
    `- in ${code(file)}`,
    '',
  ];
}

/** The report as Markdown. Texts out of transcripts stand as code, so that none of them is markup. */
export function reportAsMarkdown(input: ReportInput): string {
  const { hub, servers, files, findings, findingTotal = findings.length, metrics, others, sessions } = input;
  const skipped = files.reduce((sum, file) => sum + file.skipped, 0);
  const repaired = files.reduce((sum, file) => sum + file.repaired, 0);
  return [
    '# Retrieval in coding sessions',
    '',
    `${sessions} ${sessions === 1 ? 'session' : 'sessions'}, ${metrics.calls} calls, ${metrics.hubCalls} of them questions to ${hub === null ? 'a hub: none was seen' : code(hub)}. ${files.length} ${files.length === 1 ? 'file' : 'files'}; ${skipped} lines skipped, ${repaired} repaired.`,
    '',
    ...(servers.length === 0
      ? []
      : [
          `Servers: ${servers.map((server) => `${code(server.server)} ${server.calls}${server.isHub ? ' (the hub)' : ''}`).join(', ')}.`,
          '',
        ]),
    '## Numbers',
    '',
    ...table(metrics),
    '',
    `Questions among look-ups: ${percent(metrics.phases.beforeEdit.rate)} of ${metrics.phases.beforeEdit.n} before the first change of a file, ${percent(metrics.phases.afterEdit.rate)} of ${metrics.phases.afterEdit.n} after it.`,
    ...(metrics.latency === null
      ? []
      : [
          `Latency over ${metrics.latency.n} calls: half below ${metrics.latency.p50} ms, 95 of 100 below ${metrics.latency.p95} ms.`,
        ]),
    `Tokens of answers: ${metrics.resultTokens}, wasted ${metrics.wastedTokens}; fallbacks cost ${metrics.fallback.calls} calls and ${metrics.fallback.tokens} tokens.`,
    '',
    ...(metrics.byTool.length === 0
      ? []
      : [
          '| tool | calls | nothing found | cut | fallback |',
          '| --- | ---: | ---: | ---: | ---: |',
          ...metrics.byTool.map(
            ({ tool, calls, rates }) =>
              `| ${cell(tool)} | ${calls} | ${percent(rates.zeroHit.rate)} | ${percent(rates.truncation.rate)} | ${percent(rates.fallback.rate)} |`,
          ),
          '',
        ]),
    ...(others.length === 0
      ? []
      : [
          '| other server | questions | nothing found | errors |',
          '| --- | ---: | ---: | ---: |',
          ...others.map(
            ({ server, metrics: each }) =>
              `| ${cell(server)} | ${each.hubCalls} | ${percent(each.rates.zeroHit.rate)} | ${percent(each.rates.error.rate)} |`,
          ),
          '',
        ]),
    `## Findings (${findingTotal})`,
    '',
    ...(findings.length === 0
      ? ['Nothing was found.', '']
      : findings.slice(0, mostFindings).flatMap((finding, place) => findingLines(finding, place + 1))),
    ...(findingTotal > findings.slice(0, mostFindings).length
      ? [`… and ${findingTotal - findings.slice(0, mostFindings).length} more.`, '']
      : []),
    '## Files',
    '',
    ...files
      .slice(0, mostFiles)
      .map(
        (file) =>
          `- ${code(file.path)}: ${file.agent}, ${file.records} records, ${file.skipped} skipped, ${file.repaired} repaired, ${file.toolCalls} calls${file.pendingTail ? ', still being written' : ''}`,
      ),
    ...(files.length > mostFiles ? [`- … and ${files.length - mostFiles} more`] : []),
    '',
  ].join('\n');
}
