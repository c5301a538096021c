import type { WireError } from '../contract/errors.ts';
import type { Logger } from '../core/logger.ts';
import { RestartPace } from '../host/restart-pace.ts';
import type { Clock } from '../rpc/clock.ts';

/** One run of the service's process, as the supervisor needs it. */
export interface ServiceProcess<Port> {
  /** Passes a client's port on. */
  connect(port: Port): void;
  /** Asks it to close everything and end. */
  stop(): void;
  kill(): void;
}

export interface ServiceEvents {
  /** It runs and takes ports. */
  onSpawn(): void;
  /** What it says of itself; checked here. */
  onMessage(message: unknown): void;
  /** It has ended, however. Comes once. */
  onExit(code: number): void;
}

export interface SupervisorOptions<Port> {
  fork(events: ServiceEvents): ServiceProcess<Port>;
  /** Ends a client's connection before it began, with the reason. */
  refuse(port: Port, error: WireError): void;
  logger: Logger;
  clock: Clock;
}

/** After so many crashes in a row whoever waits is told, instead of waiting for the next run. */
const crashesToTell = 3;
/** How long the service may take to close its files and threads before it is killed. */
const stopLimitMs = 8_000;
/** Ports that wait for the service to come; the window asks again for one that was dropped. */
const mostWaitingPorts = 20;

/**
 * Keeps the service running: starts it, starts it again with growing pauses when it crashed, and hands it the ports of its clients. After a
 * crash the window's port closes, the window asks again, and gets a port to the new process.
 */
export class ServiceSupervisor<Port> {
  readonly #options: SupervisorOptions<Port>;
  #process: ServiceProcess<Port> | null = null;
  #spawned = false;
  readonly #waitingPorts: Port[] = [];
  readonly #pace = new RestartPace();
  /** Why the last run could not open, in its own words, or that none has lived. */
  #failure: WireError | null = null;
  #cancelRestart: (() => void) | null = null;
  #stopping: PromiseWithResolvers<void> | null = null;

  constructor(options: SupervisorOptions<Port>) {
    this.#options = options;
  }

  start(): void {
    if (this.#process !== null || this.#stopping !== null) return;
    this.#cancelRestart?.();
    this.#cancelRestart = null;
    this.#spawned = false;
    this.#pace.started(this.#options.clock.now());
    let ended = false;
    this.#process = this.#options.fork({
      onSpawn: () => {
        if (!ended) this.#onSpawn();
      },
      onMessage: (message) => this.#onMessage(message),
      onExit: (code) => {
        if (ended) return;
        ended = true;
        this.#onExit(code);
      },
    });
  }

  /** Connects a client, now or when the service is there. */
  connect(port: Port): void {
    if (this.#stopping !== null) this.#options.refuse(port, { code: 'disconnected', message: 'Context Hub is closing.' });
    else if (this.#spawned && this.#process !== null) this.#process.connect(port);
    else if (this.#failure !== null && this.#process === null) this.#options.refuse(port, this.#failure);
    else {
      this.#waitingPorts.push(port);
      // The oldest belongs to a page that has asked again since.
      if (this.#waitingPorts.length > mostWaitingPorts)
        this.#options.refuse(this.#waitingPorts.shift()!, { code: 'disconnected', message: 'Too many connections are waiting.' });
    }
  }

  /** Ends the service and resolves when its process is gone; killed when it takes too long. */
  stop(): Promise<void> {
    if (this.#stopping !== null) return this.#stopping.promise;
    this.#stopping = Promise.withResolvers();
    this.#cancelRestart?.();
    for (const port of this.#waitingPorts.splice(0))
      this.#options.refuse(port, { code: 'disconnected', message: 'Context Hub is closing.' });
    const running = this.#process;
    if (running === null) this.#stopping.resolve();
    else {
      running.stop();
      const cancelKill = this.#options.clock.after(stopLimitMs, () => {
        this.#options.logger.warn('The service did not end in time and is killed', { limitMs: stopLimitMs });
        running.kill();
      });
      void this.#stopping.promise.then(cancelKill);
    }
    return this.#stopping.promise;
  }

  #onSpawn(): void {
    this.#spawned = true;
    for (const port of this.#waitingPorts.splice(0)) this.#process!.connect(port);
  }

  #onMessage(message: unknown): void {
    const { kind, error } = (message ?? {}) as { kind?: unknown; error?: WireError };
    if (kind === 'ready') this.#failure = null;
    else if (kind === 'failed' && typeof error?.message === 'string') {
      this.#failure = error;
      this.#options.logger.error('The service could not open', { reason: error.message });
    }
  }

  #onExit(code: number): void {
    this.#process = null;
    this.#spawned = false;
    if (this.#stopping !== null) {
      this.#stopping.resolve();
      return;
    }
    const { clock, logger } = this.#options;
    const waitMs = this.#pace.crashed(clock.now(), clock.random());
    const { crashes } = this.#pace;
    logger.error('The service has ended unasked and is started again', { code, crashes, waitMs });
    if (crashes >= crashesToTell)
      this.#failure ??= {
        code: 'disconnected',
        message: `The service has crashed ${crashes} times in a row and is started again. If it does not come back, start Context Hub in a terminal and read what it says there.`,
      };
    if (this.#failure !== null) for (const port of this.#waitingPorts.splice(0)) this.#options.refuse(port, this.#failure);
    this.#cancelRestart = clock.after(waitMs, () => this.start());
  }
}
