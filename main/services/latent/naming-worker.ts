import { parentPort, workerData } from 'node:worker_threads';
import { asHubError } from '../../contract/errors.ts';
import { LatentReader } from '../../store/latent/latent-reader.ts';
import { TermFile } from '../../store/latent/term-file.ts';
import { openIndex } from '../open-index.ts';
import { giveWay } from '../runtime/background-thread.ts';
import { createLogger } from '../runtime/stderr-logger.ts';
import { ClusterNamer } from './map-namer.ts';
import type { NamingMessage, NamingOrder, NamingWorkerData } from './naming-protocol.ts';

/** Entry of the thread that reads what chunks are about and names clusters, while another finds the places of the map. Ended by whoever started it. */

const port = parentPort!;
const { database, dataDirectory, fresh, logLevel, background } = workerData as NamingWorkerData;
if (background) giveWay();

function post(message: NamingMessage): void {
  port.postMessage(message);
}

function fail(error: unknown): void {
  post({ kind: 'failed', error: asHubError(error).toWire() });
}

/** What goes wrong here, as a damaged index, is told to whoever waits for names. */
function openNamer(): ClusterNamer | null {
  try {
    const reader = new LatentReader(openIndex(database, 'read', createLogger(logLevel)));
    reader.readOnce();
    return new ClusterNamer({
      reader,
      termFile: new TermFile(dataDirectory),
      fresh,
      onTermsLost: (error) => post({ kind: 'termsLost', reason: String(error) }),
    });
  } catch (error) {
    fail(error);
    return null;
  }
}

const namer = openNamer();
port.on('message', (order: NamingOrder) => {
  if (order.kind === 'begin') {
    namer?.begin(order.points);
    namer?.kept().then(() => post({ kind: 'kept' }), fail);
  } else namer?.name(order.input).then((levels) => post({ kind: 'named', levels }), fail);
});
