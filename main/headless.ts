import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import { hubContract, type HubContract } from './contract/hub-contract.ts';
import type { Logger } from './core/logger.ts';
import { Access } from './host/access.ts';
import { StaticResponder } from './host/static-responder.ts';
import { answer, openWebServer, type Routes } from './host/web-server.ts';
import { socketChannel } from './rpc/adapters/socket.ts';
import type { Handlers } from './rpc/handlers.ts';
import { maximumMessageBytes } from './rpc/limits.ts';
import { serve, type Served } from './rpc/server.ts';
import type { McpHttpMount } from './services/mcp/http-mount.ts';

/** Windows that are open at once; each has one socket. */
const maximumClients = 64;
/** A token is 43 characters. */
const maximumTokenBytes = 200;
/** How long open windows have to take leave when the host ends. */
const farewellMs = 1_000;

export interface HeadlessOptions {
  handlers: Handlers<HubContract>;
  logger: Logger;
  /** The built interface. */
  interfaceFolder: string;
  /** 0 for any that is free. */
  port: number;
  /** Holds answers against the contract; in tests and development. */
  validateOutput?: boolean;
  /** The secrets of a run that crashed, whose windows are to find this one. */
  before?: { token: string; session: string } | null;
  /** Agents over HTTP, at /mcp. */
  mcp?: McpHttpMount | undefined;
}

export interface HeadlessHost extends AsyncDisposable {
  port: number;
  /** By what windows know this run; nobody else may have it. */
  readonly secrets: { token: string; session: string };
  /** Windows that are connected. */
  readonly windows: number;
  /** The address to print: whoever has it may use this run. `screen` is a route of the interface, e.g. `/sources`. */
  address(screen?: string): string;
  /** The same for one browser that is opened now: it works once and not for long. */
  launchAddress(screen?: string): string;
}

/** Serves the interface and the service behind it to browsers on this machine. */
export async function openHeadlessHost(options: HeadlessOptions): Promise<HeadlessHost> {
  const clients = new Set<Served>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maximumMessageBytes,
    // Deflating what goes over loopback costs more time than it saves.
    perMessageDeflate: false,
    clientTracking: true,
  });
  const files = new StaticResponder(options.interfaceFolder, options.logger);
  let access!: Access;

  const upgrade: Routes['upgrade'] = (request, path, socket, head) => {
    if (path !== '/rpc') return { status: 404, message: 'The socket is at /rpc.' };
    if (!access.isOpenTo(request.headers.cookie)) return { status: 401, message: 'Open the printed address first.' };
    if (clients.size >= maximumClients) return { status: 503, message: `Only ${maximumClients} windows can be open at once.` };
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const served = serve(hubContract, options.handlers, socketChannel(webSocket), {
        logger: options.logger,
        validateOutput: options.validateOutput ?? false,
      });
      clients.add(served);
      void served.closed.then(() => clients.delete(served));
    });
    return null;
  };

  const request = async (message: IncomingMessage, path: string, response: ServerResponse): Promise<void> => {
    if ((path === '/mcp' || path === '/mcp/') && options.mcp !== undefined) return options.mcp.request(message, response);
    if (path === '/rpc/session') return session(message, response, access);
    if (message.method !== 'GET' && message.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      answer(response, 405, 'Files can only be read.');
      return undefined;
    }
    const found = await files.respond(
      {
        method: message.method,
        path,
        acceptEncoding: message.headers['accept-encoding'] ?? '',
        ifNoneMatch: message.headers['if-none-match'],
      },
      response,
    );
    if (!found) answer(response, 404, 'There is nothing here.');
    return undefined;
  };

  const server = await openWebServer(options.port, (port) => {
    access = new Access(port, Date.now, options.before ?? null);
    return { request, upgrade };
  });
  void files.warm();

  const addressWith = (token: string, screen?: string): string =>
    `http://127.0.0.1:${server.port}/#token=${token}${screen === undefined ? '' : `&to=${encodeURIComponent(screen)}`}`;
  return {
    port: server.port,
    secrets: { token: access.token, session: access.session },
    get windows() {
      return clients.size;
    },
    address: (screen) => addressWith(access.token, screen),
    launchAddress: (screen) => addressWith(access.launchToken(), screen),
    async [Symbol.asyncDispose]() {
      const farewells = [...clients].map((client) => {
        client.dispose('The service is being stopped.');
        return client.closed;
      });
      await leave(sockets, farewells);
      await options.mcp?.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** GET: whether this browser has access. POST: takes a token for it. */
async function session(request: IncomingMessage, response: ServerResponse, access: Access): Promise<void> {
  if (request.method === 'GET') {
    if (access.isOpenTo(request.headers.cookie)) answer(response, 204, '');
    else answer(response, 401, 'Open the printed address first.');
    return;
  }
  if (request.method !== 'POST') {
    response.setHeader('allow', 'GET, POST');
    answer(response, 405, 'A session is asked for by GET and begun by POST.');
    return;
  }
  const token = await body(request, maximumTokenBytes);
  const cookie = token === null ? null : access.exchange(token);
  if (cookie === null) {
    answer(response, token === null ? 413 : 401, 'This address is of another run. Open the one that was printed last.');
    return;
  }
  response.setHeader('set-cookie', cookie);
  answer(response, 204, '');
}

/** Null when it is longer than that; the request stays open, so that this can be said. */
async function body(request: IncomingMessage, maximumBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maximumBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Lets the sockets close as the protocol has it, and cuts those that take too long. */
async function leave(sockets: WebSocketServer, farewells: Promise<string>[]): Promise<void> {
  const left = new Promise<void>((resolve) => {
    const look = (): void => {
      if (sockets.clients.size === 0) resolve();
    };
    for (const socket of sockets.clients) socket.once('close', () => setImmediate(look));
    look();
  });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, farewellMs);
  });
  await Promise.all(farewells);
  await Promise.race([left, patience]);
  clearTimeout(timer);
  for (const socket of sockets.clients) socket.terminate();
  sockets.close();
}
