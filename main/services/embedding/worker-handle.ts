import { Worker } from 'node:worker_threads';
import type { EmbedAnswer, EmbeddingWorkerData, EmbedRequest, WorkerMessage, WorkerOrder } from './embedding-protocol.ts';

/** A text takes well below a second, loading the model a few; a worker that needs longer hangs. */
const closeLimitMs = 20_000;

/** A small one is collected more often, so that the results of past runs do not pile up: 20 MB less in use. */
const youngGenerationMb = 8;

export interface WorkerEvents {
  onAnswer(answer: EmbedAnswer): void;
  /** The thread ended without being told to; what it had pending is lost. */
  onDeath(reason: string): void;
}

/** One worker thread and what it is working on. */
export class WorkerHandle {
  /** Requests sent and not answered, by id. */
  readonly pending = new Map<number, EmbedRequest>();
  /** Settles when the model is loaded; rejects when it cannot be, or the thread ends before. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  #closing = false;
  #ended = false;

  constructor(file: string, data: EmbeddingWorkerData, events: WorkerEvents) {
    this.#worker = new Worker(file, {
      workerData: data,
      name: 'embedding',
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    this.ready = new Promise((resolve, reject) => {
      let reason = 'the thread ended';
      this.#worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'unusable') {
          this.#closing = true;
          reject(new Error(message.message));
          void this.#worker.terminate();
        } else {
          this.pending.delete(message.id);
          events.onAnswer(message);
        }
      });
      this.#worker.on('error', (error: unknown) => {
        reason = error instanceof Error ? error.message : String(error);
      });
      this.#worker.on('exit', () => {
        this.#ended = true;
        reject(new Error(reason));
        if (!this.#closing) events.onDeath(reason);
      });
    });
    // Whoever waits for it hears of it; nobody has to.
    this.ready.catch(() => {});
  }

  get hasQuery(): boolean {
    for (const request of this.pending.values()) if (request.urgent) return true;
    return false;
  }

  send(request: EmbedRequest): void {
    this.pending.set(request.id, request);
    this.#worker.postMessage(request);
  }

  /** Lets the worker finish the text it is running. One that does not end in time is ended. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#ended) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('close' satisfies WorkerOrder);
    const timer = setTimeout(() => void this.#worker.terminate(), closeLimitMs);
    await ended;
    clearTimeout(timer);
  }
}
