import { parseArgs } from 'node:util';
import { loadConfig, type Config } from './config.ts';
import { asHubError } from './contract/errors.ts';
import { hubContract } from './contract/hub-contract.ts';
import { portChannel, type EmitterPort } from './rpc/adapters/port.ts';
import { serve } from './rpc/server.ts';
import type { Logger } from './core/logger.ts';
import { openHubService, type HubService } from './service.ts';
import { createLogger } from './services/runtime/stderr-logger.ts';

/**
 * The service as a process of its own under the desktop app (Electron's utility process). Its parent passes a message port per client, and
 * `{ kind: 'stop' }` when it shall end. Arguments: `--app-version V`, `--data-dir D`, `--log L`.
 */

/** What is used of `process.parentPort`, which exists in a utility process only. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown; ports: EmitterPort[] }) => void): void;
  postMessage(message: unknown): void;
}

const { parentPort } = process as unknown as { parentPort?: ParentPort };
const { values } = parseArgs({
  options: { 'app-version': { type: 'string' }, 'data-dir': { type: 'string' }, log: { type: 'string' } },
  strict: false,
  allowPositionals: true,
});
const text = (value: string | boolean | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

async function open(): Promise<{ service: HubService; logger: Logger }> {
  const config = loadConfig({
    dataDirectory: text(values['data-dir']),
    logLevel: text(values.log) as Config['logLevel'] | undefined,
  });
  const logger = createLogger(config.logLevel);
  const service = await openHubService({ config, logger, host: 'desktop', version: text(values['app-version']) ?? '0.0.0' });
  return { service, logger };
}

/** Until a process that cannot open ends, so that its reason still reaches the parent. Unit: milliseconds. */
const lastWordsMs = 200;

/** Told once, by the one who reports it. */
function ignored(): void {}

function run(parent: ParentPort): void {
  const opened = open();
  let stopping = false;
  // Listens from the first moment: a port that comes while the service opens waits for it.
  parent.on('message', ({ data, ports }) => {
    const stop = (data as { kind?: unknown } | null)?.kind === 'stop';
    void opened.then(async ({ service, logger }) => {
      for (const port of ports) serve(hubContract, service.handlers, portChannel(port), { logger });
      if (!stop || stopping) return;
      stopping = true;
      await service[Symbol.asyncDispose]().finally(() => process.exit(0));
    }, ignored);
  });
  opened.then(
    () => parent.postMessage({ kind: 'ready' }),
    (thrown: unknown) => {
      // The parent shows it; started again, it would end the same way.
      parent.postMessage({ kind: 'failed', error: asHubError(thrown).toWire() });
      setTimeout(() => process.exit(1), lastWordsMs);
    },
  );
}

if (parentPort) run(parentPort);
else {
  process.stderr.write('This file is started by the desktop app.\n');
  process.exitCode = 2;
}
