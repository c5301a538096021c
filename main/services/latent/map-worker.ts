import { parentPort, workerData } from 'node:worker_threads';
import { asHubError } from '../../contract/errors.ts';
import { giveWay } from '../runtime/background-thread.ts';
import type { MapWorkerData, MapWorkerMessage, MapWorkerOrder } from './map-protocol.ts';
import { workOnMap } from './map-work.ts';

/** Entry of the thread that makes one map and ends. */

const port = parentPort!;
const data = workerData as MapWorkerData;
const cancelled = new AbortController();
port.on('message', (order: MapWorkerOrder) => {
  if (order === 'cancel') cancelled.abort();
});
// Threads of the native library are started by this one and give way, too.
if (data.background) giveWay();

function post(message: MapWorkerMessage): void {
  port.postMessage(message, message.kind === 'places' ? [message.places.buffer as ArrayBuffer] : []);
}

try {
  post({ kind: 'done', ...(await workOnMap(data, { signal: cancelled.signal, onMessage: post })) });
} catch (error) {
  post({ kind: 'failed', error: asHubError(error).toWire() });
} finally {
  port.close();
}
