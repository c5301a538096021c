import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { Logger } from '../../core/logger.ts';

/** Longest request. Unit: bytes. */
const longestRequest = 1024 * 1024;

/** MCP over HTTP for a web server that has checked `Host` and `Origin` already. */
export interface McpHttpMount {
  request(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** Streamable HTTP, each request by a server of its own from the same factory as the socket's. `token` null lets everybody on this machine in: for tests alone. */
export function mcpHttpMount(options: { factory: McpServerFactory; token: string | null; logger: Logger }): McpHttpMount {
  const handler = createMcpHandler(options.factory, {
    legacy: 'stateless',
    maxRequestBodySize: longestRequest,
    onerror: (error) => options.logger.debug('A request of an agent', { reason: error.message }),
  });
  return {
    async request(request, response) {
      if (options.token !== null && !isBearer(request.headers.authorization, options.token)) {
        response.setHeader('www-authenticate', 'Bearer');
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.setHeader('connection', 'close');
        response.writeHead(401).end('Send the token that the MCP screen of Context Hub shows, as Authorization: Bearer TOKEN.\n');
        return;
      }
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const answer = await handler.fetch(webRequest(request, gone.signal));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.body === null) response.end();
      // A client that goes away ends its stream; there is nobody to tell.
      else await pipeline(Readable.fromWeb(answer.body), response).catch(() => response.destroy());
    },
    close: () => handler.close(),
  };
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${request.headers.host ?? '127.0.0.1'}${request.url ?? '/'}`, {
    method,
    headers,
    signal,
    ...(hasBody ? { body: Readable.toWeb(request) as NonNullable<RequestInit['body']>, duplex: 'half' } : {}),
  });
}

/** In a time that does not depend on where they differ. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  // The word before the token is the same in any case of letters.
  const given = /^bearer +(.*)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}
