import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { asHubError, HubError } from '../../contract/errors.ts';
import type { HubState } from '../../contract/hub-contract.ts';
import { doubledWaitMs } from '../../core/doubled-wait.ts';
import type { Logger } from '../../core/logger.ts';
import type { SourceSpecification } from '../../core/source.ts';
import { portChannel, type EventTargetPort } from '../../rpc/adapters/port.ts';
import { connect, type Connection } from '../../rpc/client.ts';
import type { ChromaAddress, ChromaEndpoint } from '../../store/vectors/chroma-endpoint.ts';
import type { JobOutcome } from '../jobs/job-progress.ts';
import type { JobContext } from '../jobs/job-queue.ts';
import type { RightOfWay } from '../runtime/right-of-way.ts';
import { workerFile } from '../runtime/worker-file.ts';
import { StateCell } from '../state-cell.ts';
import { indexerContract, type IndexerContract, type IndexerState } from './indexer-contract.ts';
import type { IndexerWorkerData } from './indexer-worker.ts';

/** Without a limit a thread that copies much keeps a large nursery for ever. */
const youngGenerationMb = 16;
const firstBackOffMs = 250;
const longestBackOffMs = 30_000;
/** A thread that lived this long counts as healthy: its next death starts the back-off from the beginning. */
const healthyMs = 60_000;
/** A thread that cannot open the store tries again by itself; to those who wait for it that is a restart. */
const writerStates = { opening: 'starting', ready: 'ready', locked: 'locked', failed: 'restarting' } as const;
/** How long a thread may take to end: a text that the model reads, a Chroma server that stops. */
const closeLimitMs = 25_000;

export interface IndexerStatus {
  writer: HubState['writer'];
  vectors: IndexerState['vectors'];
}

export interface IndexerOptions {
  config: Config;
  logger: Logger;
  rightOfWay: RightOfWay;
  /** Entry of the thread; for tests. */
  workerEntry?: string | undefined;
}

interface Thread {
  worker: Worker;
  port: MessagePort;
  /** Null until the thread listens. */
  connection: Connection<IndexerContract> | null;
  startedAt: number;
}

/** The service's side of the thread that writes the index: starts it, watches it, starts it again, and passes work to it. */
export class Indexer implements AsyncDisposable {
  readonly state = new StateCell<IndexerStatus>({ writer: { state: 'starting', message: null }, vectors: 'own' });
  readonly #options: IndexerOptions;
  #config: Config;
  #thread: Thread | null = null;
  #deaths = 0;
  #retry: NodeJS.Timeout | undefined;
  #restarts: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#config = options.config;
    this.#start();
  }

  /** Throws `locked` where another process owns the data directory now. */
  assertNotLocked(): void {
    const { state, message } = this.state.value.writer;
    if (state === 'locked') throw new HubError('locked', message ?? 'Another process owns the data directory.');
  }

  /** Throws `locked` where another process owns the data directory; waits while the thread is starting. */
  async put(specifications: readonly SourceSpecification[]): Promise<void> {
    const connection = await this.#ready();
    await connection.call('indexer.put', { specifications: [...specifications] });
  }

  async run(names: readonly string[], force: boolean, { signal, onProgress }: JobContext): Promise<JobOutcome> {
    const connection = await this.#ready(signal);
    try {
      for await (const { progress, outcome } of connection.stream('indexer.run', { names: [...names], force }, { signal })) {
        onProgress(progress);
        if (outcome) return outcome;
      }
    } catch (thrown) {
      throw this.#explained(thrown);
    }
    throw new HubError('internal', 'The indexing thread ended a run without a result. Refresh the sources to go on.');
  }

  async remove(name: string): Promise<void> {
    const connection = await this.#ready();
    await connection.call('indexer.remove', { name }).catch((thrown: unknown) => {
      throw this.#explained(thrown);
    });
  }

  async doctor(signal: AbortSignal) {
    const connection = await this.#ready(signal);
    return connection.call('indexer.doctor', {}, { signal });
  }

  /** Also while another process owns the index: nothing of it is written. */
  async *preview(specification: SourceSpecification, signal: AbortSignal) {
    await this.state.until(() => this.#closed || this.#connection !== null, signal);
    if (this.#connection === null) throw stopping();
    yield* this.#connection.stream('indexer.preview', { specification }, { signal });
  }

  /** The Chroma server that the thread runs, for searching beside it. */
  chromaEndpoint(): ChromaEndpoint {
    const ask = async (failed: ChromaAddress | null, hung: boolean, signal?: AbortSignal) => {
      const connection = await this.#ready(signal);
      return (await connection.call('indexer.chroma', { failed, hung }, { signal })).address;
    };
    return {
      supervised: true,
      address: (signal) => ask(null, false, signal),
      reportFailure: async (address, hung) => {
        await ask(address, hung).catch(() => {});
      },
      [Symbol.asyncDispose]: async () => {},
    };
  }

  /** Lets the thread end and starts one with other settings. To be called while nothing runs. */
  async restart(config: Config): Promise<void> {
    this.#config = config;
    this.state.set({ writer: { state: 'restarting', message: 'The settings have changed.' }, vectors: 'own' });
    // One after the other: two threads would fight for the data directory.
    this.#restarts = this.#restarts.then(() => this.#startAnew());
    await this.#restarts;
  }

  async #startAnew(): Promise<void> {
    await this.#endThread();
    if (!this.#closed) this.#start();
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    clearTimeout(this.#retry);
    if (thread) await endThread(thread);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    // Whoever waits for the thread hears that it will not come.
    this.state.set(this.state.value);
    await this.#restarts;
    await this.#endThread();
  }

  #start(): void {
    const { port1, port2 } = new MessageChannel();
    const data: IndexerWorkerData = { config: this.#config, port: port2, underWay: this.#options.rightOfWay.shared };
    const worker = new Worker(this.#options.workerEntry ?? workerFile('indexer-worker', import.meta.url), {
      workerData: data,
      transferList: [port2],
      name: 'indexer',
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    const thread: Thread = { worker, port: port1, connection: null, startedAt: performance.now() };
    this.#thread = thread;
    let reason = 'it ended';
    worker.on('error', (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.once('message', () => {
      if (this.#thread !== thread) return;
      thread.connection = connect(indexerContract, portChannel(port1 as unknown as EventTargetPort));
      this.state.set({ writer: { state: 'starting', message: null }, vectors: 'own' });
      void this.#follow(thread, thread.connection);
    });
    worker.once('exit', () => {
      thread.connection?.dispose();
      port1.close();
      if (this.#thread === thread) this.#died(reason, thread);
    });
  }

  get #connection(): Connection<IndexerContract> | null {
    return this.#thread?.connection ?? null;
  }

  async #follow(thread: Thread, connection: Connection<IndexerContract>): Promise<void> {
    try {
      for await (const { state, message, vectors } of connection.stream('indexer.state', {})) {
        if (this.#thread !== thread) return;
        this.state.set({ writer: { state: writerStates[state], message }, vectors });
      }
    } catch {
      // The thread's end is told by its exit.
    }
  }

  #died(reason: string, { startedAt }: Thread): void {
    this.#thread = null;
    if (performance.now() - startedAt > healthyMs) this.#deaths = 0;
    const waitMs = doubledWaitMs(this.#deaths, firstBackOffMs, longestBackOffMs);
    this.#deaths += 1;
    this.#options.logger.error('The indexing thread died and is started again', { reason, deaths: this.#deaths, waitMs });
    const message = `The part that writes the index stopped (${reason}) and is being started again. Searching goes on.`;
    this.state.set({ writer: { state: 'restarting', message }, vectors: 'own' });
    this.#retry = setTimeout(() => this.#start(), waitMs);
  }

  /** The connection to a thread that may write. */
  async #ready(signal: AbortSignal = new AbortController().signal): Promise<Connection<IndexerContract>> {
    // Without a connection nothing is known yet, or the thread is being started again.
    const { writer } = await this.state.until(
      ({ writer: { state } }) => this.#closed || (this.#connection !== null && state !== 'starting'),
      signal,
    );
    if (this.#closed || this.#connection === null) throw stopping();
    if (writer.state === 'ready') return this.#connection;
    throw new HubError(
      writer.state === 'locked' ? 'locked' : 'internal',
      writer.message ?? 'The index cannot be written to now.',
    );
  }

  #explained(thrown: unknown): HubError {
    const error = asHubError(thrown);
    if (error.code !== 'disconnected') return error;
    return new HubError(
      'internal',
      'The indexing thread stopped in the middle of the work and is being started again. What it had written is kept; refresh the source to go on.',
      {},
      error,
    );
  }
}

async function endThread({ worker, port, connection }: Thread): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const timer = setTimeout(() => void worker.terminate(), closeLimitMs);
  // The thread closes what it has open when its only client goes.
  connection?.dispose();
  port.close();
  await ended;
  clearTimeout(timer);
}

function stopping(): HubError {
  return new HubError('cancelled', 'The service is being stopped.');
}
