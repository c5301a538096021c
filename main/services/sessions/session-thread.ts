import { Worker } from 'node:worker_threads';
import { HubError } from '../../contract/errors.ts';
import type { AnalyzeProgress } from '../../contract/sessions.ts';
import { workerFile } from '../runtime/worker-file.ts';
import type { KeptSessions, SessionWorkerData, SessionWorkerMessage } from './session-protocol.ts';

/** Without a limit a thread that copies much keeps a large nursery for ever; the old part bounds what one drop may take. Unit: MB. */
const threadLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 3072 };

export interface SessionThreadOptions extends SessionWorkerData {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: AnalyzeProgress) => void) | undefined;
  /** Entry of the thread; for tests. */
  workerEntry?: string | undefined;
}

/**
 * Reads transcripts in a thread of their own and keeps what was found. A cancel ends the thread at once, wherever it is; sessions that it had kept stay,
 * whole. Rejects with `cancelled`, or with what went wrong.
 */
export async function readInThread({ signal, onProgress, workerEntry, ...data }: SessionThreadOptions): Promise<KeptSessions> {
  if (signal?.aborted === true) throw cancelled();
  const worker = new Worker(workerEntry ?? workerFile('session-worker', import.meta.url), {
    workerData: data satisfies SessionWorkerData,
    name: 'sessions',
    resourceLimits: threadLimits,
  });
  const { promise, resolve, reject } = Promise.withResolvers<KeptSessions>();
  const stop = (): void => reject(cancelled());
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: SessionWorkerMessage) => {
    if ('progress' in message) onProgress?.(message.progress);
    else if ('kept' in message) resolve(message.kept);
    else reject(new HubError(message.error.code, message.error.message, message.error.details));
  });
  worker.on('error', (error: unknown) => reject(explained(error)));
  worker.on('exit', () => reject(new HubError('internal', 'The thread that reads transcripts ended. Drop fewer files at once.')));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function cancelled(): HubError {
  return new HubError('cancelled', 'Cancelled. What had been kept of the sessions stays.');
}

function explained(error: unknown): HubError {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new HubError(
      'usage',
      'These transcripts take more memory than one reading may have. Drop fewer of them at once.',
      {},
      error,
    );
  return new HubError('internal', error instanceof Error ? error.message : String(error), {}, error);
}
