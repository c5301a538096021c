import { parentPort, workerData } from 'node:worker_threads';
import type { MapWorkerData, MapWorkerMessage } from '../../main/services/latent/map-protocol.ts';

// In the place of the thread that makes a map: says that it optimises and then waits until it is cancelled; dies at once where the seed is 666.
const { settings } = workerData as MapWorkerData;
if (settings.seed === 666) throw new Error('a bug');
const post = (message: MapWorkerMessage): void => parentPort!.postMessage(message);
post({ kind: 'progress', phase: 'optimise', done: 1, total: 200 });
parentPort!.once('message', () => {
  post({ kind: 'failed', error: { code: 'cancelled', message: 'Cancelled.' } });
  parentPort!.close();
});
