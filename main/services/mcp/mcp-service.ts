import { resolve } from 'node:path';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { McpStatus } from '../../contract/mcp.ts';
import { mcpRuntimeDirectory, mcpSocketPath, type Hello } from '../../core/mcp-address.ts';
import type { Logger } from '../../core/logger.ts';
import { StateCell } from '../state-cell.ts';
import { CallQueue } from './call-queue.ts';
import { CallLog } from './call-log.ts';
import { ConnectedClients } from './connected-clients.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { mcpToken } from './pipe-token.ts';
import { openSocketServer, type SocketServer } from './socket-server.ts';
import type { ToolParts } from './tool.ts';
import { tools } from './tools/index.ts';

/** How often a service that found the socket taken looks whether it is free. Unit: milliseconds. */
const retryMs = 1_000;

export interface McpServiceOptions extends Omit<ToolParts, 'log' | 'queue'> {
  logger: Logger;
  /** Part of the address; for tests of two versions side by side. */
  addressVersion?: number | undefined;
}

/** Everything for agents: the socket, the connected clients, the log of calls. */
export class McpService implements AsyncDisposable {
  readonly log: CallLog;
  readonly state: StateCell<McpStatus>;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly #options: McpServiceOptions;
  readonly #parts: ToolParts;
  readonly #clients: ConnectedClients;
  readonly #path: string;
  #server: SocketServer | null = null;
  #opening: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: McpServiceOptions) {
    this.#options = options;
    this.dataDirectory = resolve(options.dataDirectory);
    this.log = new CallLog(options.userData, options.logger, (newestCall) => this.#set({ newestCall }));
    // Told of what has changed alone: comparing all clients with each call of one of them would cost more than many a call.
    this.#clients = new ConnectedClients(() => this.state.set({ ...this.state.value, clients: this.#clients.list() }));
    this.#parts = { ...options, log: this.log, queue: new CallQueue() };
    this.#path = mcpSocketPath({
      dataDirectory: this.dataDirectory,
      runtimeDirectory: mcpRuntimeDirectory(process.getuid?.()),
      platform: process.platform,
      ...(options.addressVersion === undefined ? {} : { version: options.addressVersion }),
    });
    this.state = new StateCell<McpStatus>({
      state: 'starting',
      message: null,
      address: null,
      http: null,
      clients: [],
      newestCall: newestCallOf(options),
    });
  }

  /** What the tools are called and do. */
  tools(): { name: string; title: string; description: string; readOnly: boolean }[] {
    return tools.map(({ name, title, description, readOnly }) => ({ name, title, description, readOnly }));
  }

  /** Begins to listen; what goes wrong is told by the state. */
  start(): void {
    this.#opening = this.#open();
  }

  /** Resolves when the first attempt to listen is over. */
  get opened(): Promise<void> {
    return this.#opening;
  }

  /** A server for one HTTP request: nothing is kept between two of them. */
  readonly httpFactory: McpServerFactory = () => createMcpServer(this.#parts, new ConnectedClients(() => {}).open('http', {}));

  /** Says where the HTTP mount is, for the status; null when it ends. */
  announceHttp(http: McpStatus['http']): void {
    this.#set({ http });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#opening;
    await this.#server?.[Symbol.asyncDispose]();
    this.log[Symbol.dispose]();
    this.#set({ state: 'stopped', address: null, clients: [] });
  }

  async #open(): Promise<void> {
    if (this.#closed) return;
    try {
      this.#server = await openSocketServer({
        path: this.#path,
        token: process.platform === 'win32' ? mcpToken(this.dataDirectory) : null,
        begin: (hello) => this.#begin(hello),
        logger: this.#options.logger,
      });
      if (this.#server === null) {
        const message = 'Another Context Hub with this data directory answers agents. This one takes over when it ends.';
        this.#set({ state: 'taken', message, address: this.#path });
        this.#openLater();
      } else this.#set({ state: 'listening', message: null, address: this.#path });
    } catch (error) {
      const { message } = error as Error;
      if (this.state.value.message !== message) this.#options.logger.warn('Agents cannot connect', { reason: message });
      this.#set({ state: 'failed', message, address: null });
      this.#openLater();
    }
  }

  #openLater(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => this.start(), retryMs);
    this.#retry.unref();
  }

  #begin(hello: Hello): { factory: McpServerFactory; end(): void } {
    const client = this.#clients.open('socket', hello);
    return { factory: () => createMcpServer(this.#parts, client), end: () => client.close() };
  }

  #set(changed: Partial<McpStatus>): void {
    const next = { ...this.state.value, ...changed };
    if (JSON.stringify(next) !== JSON.stringify(this.state.value)) this.state.set(next);
  }
}

/** The log may be unreadable; the service starts all the same. */
function newestCallOf({ userData }: McpServiceOptions): number {
  try {
    return userData.mcpCalls((calls) => calls.newest());
  } catch {
    return 0;
  }
}
