import { createHash, timingSafeEqual } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { HubError } from '../../contract/errors.ts';
import type { Hello } from '../../core/mcp-address.ts';
import type { Logger } from '../../core/logger.ts';
import { tryFileLock } from '../../store/file-lock.ts';
import { refuseConnection } from './refuse-connection.ts';
import { readFirstLine } from './first-line.ts';

/** Agents of one machine; each of their sessions has one connection. */
const mostConnections = 256;
/** Further ones that are told why they are not served, at once. */
const mostTold = 64;
/** Longest message of a client. Arguments are small. Unit: bytes. */
const longestMessage = 1024 * 1024;
/** Clients speak first, and at once. Unit: milliseconds. */
const firstLineMs = 30_000;
/** How long one that looks at the socket may keep another waiting. Unit: milliseconds. */
const lockWaitMs = 2_000;

export interface SocketServerOptions {
  /** Socket or pipe. */
  path: string;
  /** What the hello must carry; null where the file system keeps others out. */
  token: string | null;
  /** Begins a connection; `end` is called when it is over. */
  begin(hello: Hello): { factory: McpServerFactory; end(): void };
  logger: Logger;
  /** How long a connection may take to its first line; for tests. Unit: milliseconds. */
  firstLineMs?: number | undefined;
  /** For tests. */
  mostConnections?: number | undefined;
}

export interface SocketServer extends AsyncDisposable {
  readonly path: string;
}

/**
 * Listens for MCP on a Unix socket or a named pipe: one message per line, as on stdio, and an optional hello before the first. Returns null where another
 * service answers there. A socket that nobody answers is left over from a crash and is replaced. Throws `usage` where the folder is not safe.
 */
export async function openSocketServer(options: SocketServerOptions): Promise<SocketServer | null> {
  const isPipe = options.path.startsWith('\\\\');
  if (isPipe) return listenUnlessTaken(options, isPipe);
  const folder = dirname(options.path);
  makeOwnFolder(folder);
  // Two that start together must not both find the old socket dead and each replace the other's new one.
  using lock = tryFileLock(`${options.path}.lock`, lockWaitMs);
  if (lock === null)
    throw new HubError('locked', 'Another process has been looking at the socket for agents for too long. Try again.');
  return await listenUnlessTaken(options, isPipe);
}

async function listenUnlessTaken(options: SocketServerOptions, isPipe: boolean): Promise<SocketServer | null> {
  if (await answers(options.path)) return null;
  if (!isPipe) rmSync(options.path, { force: true });
  const most = options.mostConnections ?? mostConnections;
  const sockets = new Set<Socket>();
  const served = new Set<Socket>();
  const server = createServer((socket) => {
    // What a client does to its end is its own affair.
    socket.on('error', () => socket.destroy());
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      served.delete(socket);
    });
    if (served.size >= most) {
      // Those that are only told so are not served, and are not told without end either.
      if (sockets.size - served.size > mostTold) socket.destroy();
      else
        refuseConnection(
          socket,
          `Context Hub serves ${most} connections of agents at once, and all are taken. Close agent sessions that you do not need (the Agents screen lists them), then connect again; until then use grep and file reads.`,
        );
      return;
    }
    served.add(socket);
    void serveSocket(socket, options);
  });
  await listen(server, options.path);
  if (!isPipe) chmodSync(options.path, 0o600);
  server.on('error', (error) => options.logger.warn('The socket for agents', { reason: error.message }));
  return {
    path: options.path,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function serveSocket(socket: Socket, options: SocketServerOptions): Promise<void> {
  try {
    const hello = await readFirstLine(socket, options.firstLineMs ?? firstLineMs);
    if (options.token !== null && !same(hello?.token ?? '', options.token)) {
      options.logger.warn('A connection without the token of this user was refused');
      socket.destroy();
      return;
    }
    const connection = options.begin(hello ?? {});
    socket.on('close', () => connection.end());
    const transport = new StdioServerTransport(socket, socket, { maxBufferSize: longestMessage });
    const handle = serveStdio(connection.factory, {
      transport,
      legacy: 'serve',
      onerror: (error) => options.logger.debug('A message of an agent', { reason: error.message }),
    });
    socket.on('close', () => void handle.close().catch(() => {}));
    // The transport has closed itself over a message that is too long, and leaves the stream to us.
    socket.on('pause', () => {
      if (socket.listenerCount('data') === 0) socket.destroySoon();
    });
    socket.resume();
  } catch (error) {
    options.logger.debug('A connection of an agent ended early', { reason: (error as Error).message });
    socket.destroy();
  }
}

/** Whether somebody accepts connections there. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => {
      probe.destroy();
      resolve(false);
    });
  });
}

/** A folder of this user that nobody else may enter. */
function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const info = lstatSync(folder);
  const isOurs = info.isDirectory() && (process.getuid === undefined || info.uid === process.getuid());
  if (!isOurs)
    throw new HubError(
      'usage',
      `The folder ${folder} for the socket of agents belongs to somebody else. Remove it, or use another --data-dir.`,
      { folder },
    );
  chmodSync(folder, 0o700);
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new HubError('usage', `Agents cannot connect: ${path}: ${error.message}. Use another --data-dir.`, { path }, error)),
    );
    server.listen(path, resolve);
  });
}

/** In a time that does not depend on where they differ. */
function same(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
