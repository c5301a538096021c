import { HubError } from '../../contract/errors.ts';
import type { EvaluationCase } from '../../contract/marks.ts';
import { searchScopeSchema, type SearchTool } from '../../contract/search.ts';
import type { Finding } from '../../contract/session-findings.ts';
import type { AnalyzeProgress, AnalyzeSummary, MissedSymbol, Replay, SessionSelection } from '../../contract/sessions.ts';
import type { LogLevel, Logger } from '../../core/logger.ts';
import { metricsOf } from '../../core/sessions/metrics/metrics-of.ts';
import type { Connection } from '../../store/database.ts';
import { openSessionDatabase } from '../../store/sessions/session-database.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import type { AnsweringHub } from '../procedures/service-parts.ts';
import type { AnalyzedFiles } from './analyze-files.ts';
import { compareMetrics } from './compare-sessions.ts';
import { inTurns } from './in-turns.ts';
import type { MadeReport } from './make-report.ts';
import { mapToCorpus, withMapped } from './map-wanted.ts';
import { readRawRecord } from './raw-record.ts';
import { replayCall } from './replay-call.ts';
import { replayVerdict, wantedRank } from './replay-verdict.ts';
import { SessionAnalyzer } from './session-analyzer.ts';
import { Sessions } from './sessions.ts';
import { watchAnalysis } from './watch-analysis.ts';

export interface SessionServiceOptions {
  /** Path of the file that keeps sessions. */
  database: string;
  answering: AnsweringHub;
  userData: UserData;
  weights: () => Readonly<Record<string, number>>;
  logger: Logger;
  logLevel: () => LogLevel;
}

const longestShown = 8_000;

/** Transcripts read, kept and asked about; and what is done with a finding. */
export class SessionService implements AsyncDisposable {
  readonly #options: SessionServiceOptions;
  readonly #analyzer: SessionAnalyzer;
  #opened: { connection: Connection; sessions: Sessions } | null = null;
  #closed = false;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
    this.#analyzer = new SessionAnalyzer({ database: options.database, logLevel: options.logLevel });
  }

  /** Opened when it is first asked for: who never drops a transcript has no file of them. */
  get sessions(): Sessions {
    if (this.#closed) throw new HubError('cancelled', 'The service is being stopped.');
    if (this.#opened === null) {
      const connection = openSessionDatabase(this.#options.database, this.#options.logger);
      this.#opened = { connection, sessions: new Sessions(connection) };
    }
    return this.#opened.sessions;
  }

  /** Progress, then the summary. Leaving the loop stops the reading. */
  async *analyze(
    paths: readonly string[],
    hub: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<{ progress: AnalyzeProgress; summary: AnalyzeSummary | null }> {
    const usual = this.sessions.reader.hub();
    const { values, result } = watchAnalysis<AnalyzeProgress, AnalyzedFiles>(signal, (inner, onProgress) =>
      this.#analyzer.analyze(paths, hub, usual, inner, onProgress),
    );
    let progress: AnalyzeProgress = { phase: 'looking', files: 0, filesDone: 0, bytes: 0, bytesDone: 0, current: null };
    for await (const value of values) {
      progress = value;
      yield { progress, summary: null };
    }
    yield { progress: { ...progress, phase: 'done', current: null }, summary: this.#summary(await result) };
  }

  /** The summary after each change of files that are being written. Leaving the loop stops it. */
  async *follow(paths: readonly string[], signal: AbortSignal): AsyncGenerator<{ changes: number; summary: AnalyzeSummary }> {
    const usual = this.sessions.reader.hub();
    const { values, result } = watchAnalysis<AnalyzedFiles, void>(signal, (inner, onChange) =>
      this.#analyzer.follow(paths, usual, inner, onChange),
    );
    let changes = 0;
    for await (const kept of values) {
      yield { changes, summary: this.#summary(kept) };
      changes += 1;
    }
    await result;
  }

  #summary({ files, sessions, hub }: AnalyzedFiles): AnalyzeSummary {
    const { servers } = this.sessions.count({ sessions });
    return { files, sessions: this.sessions.reader.summaries(sessions), servers, hub };
  }

  async chooseHub(hub: string, signal: AbortSignal): Promise<number> {
    return this.#analyzer.judge(hub, signal);
  }

  /** A finding with what the corpus knows of its find now. */
  finding(id: string): Promise<Finding> {
    const finding = this.sessions.findings.get(id);
    return this.#options.answering.use((hub) => withMapped(finding, hub.connection));
  }

  async findings(
    filter: Parameters<Sessions['findings']['list']>[0],
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ total: number; findings: Finding[] }> {
    const { total, findings } = this.sessions.findings.list(filter, offset, limit);
    const mapped = await this.#options.answering.use((hub) =>
      inTurns(findings, (finding) => withMapped(finding, hub.connection), signal),
    );
    return { total, findings: mapped };
  }

  timeline(session: string) {
    const { calls, findings, reader } = this.sessions;
    const firstEdit = reader.firstEdit(session);
    const marks = calls.marks(session).map(({ callId, number, role, outcome, data }) => {
      const [thread, at, afterEdit] = JSON.parse(data) as [string, number | null, boolean];
      return { key: `${session}#${callId}`, number, thread, at, role, outcome, afterEdit };
    });
    const numbers = new Map(marks.map(({ key, number }) => [key, number]));
    const arcs = [...findings.all({ sessions: [session] })].flatMap((finding) => {
      const from = numbers.get(finding.calls.at(-1)?.key ?? '');
      const to = numbers.get((finding.fallback[0] ?? finding.followUps[0])?.key ?? '');
      return from === undefined || to === undefined ? [] : [{ finding: finding.id, pattern: finding.pattern, from, to }];
    });
    return { marks, firstEdit, arcs };
  }

  conversation(session: string, around: string | undefined, asked: number, limit: number) {
    const { reader, calls } = this.sessions;
    const item = around === undefined ? null : reader.itemOf(session, this.#split(around).id);
    const offset = item === null ? asked : Math.max(0, item - Math.floor(limit / 2));
    const { total, pieces } = reader.conversation(session, offset, limit);
    const described = calls.byNumbers(
      session,
      pieces.flatMap(({ number }) => number ?? []),
    );
    return {
      total,
      offset,
      items: pieces.map(({ item: number, message, number: callNumber, call }) => ({
        number,
        thread: message?.thread ?? call!.thread,
        turn: message?.turn ?? call!.turn,
        at: message?.at ?? call?.startedAt ?? null,
        message:
          message === null
            ? null
            : { role: message.role, kind: message.kind, text: message.text, characters: message.characters },
        call: callNumber === null ? null : (described.get(callNumber) ?? null),
      })),
    };
  }

  /** Keys are a session's key, `#`, and the call's own id, which may hold any sign. */
  #split(key: string): { session: string; id: string } {
    for (let at = key.indexOf('#'); at !== -1; at = key.indexOf('#', at + 1)) {
      const session = key.slice(0, at);
      if (this.sessions.reader.has(session)) return { session, id: key.slice(at + 1) };
    }
    throw new HubError('not-found', 'This call is no longer there: its session was read anew or forgotten. Open the list again.');
  }

  #call(key: string) {
    const { session, id } = this.#split(key);
    const described = this.sessions.calls.byId(session, id);
    const found = this.sessions.reader.call(session, id);
    if (found === null || described === null)
      throw new HubError('not-found', 'This call is no longer there: its session was read anew. Open the list again.');
    return { described, ...found };
  }

  async raw(key: string) {
    const { call, files } = this.#call(key);
    const places = [
      { what: 'call' as const, place: call.place },
      ...(call.resultPlace === null ? [] : [{ what: 'result' as const, place: call.resultPlace }]),
    ];
    return Promise.all(
      places.map(async ({ what, place }) => {
        const path = files.find(({ index }) => index === place.file)?.path ?? '';
        return { path, line: place.line, what, ...(await readRawRecord(path, place)) };
      }),
    );
  }

  /** The same question on today's index. */
  async replay(target: { finding: string } | { call: string }, signal: AbortSignal): Promise<Replay> {
    const finding = 'finding' in target ? this.sessions.findings.get(target.finding) : null;
    const key = finding === null ? (target as { call: string }).call : finding.calls[0]?.key;
    if (key === undefined) throw new HubError('usage', 'Nothing was asked in this finding, so there is nothing to ask again.');
    const { call, described } = this.#call(key);
    const outcome = described.outcome ?? 'unknown';
    const reference = finding?.calls[0];
    const old = { outcome, text: (call.result?.text ?? '').slice(0, longestShown), paths: call.result?.paths ?? [] };
    const isIndexed = await this.#options.answering.use((hub) => hub.hasIndex);
    if (!isIndexed)
      return {
        call: described,
        old,
        now: null,
        verdict: 'not replayable',
        reason: 'Nothing is indexed yet. Add a source and replay again.',
      };
    return this.#options.answering.use(async (hub) => {
      try {
        const now = await replayCall(hub, call, this.#options.weights(), signal);
        const mapped = finding?.wanted == null ? [] : mapToCorpus(finding.wanted, hub.connection);
        const wanted =
          finding?.wanted == null ? [] : mapped.length > 0 ? mapped.map(({ path }) => path) : [finding.wanted.corpusPath];
        const irrelevant = finding?.pattern === 'irrelevant->fallback' && reference?.outcome === 'ok';
        const verdict = replayVerdict({ outcome, paths: old.paths, wanted, irrelevant }, now);
        // What the corpus does not have no ranking can find.
        const missing =
          finding?.wanted != null && mapped.length === 0 && verdict.verdict === 'still failing'
            ? ' The corpus does not have that file: add its source.'
            : '';
        const { reason: _, ...shown } = now;
        return {
          call: described,
          old,
          now: { ...shown, wantedRank: wantedRank(now, wanted) },
          verdict: verdict.verdict,
          reason: `${verdict.reason}.${missing}`,
        };
      } catch (error) {
        if (!(error instanceof HubError) || error.code !== 'usage') throw error;
        return { call: described, old, now: null, verdict: 'not replayable', reason: error.message };
      }
    });
  }

  async saveCase(
    id: string,
    input: { query?: string | undefined; wanted?: EvaluationCase['wanted'] | undefined; note: string },
  ): Promise<EvaluationCase> {
    const finding = await this.finding(id);
    const query = input.query ?? finding.query;
    if (query.trim() === '')
      throw new HubError('usage', 'Nothing was asked in this finding. Write the query that should find it.');
    const wanted = input.wanted ?? finding.wanted?.mapped.slice(0, 1) ?? [];
    if (wanted.length === 0)
      throw new HubError(
        'usage',
        'What the agent found by itself is not in the corpus. Add its source, or name the file that should be found.',
      );
    const scope = searchScopeSchema.parse({ tool: scopeTool(finding.tool) });
    const note = input.note === '' ? `from a session: ${finding.pattern}` : input.note;
    const saved = this.#options.userData.cases((cases) => cases.save({ query, scope, wanted, note }));
    this.sessions.findings.setCase(id, saved.id);
    return saved;
  }

  markFixed(id: string, fixed: boolean, note: string): Promise<Finding> {
    this.sessions.findings.get(id);
    this.sessions.findings.setFixed(id, fixed ? Date.now() : null, note);
    return this.finding(id);
  }

  /** Made in a thread, but for what the corpus has of it. Without a limit all of it. */
  async missed(
    selection: SessionSelection,
    includeFixed: boolean,
    limit: number | null,
    signal: AbortSignal,
  ): Promise<{ total: number; symbols: MissedSymbol[] }> {
    const { total, symbols } = await this.#analyzer.missed(selection, includeFixed, limit, signal);
    return {
      total,
      symbols: await this.#options.answering.use((hub) =>
        inTurns(
          symbols,
          (entry) => ({
            ...entry,
            wanted: entry.wanted.map((wanted) => ({
              ...wanted,
              mapped: mapToCorpus({ corpusPath: wanted.path, symbol: wanted.symbol }, hub.connection)[0] ?? null,
            })),
          }),
          signal,
        ),
      ),
    };
  }

  /** Made in a thread. */
  report(selection: SessionSelection, format: 'markdown' | 'json', redact: boolean, signal: AbortSignal): Promise<MadeReport> {
    return this.#analyzer.report(selection, format, redact, signal);
  }

  compare(left: SessionSelection, right: SessionSelection) {
    const [a, b] = [this.sessions.count(left), this.sessions.count(right)];
    const sides = {
      left: { sessions: a.sessions, metrics: metricsOf(a.counts) },
      right: { sessions: b.sessions, metrics: metricsOf(b.counts) },
    };
    return { ...sides, differences: compareMetrics(sides.left.metrics, sides.right.metrics) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#analyzer[Symbol.asyncDispose]();
    this.#opened?.connection.close();
  }
}

function scopeTool(tool: string | null): SearchTool {
  if (tool === null) return 'any';
  return /^search_docs$/.test(tool)
    ? 'docs'
    : /^search_examples$/.test(tool)
      ? 'examples'
      : /^search_api$/.test(tool)
        ? 'api'
        : 'any';
}
