import { asHubError, HubError } from '../contract/errors.ts';
import type { Contract, InputOf, OutputOf } from '../contract/procedure.ts';
import { backOffMs } from './back-off.ts';
import type { Channel } from './channel.ts';
import type { CallName, Client, ConnectionState, StreamName } from './client-api.ts';
import { connect, deliveryOf, type ClientContract, type Connection, type ConnectOptions } from './client.ts';
import { systemClock, type Clock } from './clock.ts';

/** A connection that lived shorter than this counts as a failed attempt: a service that dies at once is not to be hammered. */
const stableAfterMs = 5_000;

interface Waiter<Offered extends Contract> {
  resolve(connection: Connection<Offered>): void;
  reject(reason: HubError): void;
}

/**
 * A client that outlives its connections. Calls made while there is none wait for the next; calls under way when one is lost are rejected
 * with `disconnected`, since they may not be safe to repeat. Streams of `latest` values go on by themselves with the service's newest
 * value; `every` streams end with `disconnected`. Where versions differ it does not try again before `retryNow`.
 */
export class ReconnectingClient<Offered extends Contract> implements Client<Offered>, Disposable {
  readonly #contract: ClientContract<Offered>;
  readonly #open: (signal: AbortSignal) => Promise<Channel>;
  readonly #options: ConnectOptions;
  readonly #clock: Clock;
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  readonly #waiters = new Set<Waiter<Offered>>();
  readonly #disposal = new AbortController();
  #state: ConnectionState = { name: 'connecting' };
  #connection: Connection<Offered> | null = null;
  #attempt = 0;
  #stopWaiting: (() => void) | null = null;

  /** @param open makes one new channel; its error's message is what the state shows as the reason. */
  constructor(contract: ClientContract<Offered>, open: (signal: AbortSignal) => Promise<Channel>, options: ConnectOptions = {}) {
    this.#contract = contract;
    this.#open = open;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    void this.#connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Tells of every change from now on; the function it returns ends that. */
  subscribe(listener: (state: ConnectionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Does not wait for the next attempt, and forgives a version that did not fit. */
  retryNow(): void {
    if (this.#state.name !== 'lost' && this.#state.name !== 'incompatible') return;
    if (this.#state.name === 'lost' && this.#stopWaiting === null) return;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    void this.#connect();
  }

  call<Name extends CallName<Offered>>(
    name: Name,
    input: InputOf<Offered[Name]>,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<OutputOf<Offered[Name]>> {
    // Sent before this returns: a window that asks first and draws then must not find that its drawing came before.
    const open = this.#openConnection();
    if (open !== null) return open.call(name, input, options);
    return this.#connected(options.signal).then((connection) => connection.call(name, input, options));
  }

  stream<Name extends StreamName<Offered>>(
    name: Name,
    input: InputOf<Offered[Name]>,
    options: { signal?: AbortSignal | undefined } = {},
  ): AsyncIterableIterator<OutputOf<Offered[Name]>> {
    const leaving = new AbortController();
    const signal = options.signal === undefined ? leaving.signal : AbortSignal.any([options.signal, leaving.signal]);
    const values = this.#resumed(name, input, signal);
    const end: IteratorResult<OutputOf<Offered[Name]>> = { done: true, value: undefined };
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        if (leaving.signal.aborted) return end;
        try {
          return await values.next();
        } catch (thrown) {
          if (leaving.signal.aborted) return end;
          throw thrown;
        }
      },
      // A generator alone would hear of this after its next value only.
      return() {
        leaving.abort();
        void values.return(undefined).then(undefined, () => {});
        return Promise.resolve(end);
      },
    };
  }

  async *#resumed<Name extends StreamName<Offered>>(
    name: Name,
    input: InputOf<Offered[Name]>,
    signal: AbortSignal,
  ): AsyncGenerator<OutputOf<Offered[Name]>, undefined> {
    const resumes = deliveryOf(this.#contract, name) === 'latest';
    for (;;) {
      const connection = await this.#connected(signal);
      try {
        yield* connection.stream(name, input, { signal });
        return;
      } catch (thrown) {
        if (!resumes || asHubError(thrown).code !== 'disconnected' || this.#disposal.signal.aborted) throw thrown;
      }
    }
  }

  dispose(): void {
    if (this.#disposal.signal.aborted) return;
    const reason = new HubError('disconnected', 'The connection was closed here.');
    this.#disposal.abort(reason);
    this.#stopWaiting?.();
    this.#connection?.dispose();
    this.#rejectWaiters(reason);
    this.#listeners.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async #connect(): Promise<void> {
    if (this.#attempt === 0) this.#become({ name: 'connecting' });
    else this.#become({ name: 'lost', reason: this.#reason(), attempt: this.#attempt, retryAt: null });
    let connection: Connection<Offered> | null = null;
    let failure: HubError;
    try {
      const channel = await this.#open(this.#disposal.signal);
      connection = connect<Offered>(this.#contract, channel, this.#options);
      if (this.#disposal.signal.aborted) connection.dispose();
      this.#connection = connection;
      await connection.hello;
      const openedAt = this.#clock.now();
      this.#become({ name: 'open' });
      for (const waiter of this.#waiters) waiter.resolve(connection);
      this.#waiters.clear();
      failure = await connection.closed;
      if (this.#clock.now() - openedAt >= stableAfterMs) this.#attempt = 0;
    } catch (thrown) {
      failure = asHubError(thrown);
      connection?.dispose();
    }
    this.#connection = null;
    if (!this.#disposal.signal.aborted) this.#lost(failure);
  }

  #lost(failure: HubError): void {
    if (failure.code === 'incompatible') {
      this.#attempt = 0;
      this.#become({ name: 'incompatible', message: failure.message });
      this.#rejectWaiters(failure);
      return;
    }
    this.#attempt += 1;
    const wait = backOffMs(this.#attempt, this.#clock.random());
    this.#stopWaiting = this.#clock.after(wait, () => {
      this.#stopWaiting = null;
      void this.#connect();
    });
    this.#become({ name: 'lost', reason: failure.message, attempt: this.#attempt, retryAt: Date.now() + wait });
  }

  #openConnection(): Connection<Offered> | null {
    return this.#state.name === 'open' && !this.#disposal.signal.aborted ? this.#connection : null;
  }

  #reason(): string {
    return this.#state.name === 'lost' ? this.#state.reason : '';
  }

  /** The open connection, now or later. */
  #connected(signal: AbortSignal | undefined): Promise<Connection<Offered>> {
    if (this.#disposal.signal.aborted) return Promise.reject(this.#disposal.signal.reason as HubError);
    if (signal?.aborted === true) return Promise.reject(new HubError('cancelled', 'Cancelled.'));
    if (this.#state.name === 'incompatible') return Promise.reject(new HubError('incompatible', this.#state.message));
    const open = this.#openConnection();
    if (open !== null) return Promise.resolve(open);
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#waiters.delete(waiter);
        signal?.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        settle();
        reject(new HubError('cancelled', 'Cancelled.'));
      };
      const waiter: Waiter<Offered> = {
        resolve: (connection) => {
          settle();
          resolve(connection);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      this.#waiters.add(waiter);
      signal?.addEventListener('abort', abort);
    });
  }

  #rejectWaiters(reason: HubError): void {
    for (const waiter of this.#waiters) waiter.reject(reason);
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}
