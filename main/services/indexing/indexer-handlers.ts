import type { Config } from '../../config.ts';
import { asHubError, HubError } from '../../contract/errors.ts';
import type { Job } from '../../contract/sources.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { IndexProgress, IndexReport } from '../../core/index-events.ts';
import type { Logger } from '../../core/logger.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import { countSourcesAtOnce } from '../../store/source-figures.ts';
import { shortenLog } from '../../store/write-ahead-log.ts';
import { Hub } from '../hub.ts';
import { withProgress, type JobOutcome } from '../jobs/job-progress.ts';
import type { RightOfWay } from '../runtime/right-of-way.ts';
import { previewSource } from '../sources/preview-source.ts';
import { specificationFrom } from '../sources/specification.ts';
import { followWork, StateCell } from '../state-cell.ts';
import { parseRates, ratesAfter, ratesKey } from './index-rates.ts';
import type { IndexerContract, IndexerState } from './indexer-contract.ts';

/** How long after a lock, or a store that cannot be opened, it is tried again. Unit: milliseconds. */
const retryMs = 1_000;

interface RunState {
  progress: Job['progress'];
  outcome: JobOutcome | null;
}

/** The side that writes: owns the data directory as soon as nobody else does, and does what the service asks of it. */
export class IndexerHandlers {
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #rightOfWay: RightOfWay;
  readonly #state = new StateCell<IndexerState>({ state: 'opening', message: null, vectors: 'own' });
  readonly #closed = new AbortController();
  #hub: Hub | null = null;
  #retry: NodeJS.Timeout | undefined;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(config: Config, logger: Logger, rightOfWay: RightOfWay) {
    this.#config = config;
    this.#logger = logger;
    this.#rightOfWay = rightOfWay;
    this.#open();
  }

  get handlers(): Handlers<IndexerContract> {
    return {
      'indexer.state': (_, { signal }) => this.#state.follow(signal),
      'indexer.put': ({ specifications }) => {
        this.#ready().put(specifications.map(specificationFrom));
        return {};
      },
      'indexer.run': ({ names, force }, { signal }) => this.#run(names, force, signal),
      'indexer.remove': async ({ name }) => {
        using _turn = await this.#turn();
        await this.#ready().remove(name);
        return {};
      },
      'indexer.doctor': async () => {
        using _turn = await this.#turn();
        return await this.#ready().doctor();
      },
      'indexer.preview': ({ specification }, { signal }) =>
        previewSource(specificationFrom(specification), {
          dataDirectory: this.#config.dataDirectory,
          logger: this.#logger,
          known: this.#hub?.reader.sources().map((row) => row.specification) ?? [],
          rates: parseRates(this.#hub?.reader.meta(ratesKey) ?? null),
          signal,
        }),
      'indexer.chroma': async ({ failed, hung }, { signal }) => {
        const server = await this.#hub?.chroma();
        if (!server) throw new HubError('vector-backend', 'The indexer runs no Chroma server now.');
        if (failed) await server.reportFailure(failed, hung);
        return { address: await server.address(signal) };
      },
      'indexer.close': async () => {
        await this.close();
        return {};
      },
    };
  }

  /** Ends threads and servers and gives the data directory free. */
  async close(): Promise<void> {
    this.#closed.abort();
    clearTimeout(this.#retry);
    // A run has seen the signal; it lets go before its store is closed.
    using _turn = await this.#turn();
    const hub = this.#hub;
    this.#hub = null;
    await hub?.[Symbol.asyncDispose]();
  }

  /** Waits until what writes now has let go; whoever cancels it does not wait for that, so the next may be here before. */
  async #turn(): Promise<Disposable> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = before.then(() => promise);
    await before;
    return { [Symbol.dispose]: resolve };
  }

  #ready(): Hub {
    if (this.#hub) return this.#hub;
    const { state, message } = this.#state.value;
    throw new HubError(
      state === 'failed' ? 'internal' : 'locked',
      message ?? 'The index is being opened. Try again in a moment.',
    );
  }

  #open(): void {
    try {
      this.#hub = Hub.open({ config: this.#config, logger: this.#logger, access: 'write', searches: false });
      this.#state.set({ state: 'ready', message: null, vectors: this.#mayRunChroma ? 'opening' : 'own' });
      void this.#startChroma(this.#hub);
    } catch (thrown) {
      const error = asHubError(thrown);
      const state = error.code === 'locked' ? 'locked' : 'failed';
      if (this.#state.value.message !== error.message)
        this.#logger.warn('The index cannot be written to yet', { reason: error.message });
      this.#state.set({ state, message: error.message, vectors: 'own' });
      this.#retry = setTimeout(() => this.#open(), retryMs);
    }
  }

  get #mayRunChroma(): boolean {
    return this.#config.vectorBackend !== 'embedded' && this.#config.chromaUrl === undefined;
  }

  /** Whoever searches uses our Chroma server, where there is one, from the moment it holds what the store holds. */
  async #startChroma(hub: Hub): Promise<void> {
    if (!this.#mayRunChroma) return;
    let vectors: IndexerState['vectors'] = 'own';
    try {
      if (hub.reader.hasVectors()) await hub.vectors();
      if ((await hub.chroma()) !== null) vectors = 'chroma';
    } catch (error) {
      this.#logger.warn('The vector store cannot be opened; searches read the vectors themselves', {
        reason: asHubError(error).message,
      });
    }
    if (!this.#closed.signal.aborted) this.#state.set({ ...this.#state.value, vectors });
  }

  async *#run(names: readonly string[], force: boolean, caller: AbortSignal): AsyncGenerator<RunState, void> {
    using _turn = await this.#turn();
    throwIfCancelled(caller);
    const hub = this.#ready();
    const signal = AbortSignal.any([caller, this.#closed.signal]);
    // A source that was removed while the job waited needs no work.
    const rows = names.flatMap((name) => hub.reader.source(name) ?? []);
    const reached = new StateCell<RunState>({ progress: [], outcome: null });
    const onProgress = (progress: IndexProgress): void =>
      reached.set({ progress: withProgress(reached.value.progress, [progress]), outcome: null });
    const giveWay = async (): Promise<void> => {
      await this.#rightOfWay.giveWay();
      shortenLog(hub.connection);
    };
    const work = hub.refresh(rows, { force, signal, onProgress, giveWay });
    try {
      const report = yield* followWork(reached, work);
      this.#keepRates(hub, report);
      yield { progress: reached.value.progress, outcome: outcomeOf(report) };
    } finally {
      await work.catch(() => {});
      await hub.letThreadsGo();
      await this.#startChroma(hub);
    }
  }

  #keepRates(hub: Hub, report: IndexReport): void {
    if (report.embedded === 0 && report.sources.every((source) => source.files.changed === 0)) return;
    const known = parseRates(hub.reader.meta(ratesKey));
    const { bySource } = countSourcesAtOnce(hub.connection, null);
    const textBytesOf = (name: string): number => bySource.get(hub.reader.source(name)?.id ?? -1)?.textBytes ?? 0;
    hub.remember(ratesKey, JSON.stringify(ratesAfter(report, known, textBytesOf)));
  }
}

function outcomeOf(report: IndexReport): JobOutcome {
  return {
    reports: report.sources.map(({ name, outcome, notice, files, chunks }) => ({ name, outcome, notice, files, chunks })),
    embedded: report.embedded,
    pending: report.pending,
  };
}
