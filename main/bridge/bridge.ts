import { connect, type Socket } from 'node:net';
import { helloLine, type Hello } from '../core/mcp-address.ts';
import { answerWithoutHub } from './fallback.ts';
import { Lines } from './lines.ts';
import { isRequest, readMessage, type Message } from './message.ts';
import { defaultPatience, Unanswered, type Patience } from './unanswered.ts';
import type { HubStart } from './start-hub.ts';

export interface BridgeOptions {
  /** Socket or pipe of the hub. */
  address: string;
  hello: () => Hello;
  version: string;
  /** Writes one line to the client; false where it should be given time. */
  write(line: Buffer | string): boolean;
  /** Starts a hub; null where that is not wanted. */
  start: ((failed: () => void) => HubStart) | null;
  /** Whether a hub of another version listens for this data directory. */
  otherVersion: () => boolean;
  dataDirectory: string;
  /** For tests. */
  patience?: Patience | undefined;
}

const doesNotAnswer =
  'Context Hub is running but does not answer: it is stopped, hangs or has too much to do. Call again in a minute; if that is no better, end it and start it again (`context-hub serve`, or the app). Until then use grep and file reads.';

/** How often a hub is looked for: while one is being started, and else. Unit: milliseconds. */
const lookMs = { starting: 150, away: 1_000 };
/** How long a call waits for a hub that is being started; clients give up later. Unit: milliseconds. */
const callWaitsMs = 25_000;
/** A hub is not started more often than this. Unit: milliseconds. */
const startAgainMs = 60_000;
/** Messages that wait for a hub; more are answered at once. */
const mostWaiting = 200;

type Request = Message & { id: string | number; method: string };

/**
 * Lets one client speak with a hub that may come and go. While a hub is there, lines pass as they are in both directions. While none is there, what can be
 * answered from the record is, calls wait a while for a hub that is being started, and everything else gets an answer that says what to do.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  #socket: Socket | null = null;
  #isReady = false;
  /** Requests under way at the hub. */
  readonly #pending: Unanswered;
  /** Calls that wait for a hub. */
  #waiting: { line: Buffer; message: Request; timer: NodeJS.Timeout }[] = [];
  /** What begins a connection in the era before 2026-07-28; a hub that comes later is told again. */
  #initialize: Request | null = null;
  #initialized = false;
  #replays = 0;
  #looking: NodeJS.Timeout | null = null;
  #startedAt = -Infinity;
  #start: HubStart | null = null;
  #hadHub = false;
  #hubVersion: string | null = null;
  #toldVersion = false;
  #ended = false;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#pending = new Unanswered(options.patience ?? defaultPatience, (request) => this.#answerLate(request));
  }

  /** Looks for the hub once; starts one where none is there. Lines may be given before it resolves. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#connect(() => {
        if (this.#socket === null) this.#startHub();
        resolve();
      });
    });
  }

  /** Nothing is under way. */
  get isIdle(): boolean {
    return this.#pending.size === 0 && this.#waiting.length === 0;
  }

  /** Takes one line of the client. */
  take(line: Buffer): void {
    const message = readMessage(line);
    if (message === null) {
      this.#answer({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line holds no message of JSON-RPC.' } });
      return;
    }
    if (message.method === 'initialize' && isRequest(message)) {
      this.#initialize = message;
      this.#initialized = false;
    }
    if (message.method === 'notifications/initialized') this.#initialized = true;
    if (this.#isReady && this.#socket !== null) {
      if (isRequest(message)) this.#pending.add(message);
      this.#send(line);
    } else if (isRequest(message)) this.#withoutHub(line, message);
  }

  tooLong(): void {
    this.#answer({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'This message is too long.' } });
  }

  /** Lets the hub write again. */
  resume(): void {
    this.#socket?.resume();
  }

  end(): void {
    this.#ended = true;
    if (this.#looking !== null) clearTimeout(this.#looking);
    this.#start?.leave();
    this.#pending.end();
    for (const { timer } of this.#waiting) clearTimeout(timer);
    this.#socket?.destroy();
  }

  #withoutHub(line: Buffer, message: Request): void {
    if (message.method === 'tools/call' || message.method === 'resources/read' || message.method === 'prompts/get') {
      this.#startHub();
      if (this.#isStarting && this.#waiting.length < mostWaiting) {
        const timer = setTimeout(() => {
          this.#waiting = this.#waiting.filter((one) => one.timer !== timer);
          this.#answer(answerWithoutHub(message, this.#nextStep()));
        }, callWaitsMs);
        timer.unref();
        this.#waiting.push({ line, message, timer });
        return;
      }
    }
    this.#answer(answerWithoutHub(message, this.#nextStep()));
  }

  #answerWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { message, timer } of waiting) {
      clearTimeout(timer);
      this.#answer(answerWithoutHub(message, this.#nextStep()));
    }
  }

  get #isStarting(): boolean {
    return this.#start?.problem === null && performance.now() - this.#startedAt < callWaitsMs * 2;
  }

  #startHub(): void {
    if (this.#ended) return;
    if (this.#options.start !== null && performance.now() - this.#startedAt > startAgainMs) {
      this.#start?.leave();
      this.#startedAt = performance.now();
      this.#start = this.#options.start(() => this.#answerWaiting());
    }
    this.#look();
  }

  #look(): void {
    if (this.#looking !== null || this.#ended) return;
    this.#looking = setTimeout(
      () => {
        this.#looking = null;
        this.#connect(() => {
          if (this.#socket === null) this.#look();
        });
      },
      this.#isStarting ? lookMs.starting : lookMs.away,
    );
    // The client's end of the pipe keeps the program running, nothing else.
    this.#looking.unref();
  }

  #connect(tried: () => void): void {
    const socket = connect(this.#options.address);
    const refused = (): void => {
      socket.destroy();
      tried();
    };
    socket.once('error', refused);
    socket.once('connect', () => {
      socket.off('error', refused);
      this.#use(socket);
      tried();
    });
  }

  #use(socket: Socket): void {
    this.#socket = socket;
    this.#hadHub = true;
    this.#start?.done();
    this.#start = null;
    this.#startedAt = -Infinity;
    const lines = new Lines(
      (line) => this.#fromHub(line),
      () => {},
    );
    socket.on('data', (bytes: Buffer) => lines.push(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#lost(socket));
    socket.write(helloLine(this.#options.hello()));
    if (this.#initialize === null) {
      this.#ready();
      return;
    }
    // The client has its answer already; the hub has to hear of it all the same.
    this.#replays += 1;
    socket.write(`${JSON.stringify({ ...this.#initialize, id: this.#replayId })}\n`);
  }

  get #replayId(): string {
    return `context-hub-bridge-${this.#replays}`;
  }

  #ready(): void {
    this.#isReady = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { line, message, timer } of waiting) {
      clearTimeout(timer);
      this.#pending.add(message);
      this.#send(line);
    }
  }

  /** The hub is there and does not answer. Should it come to it later, it need not do it any more. */
  #answerLate(request: Request): void {
    this.#answer(answerWithoutHub(request, doesNotAnswer));
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: request.id } };
    if (request.method !== 'initialize') this.#socket?.write(`${JSON.stringify(cancelled)}\n`);
  }

  #send(line: Buffer): void {
    this.#socket?.write(line);
    this.#socket?.write('\n');
  }

  #fromHub(line: Buffer): void {
    const message = readMessage(line);
    if (message === null || message.method !== undefined || message.id == null) {
      this.#write(line);
      return;
    }
    this.#noteVersion(message);
    if (message.id === this.#replayId && !this.#isReady) {
      if (this.#initialized) this.#socket?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
      this.#ready();
      return;
    }
    const request = this.#pending.answered(message.id);
    if (request === undefined) return;
    const told = request === null ? null : this.#withVersionNote(request, message);
    if (told === null) this.#write(line);
    else this.#answer(told);
  }

  #noteVersion({ result }: Message): void {
    const info = (result?.['serverInfo'] ??
      (result?.['_meta'] as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/serverInfo']) as
      | { version?: unknown }
      | undefined;
    if (typeof info?.version !== 'string' || info.version === this.#hubVersion) return;
    this.#hubVersion = info.version;
    this.#toldVersion = false;
  }

  /** The first answer to a call after a hub of another version has come says so. */
  #withVersionNote(request: Request, answer: Message): Message | null {
    const content = answer.result?.['content'];
    if (request.method !== 'tools/call' || this.#toldVersion || this.#hubVersion === null || !Array.isArray(content)) return null;
    this.#toldVersion = true;
    if (this.#hubVersion === this.#options.version) return null;
    const text = `Context Hub ${this.#hubVersion} answers, but this client was connected through version ${this.#options.version}. Restart Context Hub, then this agent, so that both are of one version.`;
    return { ...answer, result: { ...answer.result, content: [...(content as unknown[]), { type: 'text', text }] } };
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#isReady = false;
    if (this.#ended) return;
    const cut = this.#pending.takeAll();
    for (const request of cut)
      this.#answer(answerWithoutHub(request, `Context Hub ended while it answered. Call again: ${this.#nextStep()}`));
    this.#look();
  }

  #nextStep(): string {
    const { start, otherVersion, dataDirectory } = this.#options;
    if (otherVersion())
      return 'A Context Hub of another version is running. Restart it, then call again; until then use grep and file reads.';
    if (this.#start?.problem != null)
      return `Context Hub is not running. ${this.#start.problem} Until then use grep and file reads.`;
    if (this.#start !== null) {
      if (this.#isStarting) return 'Context Hub is starting. Call again in a few seconds.';
      return `Context Hub did not start in time for ${dataDirectory}. Run \`context-hub doctor\`, or start it: \`context-hub serve\`. Until then use grep and file reads.`;
    }
    if (this.#hadHub)
      return 'Context Hub is not running any more. It is connected again as soon as it returns; a later call starts it. Until then use grep and file reads.';
    return `Context Hub is not running${start === null ? '' : ' yet'}. Start it: open the app, or run \`context-hub serve\`. Until then use grep and file reads.`;
  }

  #answer(message: Message): void {
    this.#write(JSON.stringify(message));
  }

  #write(line: Buffer | string): void {
    if (!this.#options.write(line)) this.#socket?.pause();
  }
}
