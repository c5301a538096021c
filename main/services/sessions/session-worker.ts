import { parentPort, workerData } from 'node:worker_threads';
import { asHubError } from '../../contract/errors.ts';
import { createLogger } from '../runtime/stderr-logger.ts';
import { keepSessions } from './keep-sessions.ts';
import type { SessionWorkerData, SessionWorkerMessage } from './session-protocol.ts';

/** Entry of the thread that reads transcripts (see `session-thread.ts`). It is ended from outside at any moment: every session is kept whole or not. */

const data = workerData as SessionWorkerData;
const port = parentPort!;
const send = (message: SessionWorkerMessage): void => port.postMessage(message);

try {
  send({ kept: await keepSessions(data, createLogger(data.logLevel), (progress) => send({ progress })) });
} catch (thrown) {
  send({ error: asHubError(thrown).toWire() });
}
