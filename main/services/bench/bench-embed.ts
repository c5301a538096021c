import { fork } from 'node:child_process';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import { workerFile } from '../runtime/worker-file.ts';

export const naiveBatchSize = 32;

export interface BenchEmbedOptions {
  modelDirectory: string;
  space: EmbeddingSpace;
  /** Threads of our pool; default: one per core. */
  workers?: number;
  signal?: AbortSignal | undefined;
}

/** Sent to the child process. */
export interface EmbedTask {
  way: 'pool' | 'naive';
  texts: readonly string[];
  modelDirectory: string;
  space: EmbeddingSpace;
  workers?: number;
}

export interface EmbedFigures {
  texts: number;
  seconds: number;
  textsPerSecond: number;
  /** Of all threads. */
  cpuSeconds: number;
  /** Of the whole process, loading included. */
  peakResidentBytes: number;
}

export interface BenchEmbedReport {
  pool: EmbedFigures;
  /** Batches of 32, unsorted, through the library's pipeline. */
  naive: EmbedFigures;
  /** How many times as many texts per second as the naive loop. */
  speedup: number;
}

/** Measures our pool and the naive loop one after the other on the same texts, each in a process of its own. */
export async function benchEmbed(texts: readonly string[], options: BenchEmbedOptions): Promise<BenchEmbedReport> {
  const { signal, ...model } = options;
  const pool = await inChild({ way: 'pool', texts, ...model }, signal);
  const naive = await inChild({ way: 'naive', texts, ...model }, signal);
  return { pool, naive, speedup: pool.textsPerSecond / naive.textsPerSecond };
}

function inChild(task: EmbedTask, signal: AbortSignal | undefined): Promise<EmbedFigures> {
  throwIfCancelled(signal);
  return new Promise((resolve, reject) => {
    const child = fork(workerFile('bench-embed-child', import.meta.url), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const onAbort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', onAbort, { once: true });
    child.on('message', (reply: { figures?: EmbedFigures; error?: string }) => {
      if (reply.figures) resolve(reply.figures);
      else reject(new HubError('internal', `Embedding (${task.way}) failed: ${reply.error}`));
    });
    child.on('error', (error) => reject(new HubError('internal', error.message, {}, error)));
    child.on('exit', (code) => {
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) reject(new HubError('cancelled', 'Cancelled.'));
      else reject(new HubError('internal', `The benchmark's process (${task.way}) ended with ${code} before it answered.`));
    });
    child.send(task, (error) => {
      if (error) reject(new HubError('internal', error.message, {}, error));
    });
  });
}
