import { Worker } from 'node:worker_threads';
import { HubError } from '../../contract/errors.ts';
import type { AnalyzeProgress, MissedSymbol, SessionSelection } from '../../contract/sessions.ts';
import type { LogLevel } from '../../core/logger.ts';
import { workerFile } from '../runtime/worker-file.ts';
import type { AnalyzedFiles } from './analyze-files.ts';
import type { AnalysisMessage, AnalysisWorkerData } from './analysis-worker.ts';
import type { MadeReport } from './make-report.ts';

export interface AnalyzerOptions {
  database: string;
  logLevel: () => LogLevel;
  /** Memory that a thread has at first; for tests. Unit: MB. */
  heapMegabytes?: number;
}

type Work = AnalysisWorkerData['work'];
type Outcome = Exclude<AnalysisMessage, { kind: 'progress' | 'changed' | 'failed' }>;

/**
 * Memory of a thread. Without a limit for young objects a thread that copies much keeps a large nursery for ever: 200 MB more on 700 MB of transcripts. The limit for old ones
 * is not about what fits (a thread that needs more is started again without it), but about how V8 grows: below 2 GB it collects at a half more than there was, above at three
 * times as much (docs/benchmarks.md). Unit: MB.
 */
const nurseryMegabytes = 16;
const heapMegabytes = 1024;
/** How long a thread may take to hear that it is to stop. Unit: milliseconds. */
const stopLimitMs = 2_000;

/**
 * Starts a thread for each reading of transcripts, so that nothing that answers waits for it; one after the other, since they write one file. What only
 * looks at all that is kept has a thread beside them.
 */
export class SessionAnalyzer implements AsyncDisposable {
  readonly #options: AnalyzerOptions;
  readonly #running = new Set<Worker>();
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: AnalyzerOptions) {
    this.#options = options;
  }

  /** Throws what the reading throws, and `cancelled`. */
  async analyze(
    paths: readonly string[],
    hub: string | null,
    usualHub: string | null,
    signal: AbortSignal,
    onProgress: (progress: AnalyzeProgress) => void,
  ): Promise<AnalyzedFiles> {
    const outcome = await this.#inTurn({ kind: 'analyze', paths: [...paths], hub, usualHub }, signal, onProgress);
    return of('analyzed', outcome).result;
  }

  /** Judges what is kept with another hub; how many sessions there are. */
  async judge(hub: string, signal: AbortSignal): Promise<number> {
    const outcome = await this.#inTurn({ kind: 'judge', hub }, signal, () => {});
    return of('judged', outcome).sessions;
  }

  /** Reads what is written to transcripts until the signal fires, beside what else is read. */
  async follow(
    paths: readonly string[],
    usualHub: string | null,
    signal: AbortSignal,
    onChange: (kept: AnalyzedFiles) => void,
  ): Promise<void> {
    await this.#run({ kind: 'follow', paths: [...paths], usualHub }, signal, () => {}, onChange);
  }

  /** What would go out as a report. */
  async report(
    selection: SessionSelection,
    format: 'markdown' | 'json',
    redact: boolean,
    signal: AbortSignal,
  ): Promise<MadeReport> {
    return of('reported', await this.#run({ kind: 'report', selection, format, redact }, signal, () => {})).report;
  }

  /** What the hub should have known, the most frequent first; what the corpus has of it is left open. */
  async missed(
    selection: SessionSelection,
    includeFixed: boolean,
    limit: number | null,
    signal: AbortSignal,
  ): Promise<{ total: number; symbols: MissedSymbol[] }> {
    const outcome = await this.#run({ kind: 'missed', selection, includeFixed, limit }, signal, () => {});
    const { total, symbols } = of('missed', outcome);
    return { total, symbols };
  }

  /** What is cancelled before its turn has come ends at once, and not with what runs before it. */
  #inTurn(work: Work, signal: AbortSignal, onProgress: (progress: AnalyzeProgress) => void): Promise<Outcome> {
    let begun = false;
    const turn = this.#last.then(() => {
      begun = true;
      return this.#run(work, signal, onProgress);
    });
    this.#last = turn.catch(() => {});
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        if (!begun) reject(new HubError('cancelled', 'Cancelled.'));
      };
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
    });
  }

  #run(
    work: Work,
    signal: AbortSignal,
    onProgress: (progress: AnalyzeProgress) => void,
    onChange: (kept: AnalyzedFiles) => void = () => {},
  ): Promise<Outcome> {
    const start = (heap: number | null): Promise<Outcome> => this.#start(work, heap, signal, onProgress, onChange);
    return start(this.#options.heapMegabytes ?? heapMegabytes).catch((error: unknown) => {
      if (!isOutOfMemory(error)) throw error;
      return start(null);
    });
  }

  #start(
    work: Work,
    heap: number | null,
    signal: AbortSignal,
    onProgress: (progress: AnalyzeProgress) => void,
    onChange: (kept: AnalyzedFiles) => void,
  ): Promise<Outcome> {
    if (this.#closed || signal.aborted) return Promise.reject(new HubError('cancelled', 'Cancelled.'));
    const data: AnalysisWorkerData = {
      database: this.#options.database,
      logLevel: this.#options.logLevel(),
      now: Date.now(),
      work,
    };
    const worker = new Worker(workerFile('analysis-worker', import.meta.url), {
      workerData: data,
      name: 'sessions',
      resourceLimits: {
        maxYoungGenerationSizeMb: nurseryMegabytes,
        ...(heap === null ? {} : { maxOldGenerationSizeMb: heap }),
      },
    });
    this.#running.add(worker);
    return new Promise<Outcome>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const stop = (): void => {
        worker.postMessage('stop');
        timer = setTimeout(() => void worker.terminate(), stopLimitMs);
      };
      let result: Outcome | null = null;
      let failure: HubError | null = null;
      signal.addEventListener('abort', stop, { once: true });
      worker.on('message', (message: AnalysisMessage) => {
        if (message.kind === 'progress') onProgress(message.progress);
        else if (message.kind === 'changed') onChange(message.result);
        else if (message.kind === 'failed')
          failure = new HubError(message.error.code, message.error.message, message.error.details);
        else result = message;
      });
      worker.on('error', (error: unknown) => {
        failure = new HubError(
          'internal',
          `${failed(work)}: ${error instanceof Error ? error.message : String(error)}. Take fewer of them at once.`,
          {},
          error,
        );
      });
      // When the thread has ended, its file is closed: what comes next may write.
      worker.once('exit', () => {
        signal.removeEventListener('abort', stop);
        clearTimeout(timer);
        this.#running.delete(worker);
        if (result !== null) resolve(result);
        else reject(failure ?? new HubError('cancelled', 'Cancelled.'));
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const worker of this.#running) worker.postMessage('stop');
    const timer = setTimeout(() => this.#running.forEach((worker) => void worker.terminate()), stopLimitMs);
    await Promise.all([...this.#running].map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
    await this.#last;
    clearTimeout(timer);
  }
}

function of<Kind extends Outcome['kind']>(kind: Kind, outcome: Outcome): Extract<Outcome, { kind: Kind }> {
  if (outcome.kind !== kind) throw new HubError('internal', 'The reading thread answered another question.');
  return outcome as Extract<Outcome, { kind: Kind }>;
}

function isOutOfMemory(error: unknown): boolean {
  const cause = error instanceof HubError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function failed({ kind }: Work): string {
  if (kind === 'report') return 'The report on the sessions could not be made';
  return kind === 'missed' ? 'The findings of the sessions could not be gone through' : 'The transcripts could not be read';
}
