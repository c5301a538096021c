import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { portChannel, type EventTargetPort } from '../../rpc/adapters/port.ts';
import { serve } from '../../rpc/server.ts';
import { RightOfWay } from '../runtime/right-of-way.ts';
import { createLogger } from '../runtime/stderr-logger.ts';
import { indexerContract } from './indexer-contract.ts';
import { IndexerHandlers } from './indexer-handlers.ts';

/** Entry of the thread that owns and writes the index (see `indexer.ts`). */

/** What the thread is started with. */
export interface IndexerWorkerData {
  config: Config;
  port: MessagePort;
  /** Of `RightOfWay`: calls of agents that are being answered. */
  underWay: SharedArrayBuffer;
}

const { config, port, underWay } = workerData as IndexerWorkerData;
const logger = createLogger(config.logLevel);
const indexer = new IndexerHandlers(config, logger, new RightOfWay(underWay));
const served = serve(indexerContract, indexer.handlers, portChannel(port as unknown as EventTargetPort), { logger });

let ending = false;
function end(code: number): void {
  if (ending) return;
  ending = true;
  // The model's threads must end between two texts: ended within one, the native library takes the whole process down.
  void indexer.close().finally(() => process.exit(code));
}

process.on('uncaughtException', (error) => {
  logger.error('the indexing thread ends', { stack: error.stack });
  end(1);
});
void served.closed.then(() => end(0));
parentPort!.postMessage('ready');
