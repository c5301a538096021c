import { giveWay } from '../runtime/background-thread.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddingWorkerData, EmbedRequest, WorkerMessage, WorkerOrder } from './embedding-protocol.ts';
import { openEmbeddingSession, type EmbeddingSession } from './embedding-session.ts';

/** One thread, one session, one text per run. Queries overtake the passages that wait here. */

const port = parentPort!;
const queries: EmbedRequest[] = [];
const passages: EmbedRequest[] = [];
let running = false;

function post(message: WorkerMessage): void {
  port.postMessage(message, message.kind === 'vector' ? [message.vector.buffer as ArrayBuffer] : []);
}

async function drain(session: EmbeddingSession): Promise<void> {
  if (running) return;
  running = true;
  for (let request = queries.shift() ?? passages.shift(); request; request = queries.shift() ?? passages.shift()) {
    const { id } = request;
    try {
      post({ kind: 'vector', id, vector: await session.embed(request.text) });
    } catch (error) {
      post({ kind: 'failed', id, message: String(error) });
    }
    // Lets messages in, so that a query that came meanwhile is next.
    await new Promise(setImmediate);
  }
  running = false;
}

const { modelDirectory, dimension, background } = workerData as EmbeddingWorkerData;
if (background) giveWay();
try {
  const session = await openEmbeddingSession(modelDirectory, dimension);
  port.on('message', (order: WorkerOrder) => {
    // Messages arrive between runs only. To end a thread from outside, within a run, would end the whole process: the
    // native library throws where nobody can catch.
    if (order === 'close') process.exit();
    (order.urgent ? queries : passages).push(order);
    void drain(session);
  });
  post({ kind: 'ready' });
} catch (error) {
  post({ kind: 'unusable', message: error instanceof Error ? error.message : String(error) });
}
