import { HubError } from '../contract/errors.ts';
import { protocolVersion } from '../contract/hub-streams.ts';
import type { Contract, Delivery, InputOf, OutputOf, StreamDeliveries } from '../contract/procedure.ts';
import { MalformedMessage, type Channel } from './channel.ts';
import type { CallName, Client, StreamName } from './client-api.ts';
import { ClientStream } from './client-stream.ts';
import { systemClock, type Clock } from './clock.ts';
import { heartbeatIntervalMs, helloTimeoutMs, maximumRequestBytes } from './limits.ts';
import { approximateBytes } from './message-size.ts';
import { fromWireError, incompatible, protocolName, readServerFrame, type ClientFrame, type ServerFrame } from './protocol.ts';

export interface ConnectOptions {
  version?: number;
  /** Asks after silence whether the other side is there. For transports that do not notice by themselves, sockets above all. */
  heartbeat?: boolean;
  clock?: Clock;
}

/** A client over one channel, for as long as that lives. */
export interface Connection<Offered extends Contract> extends Client<Offered>, Disposable {
  /** Settles when both sides have introduced themselves; rejects with `incompatible` or `disconnected`. Calls need not wait for it. */
  readonly hello: Promise<void>;
  /** Why the connection ended; never rejects. */
  readonly closed: Promise<HubError>;
  dispose(): void;
}

/** What of a contract its client reads: the contract itself, or how each of its streams is delivered. */
export type ClientContract<Offered extends Contract> = Offered | StreamDeliveries<Offered>;

/** How a stream of a contract is delivered. */
export function deliveryOf<Offered extends Contract>(contract: ClientContract<Offered>, name: keyof Offered): Delivery {
  return (contract as Partial<Record<keyof Offered, { delivery?: Delivery }>>)[name]?.delivery ?? 'latest';
}

/** Speaks to whoever serves the contract at the other end of the channel. */
export function connect<Offered extends Contract>(
  contract: ClientContract<Offered>,
  channel: Channel,
  options: ConnectOptions = {},
): Connection<Offered> {
  return new ClientConnection<Offered>(contract, channel, options);
}

/** A request that waits for frames. */
interface Pending {
  onValue(value: unknown, frame: 'reply' | 'next'): void;
  onEnd(failure: HubError | null): void;
}

class ClientConnection<Offered extends Contract> implements Connection<Offered> {
  readonly hello: Promise<void>;
  readonly closed: Promise<HubError>;
  readonly #contract: ClientContract<Offered>;
  readonly #channel: Channel;
  readonly #version: number;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  readonly #greeting = Promise.withResolvers<void>();
  readonly #closing = Promise.withResolvers<HubError>();
  #greeted = false;
  #lastId = 0;
  #end: HubError | null = null;
  #lastHeard: number;
  #stopTimer: () => void;

  constructor(contract: ClientContract<Offered>, channel: Channel, options: ConnectOptions) {
    this.#contract = contract;
    this.#channel = channel;
    this.#version = options.version ?? protocolVersion;
    this.#clock = options.clock ?? systemClock;
    this.#lastHeard = this.#clock.now();
    this.hello = this.#greeting.promise;
    // Who only makes calls gets the same error from them.
    this.hello.catch(() => {});
    this.closed = this.#closing.promise;
    this.#stopTimer = this.#clock.after(helloTimeoutMs, () => this.#close(disconnected('The service did not answer in time.')));
    if (options.heartbeat === true)
      void this.hello.then(
        () => this.#beat(),
        () => {},
      );
    channel.onClose((reason) => this.#close(disconnected(reason)));
    this.#send({ type: 'hello', protocol: protocolName, version: this.#version });
    channel.onMessage((message) => this.#receive(message));
  }

  call<Name extends CallName<Offered>>(
    name: Name,
    input: InputOf<Offered[Name]>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<OutputOf<Offered[Name]>> {
    const answer = Promise.withResolvers<OutputOf<Offered[Name]>>();
    const pending: Pending = {
      onValue: (value) => answer.resolve(value as OutputOf<Offered[Name]>),
      onEnd: (failure) => answer.reject(failure ?? new HubError('internal', 'The service ended a call without an answer.')),
    };
    try {
      const id = this.#request(name as string, input, pending, signal);
      const abort = (): void => this.#cancel(id, true);
      signal?.addEventListener('abort', abort);
      const forget = (): void => signal?.removeEventListener('abort', abort);
      answer.promise.then(forget, forget);
    } catch (thrown) {
      answer.reject(thrown);
    }
    return answer.promise;
  }

  stream<Name extends StreamName<Offered>>(
    name: Name,
    input: InputOf<Offered[Name]>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): AsyncIterableIterator<OutputOf<Offered[Name]>> {
    let id = 0;
    const abort = (): void => this.#cancel(id, true);
    const stream = new ClientStream<OutputOf<Offered[Name]>>(deliveryOf(this.#contract, name), {
      start: () => {
        const pending: Pending = {
          onValue: (value) => {
            if (!stream.push(value as OutputOf<Offered[Name]>))
              this.#close(disconnected('The service sent more than was asked for.'));
          },
          onEnd: (failure) => {
            signal?.removeEventListener('abort', abort);
            stream.finish(failure);
          },
        };
        id = this.#request(name as string, input, pending, signal);
        signal?.addEventListener('abort', abort);
      },
      cancel: () => {
        signal?.removeEventListener('abort', abort);
        this.#cancel(id, false);
      },
      grant: (count) => this.#send({ type: 'credit', id, count }),
    });
    return stream;
  }

  dispose(): void {
    this.#close(disconnected('The connection was closed here.'));
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Throws what keeps the request from being sent. */
  #request(name: string, input: unknown, pending: Pending, signal: AbortSignal | undefined): number {
    if (signal?.aborted === true) throw cancelled();
    if (this.#end !== null) throw this.#end;
    if (approximateBytes(input, maximumRequestBytes) > maximumRequestBytes)
      throw new HubError('usage', `This is too much for one request; the limit is ${maximumRequestBytes / 1024 / 1024} MB.`);
    this.#lastId += 1;
    const id = this.#lastId;
    this.#channel.send({ type: 'request', id, name, input } satisfies ClientFrame);
    // Sending may have found the channel dead.
    if (this.#end !== null) throw this.#end as HubError;
    this.#pending.set(id, pending);
    return id;
  }

  #cancel(id: number, byCaller: boolean): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    this.#send({ type: 'cancel', id });
    pending.onEnd(byCaller ? cancelled() : null);
  }

  #receive(message: unknown): void {
    if (this.#end !== null) return;
    this.#lastHeard = this.#clock.now();
    const frame = readServerFrame(message);
    if (frame instanceof MalformedMessage) this.#close(disconnected(`The service sent a malformed message: ${frame.reason}.`));
    else if (frame.type === 'hello') this.#greet(frame.version);
    else if (frame.type === 'error' && frame.id === null) this.#close(fromWireError(frame.error));
    else if (!this.#greeted) this.#close(disconnected(`The service began with ${frame.type} instead of hello.`));
    else this.#answer(frame);
  }

  #greet(version: number): void {
    if (version !== this.#version) this.#close(incompatible(this.#version, version));
    else if (!this.#greeted) {
      this.#greeted = true;
      this.#stopTimer();
      this.#greeting.resolve();
    }
  }

  /** Frames of a request that was cancelled are late, not wrong. */
  #answer(frame: Exclude<ServerFrame, { type: 'hello' }>): void {
    if (frame.type === 'pong' || frame.id === null) return;
    const pending = this.#pending.get(frame.id);
    if (pending === undefined) return;
    if (frame.type === 'next') {
      pending.onValue(frame.value, 'next');
      return;
    }
    this.#pending.delete(frame.id);
    if (frame.type === 'reply') pending.onValue(frame.value, 'reply');
    pending.onEnd(frame.type === 'error' ? fromWireError(frame.error) : null);
  }

  /** A timer may be late by minutes in a hidden window, so only what is still unheard one interval after asking counts as dead. */
  #beat(askedAt: number | null = null): void {
    if (this.#end !== null) return;
    if (askedAt !== null && this.#lastHeard < askedAt) {
      this.#close(disconnected('The service has stopped answering.'));
      return;
    }
    const silent = this.#clock.now() - this.#lastHeard >= heartbeatIntervalMs;
    const asking = silent ? this.#clock.now() : null;
    if (silent) this.#send({ type: 'ping' });
    this.#stopTimer = this.#clock.after(heartbeatIntervalMs, () => this.#beat(asking));
  }

  #close(reason: HubError): void {
    if (this.#end !== null) return;
    this.#end = reason;
    this.#stopTimer();
    this.#greeting.reject(reason);
    const open = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of open) pending.onEnd(reason);
    this.#channel.close(reason.message);
    this.#closing.resolve(reason);
  }

  #send(frame: ClientFrame): void {
    if (this.#end === null) this.#channel.send(frame);
  }
}

function disconnected(reason: string): HubError {
  return new HubError('disconnected', reason);
}

function cancelled(): HubError {
  return new HubError('cancelled', 'Cancelled.');
}
