import { parentPort } from 'node:worker_threads';
import { portChannel } from '../../../main/rpc/adapters/port.ts';
import { serve } from '../../../main/rpc/server.ts';
import { testContract, testHandlers } from './contract.ts';

/** Serves the test contract to whoever sends a port, in a thread of its own. */
parentPort!.on('message', (port: import('node:worker_threads').MessagePort) => {
  serve(testContract, testHandlers().handlers, portChannel(port), { logger: { warn: () => {}, error: () => {} } });
});
