import { HubError } from '../../contract/errors.ts';

/** Calls that run side by side: one waits for the model while another reads. More would only keep all of them waiting longer. */
const atOnce = 8;
/** Calls of one client that may wait. An agent has a handful under way. */
const mostWaiting = 24;
/** A call that has not begun by then is answered so. Clients give up after a minute. Unit: milliseconds. */
const longestWaitMs = 30_000;

interface Waiting {
  begin(): void;
}

export interface CallQueueOptions {
  /** For tests; see the constants. */
  atOnce?: number;
  mostWaiting?: number;
  longestWaitMs?: number;
}

/**
 * Gives calls their turn: client by client, and those of one client in the order they came, so that one who asks much keeps nobody else waiting. Nobody waits
 * without an end: who has too many calls waiting, or has waited too long, is told what to do.
 */
export class CallQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #longestWaitMs: number;
  /** By client, the one whose turn is next first. */
  readonly #waiting = new Map<object, Waiting[]>();
  #running = 0;

  constructor(options: CallQueueOptions = {}) {
    this.#atOnce = options.atOnce ?? atOnce;
    this.#mostWaiting = options.mostWaiting ?? mostWaiting;
    this.#longestWaitMs = options.longestWaitMs ?? longestWaitMs;
  }

  /** Runs `work` when it is its turn. Throws `usage` where the client has too many calls waiting, `internal` after too long a wait, `cancelled`. */
  async run<T>(client: object, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turn(client, signal);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  async #turn(client: object, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (this.#running < this.#atOnce && this.#waiting.size === 0) {
      this.#running += 1;
      return;
    }
    const waiting = this.#waiting.get(client) ?? [];
    if (waiting.length >= this.#mostWaiting)
      throw new HubError(
        'usage',
        `${waiting.length} of your calls wait for their turn. Wait for their answers before you ask more; three calls answer most questions.`,
        { waiting: waiting.length },
      );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { begin: resolve };
    this.#waiting.set(client, [...waiting, entry]);
    const leave = (error: HubError): void => {
      if (this.#remove(client, entry)) reject(error);
    };
    const onAbort = (): void => leave(cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(
      () =>
        leave(
          new HubError(
            'internal',
            `Context Hub is busy: this call waited ${Math.round(this.#longestWaitMs / 1_000)} s without its turn. Ask again in a moment, or use grep and file reads meanwhile.`,
          ),
        ),
      this.#longestWaitMs,
    );
    timer.unref();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#running >= this.#atOnce) return;
    const [client, [entry, ...rest]] = first;
    // Behind the others, if it has more.
    this.#waiting.delete(client);
    if (rest.length > 0) this.#waiting.set(client, rest);
    this.#running += 1;
    entry!.begin();
  }

  /** False when it is not waiting any more. */
  #remove(client: object, entry: Waiting): boolean {
    const waiting = this.#waiting.get(client) ?? [];
    const rest = waiting.filter((other) => other !== entry);
    if (rest.length === waiting.length) return false;
    if (rest.length > 0) this.#waiting.set(client, rest);
    else this.#waiting.delete(client);
    return true;
  }
}

function cancelled(): HubError {
  return new HubError('cancelled', 'Cancelled.');
}
