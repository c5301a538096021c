import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { HubError } from '../contract/errors.ts';
import { securityHeaders } from './content-security-policy.ts';
import { guardRequest, loopbackAuthorities, type Refusal } from './request-guard.ts';

/** What a request may take, so that a slow sender holds nothing for long. */
const requestTimeoutMs = 15_000;
const keepAliveTimeoutMs = 5_000;
const maximumHeaderBytes = 16 * 1024;

/** What is served once a request has passed the guard; `path` has no query. */
export interface Routes {
  request(request: IncomingMessage, path: string, response: ServerResponse): Promise<void>;
  /** A refusal, or null when the socket was taken over. */
  upgrade(request: IncomingMessage, path: string, socket: Duplex, head: Buffer): { status: number; message: string } | null;
}

export interface WebServer extends AsyncDisposable {
  port: number;
  /** Every name by which it may be called, with the port. */
  authorities: readonly string[];
}

/**
 * Listens on 127.0.0.1 and hands on what is addressed to it by its own pages; everything else is refused on every route alike, and every
 * answer carries the security headers. The end of it cuts what is still open.
 */
export async function openWebServer(port: number, routesFor: (port: number) => Routes): Promise<WebServer> {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maximumHeaderBytes,
    connectionsCheckingInterval: 5_000,
  });
  await listen(server, port);
  const bound = (server.address() as AddressInfo).port;
  const authorities = loopbackAuthorities(bound);
  const headers = securityHeaders(authorities.map((authority) => `ws://${authority}`));
  const routes = routesFor(bound);

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const refusal = guard(request, authorities);
    if (refusal !== null) {
      answer(response, refusal.status, refusal.message);
      return;
    }
    routes.request(request, pathOf(request), response).catch((thrown: unknown) => {
      response.destroy(thrown instanceof Error ? thrown : undefined);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    // The browser may go at any moment; whoever took the socket over hears of it as well.
    socket.on('error', () => socket.destroy());
    const refusal = guard(request, authorities) ?? routes.upgrade(request, pathOf(request), socket, head);
    if (refusal !== null) refuseUpgrade(socket, refusal, headers);
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) refuseUpgrade(socket, { status: 400, message: 'That was no request.' }, headers);
    else socket.destroy();
  });

  return {
    port: bound,
    authorities,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A short plain answer. The connection is closed after a refusal: what follows on it is not worth reading. */
export function answer(response: ServerResponse, status: number, message: string): void {
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  if (status >= 400) response.setHeader('connection', 'close');
  response.writeHead(status).end(status === 204 ? undefined : `${message}\n`);
}

function guard(request: IncomingMessage, authorities: readonly string[]): Refusal | null {
  const { host = [], origin = [] } = request.headersDistinct;
  return guardRequest({ target: request.url, hosts: host, origins: origin }, authorities);
}

function pathOf(request: IncomingMessage): string {
  return request.url!.split(/[?#]/, 1)[0]!;
}

function refuseUpgrade(
  socket: Duplex,
  { status, message }: { status: number; message: string },
  headers: Record<string, string>,
): void {
  const body = Buffer.from(`${message}\n`);
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: text/plain; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new HubError(
            'usage',
            `Port ${port} is in use. Stop what uses it, or take another: --port N, or no --port for any free one.`,
          ),
        );
      else if (error.code === 'EACCES')
        reject(new HubError('usage', `Port ${port} may not be used by this user. Take one above 1023.`));
      else reject(new HubError('internal', `The server cannot listen on port ${port}: ${error.message}.`, {}, error));
    });
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
  });
}
