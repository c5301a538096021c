import type { HubError } from '../contract/errors.ts';
import type { Stream } from '../contract/procedure.ts';
import { streamWindow } from './limits.ts';

/** What a stream does on the wire. */
export interface StreamActions {
  /** Sends the request; throws what cannot be sent. */
  start(): void;
  cancel(): void;
  grant(count: number): void;
}

/**
 * The receiving end of a stream. It asks when it is first read, and keeps what came and was not read yet: of `latest` streams the first
 * value and the newest, of `every` stream as many as it gave credit for.
 */
export class ClientStream<Value> implements AsyncIterableIterator<Value> {
  readonly #delivery: Stream['delivery'];
  readonly #actions: StreamActions;
  readonly #values: Value[] = [];
  readonly #readers: PromiseWithResolvers<IteratorResult<Value>>[] = [];
  #state: 'new' | 'running' | 'ended' = 'new';
  #failure: HubError | null = null;
  #read = 0;
  #used = 0;

  constructor(delivery: Stream['delivery'], actions: StreamActions) {
    this.#delivery = delivery;
    this.#actions = actions;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Value>> {
    if (this.#state === 'new') {
      this.#state = 'running';
      try {
        this.#actions.start();
      } catch (thrown) {
        this.#state = 'ended';
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is passed on as it came
        return Promise.reject(thrown);
      }
    }
    if (this.#values.length > 0) return Promise.resolve({ done: false, value: this.#take() });
    if (this.#state === 'ended') return this.#end();
    const reader = Promise.withResolvers<IteratorResult<Value>>();
    this.#readers.push(reader);
    return reader.promise;
  }

  return(): Promise<IteratorResult<Value>> {
    const wasRunning = this.#state === 'running';
    this.#state = 'ended';
    this.#values.length = 0;
    this.#failure = null;
    if (wasRunning) this.#actions.cancel();
    for (const reader of this.#readers.splice(0)) reader.resolve({ done: true, value: undefined });
    return Promise.resolve({ done: true, value: undefined });
  }

  /** False when the other side sent more than it had credit for. */
  push(value: Value): boolean {
    if (this.#state !== 'running') return true;
    const reader = this.#readers.shift();
    if (this.#delivery === 'every' && this.#values.length >= streamWindow) return false;
    if (this.#delivery === 'latest' && this.#values.length > (this.#read === 0 ? 1 : 0)) this.#values.pop();
    this.#values.push(value);
    reader?.resolve({ done: false, value: this.#take() });
    return true;
  }

  /** Nothing more comes; what came before can still be read, unless it was given up. */
  finish(failure: HubError | null): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#failure = failure;
    if (failure?.code === 'cancelled') this.#values.length = 0;
    for (const reader of this.#readers.splice(0)) this.#end().then(reader.resolve, reader.reject);
  }

  #take(): Value {
    this.#read += 1;
    this.#used += 1;
    if (this.#delivery === 'every' && this.#used >= streamWindow / 2 && this.#state === 'running') {
      this.#actions.grant(this.#used);
      this.#used = 0;
    }
    return this.#values.shift()!;
  }

  /** The failure once, then, as generators do, nothing more. */
  #end(): Promise<IteratorResult<Value>> {
    const failure = this.#failure;
    this.#failure = null;
    return failure === null ? Promise.resolve({ done: true, value: undefined }) : Promise.reject(failure);
  }
}
