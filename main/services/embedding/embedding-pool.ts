import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { asHubError, HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { Embedder } from '../../core/embedding.ts';
import type { Logger } from '../../core/logger.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import { workerFile } from '../runtime/worker-file.ts';
import type { EmbedAnswer, EmbedRequest } from './embedding-protocol.ts';
import { meanVector } from './unit-vectors.ts';
import { WorkerHandle } from './worker-handle.ts';

/** Passages that a worker holds: one it runs and one that it can go on with at once. A query overtakes the second. */
const passagesPerWorker = 2;

export interface EmbedderOptions {
  modelDirectory: string;
  space: EmbeddingSpace;
  /** Sessions side by side; default: one per core. All but the first start when passages wait for them. */
  workers?: number;
  /** Its threads give way to those of normal priority; for a pool that no query goes to. */
  background?: boolean;
  logger: Logger;
  /** Entry of the worker threads; for tests. */
  workerEntry?: string;
}

/** Starts the first worker and waits until its model runs; `model-missing` when it does not. */
export async function createEmbedder(options: EmbedderOptions): Promise<Embedder> {
  const pool = new EmbeddingPool(options);
  try {
    await pool.start();
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    const { modelDirectory } = options;
    const detail = error instanceof Error ? error.message : String(error);
    const advice = 'Keyword search works without it; `context-hub model fetch` gets it anew.';
    throw new HubError(
      'model-missing',
      `The embedding model in ${modelDirectory} cannot be used: ${detail}. ${advice}`,
      { modelDirectory },
      error,
    );
  }
  return pool;
}

interface Job {
  request: EmbedRequest;
  /** A worker died over it before. It runs alone, so that a text that kills workers takes no other with it. */
  retried: boolean;
  resolve: (vector: Float32Array) => void;
  reject: (error: HubError) => void;
}

class EmbeddingPool implements Embedder {
  readonly space: EmbeddingSpace;
  readonly #options: EmbedderOptions;
  readonly #size: number;
  /** All that live, and those of them whose model is loaded. */
  readonly #workers = new Set<WorkerHandle>();
  readonly #ready = new Set<WorkerHandle>();
  readonly #jobs = new Map<number, Job>();
  // Ids in order of arrival; in sets, so that a cancelled one leaves its queue without a search.
  readonly #queries = new Set<number>();
  readonly #passages = new Set<number>();
  #nextId = 1;
  /** Why nothing can be embedded any more. */
  #broken: HubError | null = null;

  constructor(options: EmbedderOptions) {
    this.space = options.space;
    this.#options = options;
    this.#size = Math.max(1, options.workers ?? availableParallelism());
  }

  async start(): Promise<void> {
    await this.#addWorker().ready;
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const [vector] = await this.#embed([text], true, signal);
    return vector!;
  }

  async embedPassages(items: readonly (readonly string[])[], signal?: AbortSignal): Promise<Float32Array[]> {
    // No chunk is without text; should one be, it gets the vector of the empty text.
    const filled = items.map((passages) => (passages.length === 0 ? [''] : passages));
    const vectors = await this.#embed(filled.flat(), false, signal);
    let next = 0;
    return filled.map((passages) => meanVector(vectors.slice(next, (next += passages.length))));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fail(new HubError('cancelled', 'The embedding service was stopped.'));
    await Promise.all([...this.#workers].map((worker) => worker.close()));
    this.#workers.clear();
    this.#ready.clear();
  }

  async #embed(texts: readonly string[], urgent: boolean, signal?: AbortSignal): Promise<Float32Array[]> {
    throwIfCancelled(signal);
    if (this.#broken) throw this.#broken;
    const ids: number[] = [];
    const answers = texts.map((text) => {
      const id = this.#nextId++;
      ids.push(id);
      (urgent ? this.#queries : this.#passages).add(id);
      const { promise, resolve: fulfil, reject } = Promise.withResolvers<Float32Array>();
      this.#jobs.set(id, { request: { id, text, urgent }, retried: false, resolve: fulfil, reject });
      return promise;
    });
    const drop = () => ids.forEach((id) => this.#settle(id)?.reject(new HubError('cancelled', 'Cancelled.')));
    signal?.addEventListener('abort', drop, { once: true });
    this.#dispatch();
    try {
      return await Promise.all(answers);
    } finally {
      signal?.removeEventListener('abort', drop);
      // After a failure the rest of the group is of no use to anyone.
      drop();
    }
  }

  /** Removes a job from everywhere but the worker that may be running it; that late answer finds nobody. */
  #settle(id: number): Job | undefined {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    this.#queries.delete(id);
    this.#passages.delete(id);
    return job;
  }

  #dispatch(): void {
    for (const queue of [this.#queries, this.#passages]) {
      for (const id of queue) {
        const job = this.#jobs.get(id)!;
        const worker = this.#workerFor(job);
        if (!worker) break;
        queue.delete(id);
        worker.send(job.request);
      }
      if (queue.size > 0) break;
    }
    const allReady = this.#workers.size === this.#ready.size;
    if (this.#passages.size > 0 && this.#workers.size < this.#size && allReady) this.#addWorker();
  }

  /** The least loaded worker that may take this job now. */
  #workerFor({ request, retried }: Job): WorkerHandle | undefined {
    let best: WorkerHandle | undefined;
    for (const worker of this.#ready) {
      const load = worker.pending.size;
      const full = retried ? load > 0 : request.urgent ? worker.hasQuery : load >= passagesPerWorker;
      if (full || (best && load >= best.pending.size)) continue;
      const alone = [...worker.pending.keys()].some((id) => this.#jobs.get(id)?.retried);
      if (!alone) best = worker;
    }
    return best;
  }

  #addWorker(): WorkerHandle {
    const { modelDirectory, space, workerEntry, background = false } = this.#options;
    const data = { modelDirectory: resolve(modelDirectory), dimension: space.dimension, background };
    const worker: WorkerHandle = new WorkerHandle(workerEntry ?? workerFile('embedding-worker', import.meta.url), data, {
      onAnswer: (answer) => this.#onAnswer(answer),
      onDeath: (reason) => this.#onDeath(worker, reason),
    });
    this.#workers.add(worker);
    worker.ready.then(
      () => {
        if (this.#workers.has(worker)) this.#ready.add(worker);
        this.#dispatch();
      },
      (error: unknown) => {
        this.#workers.delete(worker);
        // With another worker left the pool is only slower; without one nothing would ever be answered.
        if (this.#workers.size > 0) return;
        this.#fail(
          new HubError(
            'model-missing',
            `The embedding model stopped working: ${asHubError(error).message}. Keyword search works without it.`,
          ),
        );
      },
    );
    return worker;
  }

  #onAnswer(answer: EmbedAnswer): void {
    const job = this.#settle(answer.id);
    if (answer.kind === 'vector') job?.resolve(answer.vector);
    else job?.reject(new HubError('internal', `A text could not be embedded: ${answer.message}`));
    this.#dispatch();
  }

  #onDeath(worker: WorkerHandle, reason: string): void {
    this.#workers.delete(worker);
    // One that never became ready has no jobs, and its `ready` says what is to be done.
    if (!this.#ready.delete(worker) || this.#broken !== null) return;
    this.#options.logger.warn('An embedding worker died and is replaced', { reason, texts: worker.pending.size });
    for (const [id, request] of [...worker.pending].reverse()) {
      const job = this.#jobs.get(id);
      if (job?.retried)
        this.#settle(id)?.reject(new HubError('internal', `The embedding worker died twice over the same text: ${reason}`));
      else if (job) {
        job.retried = true;
        putFirst(request.urgent ? this.#queries : this.#passages, id);
      }
    }
    this.#addWorker();
    this.#dispatch();
  }

  #fail(error: HubError): void {
    this.#broken ??= error;
    for (const id of this.#jobs.keys()) this.#settle(id)?.reject(error);
  }
}

function putFirst(queue: Set<number>, id: number): void {
  const later = [...queue];
  queue.clear();
  for (const waiting of [id, ...later]) queue.add(waiting);
}
