import { Tinypool } from 'tinypool';
import { workerFile } from '../runtime/worker-file.ts';
import type { PrepareResult, PrepareTask } from './prepare-file.ts';

/** Without limits V8 lets a thread's heap grow with the machine; files of at most 1 MB need far less. Unit: MB. */
const chunkThreadLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** How long a thread without a file lives on. It takes a second of processor time to start, and where calls are answered first its files come seconds apart. Unit: milliseconds. */
const idleMs = 10_000;

/** Turns files into chunks; `threads` says how many at once. */
export interface ChunkPreparer extends AsyncDisposable {
  readonly threads: number;
  prepare(task: PrepareTask, signal?: AbortSignal): Promise<PrepareResult>;
}

/** Threads that turn files into chunks, so that parsing never blocks the thread that answers queries. */
export class ChunkPool implements ChunkPreparer {
  readonly #pool: Tinypool;
  readonly threads: number;

  constructor(threads: number) {
    this.threads = threads;
    this.#pool = new Tinypool({
      filename: workerFile('chunk-worker', import.meta.url),
      name: 'prepare',
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: chunkThreadLimits,
    });
  }

  /** The bytes are moved to the thread; the caller must not use them afterwards. */
  prepare(task: PrepareTask, signal?: AbortSignal): Promise<PrepareResult> {
    const bytes = ownBuffer(task.bytes);
    const options = { transferList: [bytes.buffer as ArrayBuffer], ...(signal ? { signal } : {}) };
    return this.#pool.run({ ...task, bytes }, options) as Promise<PrepareResult>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}

/** Small Buffers share one slab, which must not be transferred; copy those. */
function ownBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
