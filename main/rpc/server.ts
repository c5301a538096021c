import type { z } from 'zod';
import { HubError } from '../contract/errors.ts';
import { protocolVersion } from '../contract/hub-streams.ts';
import type { Contract, Procedure } from '../contract/procedure.ts';
import { MalformedMessage, type Channel } from './channel.ts';
import { systemClock, type Clock } from './clock.ts';
import type { CallContext, Handlers } from './handlers.ts';
import { helloTimeoutMs, maximumRequestBytes, maximumRequestsAtOnce } from './limits.ts';
import { approximateBytes } from './message-size.ts';
import { incompatible, protocolName, readClientFrame, toWireError, type ClientFrame, type ServerFrame } from './protocol.ts';
import { Credit, pumpEvery, pumpLatest } from './server-streams.ts';

/** As much of a logger as is needed here; `main/core/logger.ts` fits. */
export interface RpcLogger {
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export interface ServeOptions {
  logger: RpcLogger;
  /** Whether answers are held against the contract too; in tests and development. */
  validateOutput?: boolean;
  version?: number;
  clock?: Clock;
}

/** One client being served. */
export interface Served extends Disposable {
  /** Why it ended; never rejects. */
  readonly closed: Promise<string>;
  /** Ends the connection; the signals of all that is under way fire. */
  dispose(reason?: string): void;
}

/** Answers one client of a contract over a channel, until either side closes it. */
export function serve<Offered extends Contract>(
  contract: Offered,
  handlers: Handlers<Offered>,
  channel: Channel,
  options: ServeOptions,
): Served {
  return new ServerConnection(contract, handlers, channel, options);
}

type AnyHandler = (input: unknown, context: CallContext) => unknown;
type RequestFrame = Extract<ClientFrame, { type: 'request' }>;

interface Running {
  controller: AbortController;
  credit: Credit;
}

class ServerConnection implements Served {
  readonly closed: Promise<string>;
  readonly #contract: Contract;
  readonly #handlers: Record<string, AnyHandler>;
  readonly #channel: Channel;
  readonly #logger: RpcLogger;
  readonly #validateOutput: boolean;
  readonly #version: number;
  readonly #clock: Clock;
  /** Requests whose handler has not ended, cancelled ones too: they take resources still. */
  readonly #running = new Map<number, Running>();
  #highestId = 0;
  #greeted = false;
  #ended = false;
  readonly #stopWaitingForHello: () => void;

  constructor(contract: Contract, handlers: Record<string, AnyHandler>, channel: Channel, options: ServeOptions) {
    this.#contract = contract;
    this.#handlers = handlers;
    this.#channel = channel;
    this.#logger = options.logger;
    this.#validateOutput = options.validateOutput ?? false;
    this.#version = options.version ?? protocolVersion;
    this.#clock = options.clock ?? systemClock;
    this.#stopWaitingForHello = this.#clock.after(helloTimeoutMs, () =>
      this.#refuse(new HubError('usage', 'The client did not introduce itself in time.')),
    );
    this.closed = new Promise((resolve) => {
      channel.onClose((reason) => {
        this.#end(reason);
        resolve(reason);
      });
    });
    this.#send({ type: 'hello', protocol: protocolName, version: this.#version });
    channel.onMessage((message) => this.#receive(message));
  }

  dispose(reason = 'The service has closed the connection.'): void {
    if (!this.#ended) this.#say({ type: 'error', id: null, error: new HubError('disconnected', reason).toWire() });
    this.#channel.close(reason);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #receive(message: unknown): void {
    if (this.#ended) return;
    const frame = readClientFrame(message);
    if (frame instanceof MalformedMessage) {
      this.#refuse(new HubError('usage', `A message was malformed: ${frame.reason}.`));
      return;
    }
    if (frame.type === 'hello') this.#greet(frame.version);
    else if (!this.#greeted) this.#refuse(new HubError('usage', `The first message has to be hello, not ${frame.type}.`));
    else if (frame.type === 'request') this.#request(frame);
    else if (frame.type === 'cancel') this.#running.get(frame.id)?.controller.abort(new HubError('cancelled', 'Cancelled.'));
    else if (frame.type === 'credit') this.#running.get(frame.id)?.credit.grant(frame.count);
    else this.#say({ type: 'pong' });
  }

  #greet(version: number): void {
    if (this.#greeted) this.#refuse(new HubError('usage', 'The client said hello twice.'));
    else if (version === this.#version) {
      this.#greeted = true;
      this.#stopWaitingForHello();
    } else this.#refuse(incompatible(version, this.#version));
  }

  #request({ id, name, input }: RequestFrame): void {
    if (id <= this.#highestId) {
      this.#refuse(new HubError('usage', `Request ${id} came after request ${this.#highestId}; ids have to rise.`));
      return;
    }
    this.#highestId = id;
    if (approximateBytes(input, maximumRequestBytes) > maximumRequestBytes) {
      this.#refuse(new HubError('usage', `A request has to be smaller than ${maximumRequestBytes / 1024 / 1024} MB.`));
      return;
    }
    const running = { controller: new AbortController(), credit: new Credit() };
    if (this.#running.size >= maximumRequestsAtOnce) {
      this.#fail(
        id,
        name,
        running,
        new HubError('usage', `More than ${maximumRequestsAtOnce} requests at once; wait for some of them.`),
      );
      return;
    }
    this.#running.set(id, running);
    void this.#run(id, name, input, running).finally(() => this.#running.delete(id));
  }

  /** Never rejects: whatever happens is an answer. */
  async #run(id: number, name: string, input: unknown, running: Running): Promise<void> {
    const { signal } = running.controller;
    try {
      const procedure = this.#procedure(name);
      const parsed = checked(procedure.input, input, (problem) => new HubError('usage', `Invalid input for ${name}: ${problem}`));
      const answer = this.#handlers[name]!(parsed, { signal });
      const output = (value: unknown): unknown => {
        if (this.#validateOutput)
          checked(
            procedure.output,
            value,
            (problem) => new HubError('internal', `Answer of ${name} breaks the contract: ${problem}`),
          );
        return value;
      };
      if (procedure.kind === 'call') {
        const value = output(await answer);
        if (!signal.aborted) this.#send({ type: 'reply', id, value });
        return;
      }
      const pump = {
        channel: this.#channel,
        clock: this.#clock,
        signal,
        send: (value: unknown) => this.#send({ type: 'next', id, value: output(value) }),
      };
      if (procedure.delivery === 'latest') await pumpLatest(answer as AsyncIterable<unknown>, pump);
      else await pumpEvery(answer as AsyncIterable<unknown>, running.credit, pump);
      if (!signal.aborted) this.#send({ type: 'done', id });
    } catch (thrown) {
      this.#fail(id, name, running, thrown);
    }
  }

  #procedure(name: string): Procedure {
    if (Object.hasOwn(this.#contract, name) && Object.hasOwn(this.#handlers, name)) return this.#contract[name]!;
    const offered = Object.keys(this.#contract).join(', ');
    throw new HubError('usage', `There is no procedure “${name.slice(0, 100)}”. The service offers: ${offered}.`);
  }

  #fail(id: number, name: string, { controller }: Running, thrown: unknown): void {
    if (controller.signal.aborted) return;
    const error = toWireError(thrown);
    // A handler may yield on after its stream failed to be sent; nobody listens.
    controller.abort(new HubError('cancelled', 'The request has failed.'));
    if (error.code === 'internal') this.#logger.error(`${name} failed: ${error.message}`, { stack: stackOf(thrown) });
    this.#say({ type: 'error', id, error });
  }

  #refuse(error: HubError): void {
    if (this.#ended) return;
    this.#logger.warn('A client was turned away.', { code: error.code, reason: error.message });
    this.#say({ type: 'error', id: null, error: error.toWire() });
    this.#channel.close(error.message);
  }

  #end(reason: string): void {
    this.#ended = true;
    this.#stopWaitingForHello();
    for (const { controller } of this.#running.values()) controller.abort(new HubError('disconnected', reason));
  }

  /** Throws for what the channel cannot carry. */
  #send(frame: ServerFrame): void {
    if (!this.#ended) this.#channel.send(frame);
  }

  /** For frames of ours, which any channel can carry. */
  #say(frame: ServerFrame): void {
    try {
      this.#send(frame);
    } catch (thrown) {
      this.#logger.error('A message could not be sent.', { type: frame.type, stack: stackOf(thrown) });
    }
  }
}

function checked(schema: z.ZodType, value: unknown, failure: (problem: string) => HubError): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  throw failure(`${problems.join('; ')}.`);
}

/** Of the cause where there is one: an error that crossed a thread carries its own there. */
function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  return thrown.cause instanceof Error ? `${thrown.stack}\ncaused by ${thrown.cause.stack}` : (thrown.stack ?? '');
}
