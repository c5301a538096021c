import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { Logger } from '../../core/logger.ts';
import { BoundedLogFile } from './bounded-log-file.ts';
import { ChromaChild } from './chroma-child.ts';
import { chromaConfigurationYaml } from './chroma-configuration.ts';
import type { ChromaAddress, ChromaEndpoint } from './chroma-endpoint.ts';
import { askHeartbeat, freeLoopbackPort } from './chroma-heartbeat.ts';
import { killOrphan, writeServerState } from './chroma-orphan.ts';
import type { ChromaProgram } from './chroma-program.ts';
import { doubledWaitMs } from '../../core/doubled-wait.ts';
import { tryFileLock } from '../file-lock.ts';
import type { FileLock } from '../file-lock.ts';

/** Another program may take the port between our look and the server's start. */
const portAttempts = 5;
const logBytes = 1_000_000;
const firstBackOffMs = 100;
const longestBackOffMs = 30_000;
/** A server that lived this long counts as healthy: its next death starts the back-off from the beginning. */
const healthyMs = 60_000;
/** How long a call waits for a server that is being restarted. */
const restartWaitMs = 20_000;

export interface ChromaServerOptions {
  program: ChromaProgram;
  /** Folder of its own: data, configuration, log and lock. */
  directory: string;
  logger: Logger;
  choosePort?: () => Promise<number>;
  /** Throws away what an earlier run stored. */
  fresh?: boolean;
}

interface Running {
  child: ChromaChild;
  port: number;
  marker: string;
  startedAt: number;
}

/** A Chroma server as a child process on a random loopback port: started, watched, restarted with back-off, stopped. */
export class ChromaServer implements ChromaEndpoint {
  readonly supervised = true;
  readonly #options: ChromaServerOptions;
  readonly #lock: FileLock;
  readonly #log: BoundedLogFile;
  readonly #stopping = new AbortController();
  /** The server that runs or is being started. */
  #running: Promise<Running>;
  /** The server that answers now; null from its death until the next one answers. */
  #current: Running | null = null;
  #deaths = 0;

  private constructor(options: ChromaServerOptions, lock: FileLock) {
    this.#options = options;
    this.#lock = lock;
    this.#log = new BoundedLogFile(join(options.directory, 'server.log'), logBytes);
    this.#running = this.#launch();
    this.#running.catch(() => {});
  }

  /** Resolves once the server answers; throws `locked` where another process runs one on the directory, else `vector-backend`. */
  static async start(options: ChromaServerOptions): Promise<ChromaServer> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const lock = tryFileLock(join(options.directory, 'owner.lock'));
    if (lock === null) {
      // Two servers on one path start without complaint, and each misses what the other writes.
      throw new HubError('locked', 'Another process already runs a Chroma server on this data directory.', {
        directory: options.directory,
      });
    }
    try {
      await killOrphan(join(options.directory, 'server.json'), options.logger);
      if (options.fresh === true) await rm(join(options.directory, 'data'), { recursive: true, force: true });
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
    const server = new ChromaServer(options, lock);
    try {
      server.#watch(await server.#running);
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Of the server that runs now; null while none does. */
  get processId(): number | null {
    return this.#current?.child.processId ?? null;
  }

  /** How often the server died without being told to, since it last stayed up for a minute. */
  get deaths(): number {
    return this.#deaths;
  }

  async address(signal?: AbortSignal): Promise<ChromaAddress> {
    throwIfCancelled(signal);
    this.#assertOpen();
    if (this.#current !== null) return addressOf(this.#current);
    const waited = new AbortController();
    // Also keeps our process alive, since neither the restart nor the server does.
    const timer = setTimeout(() => waited.abort(), restartWaitMs);
    const given = AbortSignal.any([this.#stopping.signal, waited.signal, ...(signal ? [signal] : [])]);
    const running = await Promise.race([this.#running, aborted(given)]).finally(() => clearTimeout(timer));
    throwIfCancelled(signal);
    this.#assertOpen();
    if (running === null)
      throw new HubError('vector-backend', `The Chroma server does not come up again; see ${this.#path('server.log')}.`);
    return addressOf(running);
  }

  /** A server that lives but does not answer (after SIGTERM, or on damaged files, it spins for ever) is killed, so that it is restarted. */
  async reportFailure(address: ChromaAddress, hung: boolean): Promise<void> {
    const running = this.#current;
    if (running === null || running.port !== address.port || running.child.isGone) return;
    if (!hung && (await askHeartbeat(running.port, running.marker)) === 'ours') return;
    this.#options.logger.warn('The Chroma server does not answer and is restarted.', { processId: running.child.processId });
    await running.child.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#running.catch(() => {}); // a launch in progress sees the signal, kills its child and throws
    await this.#current?.child.kill();
    this.#current = null;
    await rm(this.#path('server.json'), { force: true });
    this.#log[Symbol.dispose]();
    this.#lock[Symbol.dispose]();
  }

  #path(name: string): string {
    return join(this.#options.directory, name);
  }

  #assertOpen(): void {
    if (this.#stopping.signal.aborted) throw new HubError('vector-backend', 'The Chroma server has been stopped.');
  }

  /** Arranges for the restart of a server that is up. */
  #watch(running: Running): void {
    void running.child.gone.then(() => {
      this.#current = null;
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - running.startedAt > healthyMs) this.#deaths = 0;
      this.#running = this.#restart(running.child.lastWords);
      this.#running.catch(() => {});
    });
  }

  async #restart(lastWords: string): Promise<Running> {
    while (true) {
      const waitMs = doubledWaitMs(this.#deaths, firstBackOffMs, longestBackOffMs);
      this.#deaths++;
      this.#options.logger.warn('The Chroma server died and is started again.', { deaths: this.#deaths, waitMs, lastWords });
      await delay(waitMs, undefined, { signal: this.#stopping.signal, ref: false });
      try {
        const running = await this.#launch();
        this.#watch(running);
        return running;
      } catch (error) {
        this.#assertOpen();
        this.#options.logger.error('The Chroma server could not be started again.', { reason: (error as Error).message });
      }
    }
  }

  async #launch(): Promise<Running> {
    const { program, directory, choosePort = freeLoopbackPort } = this.#options;
    const configurationPath = this.#path('server.yaml');
    for (let attempt = 1; attempt <= portAttempts; attempt++) {
      this.#assertOpen();
      const port = await choosePort();
      const marker = `http://hub-${randomBytes(16).toString('hex')}.invalid`;
      const configuration = chromaConfigurationYaml({ port, persistPath: this.#path('data'), marker });
      await writeFile(configurationPath, configuration, { mode: 0o600 });
      const child = await this.#spawn(program, configurationPath, directory);
      await writeServerState(this.#path('server.json'), { processId: child.processId, port, marker, configurationPath });
      const outcome = await Promise.race([child.ready(port, marker), aborted(this.#stopping.signal)]);
      if (outcome === 'ready') {
        this.#current = { child, port, marker, startedAt: performance.now() };
        return this.#current;
      }
      await child.kill();
      this.#assertOpen();
      if (outcome !== 'busy')
        throw new HubError('vector-backend', `The Chroma server did not start: ${child.lastWords || 'it printed nothing'}`);
      this.#options.logger.debug('A port was taken before the Chroma server had it.', { port, attempt });
    }
    throw new HubError('vector-backend', `No free port for the Chroma server was found in ${portAttempts} attempts.`);
  }

  async #spawn(program: ChromaProgram, configurationPath: string, directory: string): Promise<ChromaChild> {
    try {
      return await ChromaChild.spawn(program, configurationPath, directory, (chunk) => this.#log.write(chunk));
    } catch (error) {
      throw new HubError('vector-backend', `The Chroma server cannot be run: ${(error as Error).message}`, {}, error);
    }
  }
}

function addressOf({ port }: Running): ChromaAddress {
  return { host: '127.0.0.1', port, ssl: false, headers: {}, label: `the Chroma server on port ${port}` };
}

/** Resolves with null when the signal fires. */
async function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return null;
  return await new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
