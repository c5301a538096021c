import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { helloLine, longestHello, type Hello } from '../../../main/core/mcp-address.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { openSocketServer, type SocketServer } from '../../../main/services/mcp/socket-server.ts';
import { runs } from '../../helpers/effort.ts';
import { mcpCorpus, type McpCorpus } from './mcp-corpus.ts';
import { addressOf, openMcpService } from './mcp-service.ts';
import { openAgent } from './socket-client.ts';

const mortal = fileURLToPath(new URL('mortal-hub.ts', import.meta.url));
let corpus: McpCorpus;
let folder: string;

beforeAll(async () => {
  corpus = await mcpCorpus();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hub-socket-')));
});
afterAll(() => {
  corpus.remove();
  rmSync(folder, { recursive: true, force: true });
});

const emptyFactory: McpServerFactory = () => new McpServer({ name: 'empty', version: '1' }, { capabilities: { tools: {} } });

describe('a service', () => {
  it('lets in its own user alone', async () => {
    await using service = await openMcpService(corpus.data);
    const path = addressOf(service);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('leaves no socket behind', async () => {
    const service = await openMcpService(corpus.data);
    const path = addressOf(service);
    await service[Symbol.asyncDispose]();
    expect(existsSync(path)).toBe(false);
  });

  it('takes over the socket of one that was killed', async () => {
    const child = spawn(process.execPath, [mortal, corpus.data], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const path = printed.toString().trim();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(path)).toBe(true);
    await using service = await openMcpService(corpus.data);
    expect(service.mcp.state.value).toMatchObject({ state: 'listening', address: path });
    await using next = await openAgent(path);
    expect((await next.call('get_hub_status')).isError).toBe(false);
  });

  it('does not take the socket of another that lives, and takes over when that ends', async () => {
    const first = await openMcpService(corpus.data);
    await using second = await openMcpService(corpus.data);
    const path = addressOf(first);
    expect(second.mcp.state.value).toMatchObject({ state: 'taken', address: path });
    {
      await using agent = await openAgent(path, { name: 'early' });
      await agent.call('get_hub_status');
      expect(first.mcp.state.value.clients).toHaveLength(1);
      expect(second.mcp.state.value.clients).toEqual([]);
    }
    await first[Symbol.asyncDispose]();
    await second.mcp.state.until(({ state }) => state === 'listening', AbortSignal.timeout(60_000));
    await using agent = await openAgent(path);
    expect((await agent.call('get_hub_status')).isError).toBe(false);
  });

  it('of another version of the address runs beside it', async () => {
    await using old = await openMcpService(corpus.data);
    await using young = await openMcpService(corpus.data, { addressVersion: 2 });
    expect(addressOf(young)).not.toBe(addressOf(old));
    await using one = await openAgent(addressOf(old));
    await using other = await openAgent(addressOf(young));
    const [a, b] = await Promise.all([one, other].map((agent) => agent.call('search_docs', { query: 'hang up' })));
    expect(b!.structured['hits']).toEqual(a!.structured['hits']);
  });

  it('says why agents cannot connect, and does the rest of its work', async () => {
    writeFileSync(join(folder, 'config.json'), '{}');
    writeFileSync(join(folder, 'run'), 'a file in the way');
    await using service = await openMcpService(folder);
    expect(service.mcp.state.value).toMatchObject({ state: 'failed', address: null, message: expect.any(String) as string });
    expect(await service.handlers['sources.list']({}, { signal: new AbortController().signal })).toEqual([]);
  });
});

describe('a socket', () => {
  let server: SocketServer | null = null;
  let hellos: Hello[] = [];
  afterEach(async () => {
    await server?.[Symbol.asyncDispose]();
    server = null;
    hellos = [];
  });

  const open = async (token: string | null = null): Promise<string> => {
    const path = join(folder, 'sockets', 'mcp.sock');
    server = await openSocketServer({
      path,
      token,
      begin: (hello) => {
        hellos.push(hello);
        return { factory: emptyFactory, end: () => {} };
      },
      logger: silentLogger,
    });
    return path;
  };
  const dial = async (path: string): Promise<Socket> => {
    const socket = connect(path);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const initialize = `${JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })}\n`;
  /** The next line of a socket; null when it ends first. */
  const line = (socket: Socket): Promise<string | null> =>
    new Promise((resolve) => {
      let text = '';
      socket.on('data', (part: Buffer) => {
        text += part.toString();
        if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
      });
      socket.on('close', () => resolve(null));
    });

  it('reads a hello however it is cut, and loses nothing behind it', async () => {
    const path = await open();
    for (const size of [1, 7, 10_000]) {
      const socket = await dial(path);
      const answer = line(socket);
      const bytes = Buffer.from(helloLine({ project: '/ä/b', session: 's' }) + initialize);
      for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
      expect(JSON.parse((await answer)!)).toMatchObject({ id: 1, result: { serverInfo: { name: 'empty' } } });
      socket.destroy();
    }
    expect(hellos).toEqual([
      { project: '/ä/b', session: 's' },
      { project: '/ä/b', session: 's' },
      { project: '/ä/b', session: 's' },
    ]);
  });

  it('says to one connection too many why it is not served, and serves the next when one has ended', async () => {
    const path = join(folder, 'full', 'mcp.sock');
    await using _server = (await openSocketServer({
      path,
      token: null,
      begin: () => ({ factory: emptyFactory, end: () => {} }),
      logger: silentLogger,
      mostConnections: 1,
    }))!;
    const first = await dial(path);
    first.write(initialize);
    expect(JSON.parse((await line(first))!)).toMatchObject({ id: 1, result: { serverInfo: { name: 'empty' } } });
    const second = await dial(path);
    const told = line(second);
    second.write(helloLine({ session: 's' }));
    second.write(initialize);
    expect(JSON.parse((await told)!)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('serves 1 connections of agents at once') as string },
    });
    await once(second, 'close');
    const ended = once(first, 'close');
    first.destroy();
    await ended;
    // The hub may hear of that end a moment later: whoever is turned away asks again.
    for (;;) {
      const next = await dial(path);
      const answer = line(next);
      next.write(initialize);
      const { result } = JSON.parse((await answer)!) as { result?: object };
      next.destroy();
      if (result !== undefined) break;
    }
  });

  it('ends a connection that never says a line', async () => {
    const path = join(folder, 'silent', 'mcp.sock');
    await using _server = (await openSocketServer({
      path,
      token: null,
      begin: () => ({ factory: emptyFactory, end: () => {} }),
      logger: silentLogger,
      firstLineMs: 20,
    }))!;
    const silent = await dial(path);
    const half = await dial(path);
    half.write('{"jsonrpc"');
    expect(await Promise.all([line(silent), line(half)])).toEqual([null, null]);
  });

  it('that wants a token takes no connection without it', async () => {
    const path = await open('secret');
    for (const first of [initialize, helloLine({}), helloLine({ token: 'wrong' })]) {
      const socket = await dial(path);
      socket.write(first + initialize);
      expect(await line(socket)).toBeNull();
    }
    const socket = await dial(path);
    socket.write(helloLine({ token: 'secret' }) + initialize);
    expect(await line(socket)).toContain('"id":1');
    socket.destroy();
  });

  it('survives whatever is written to it', async () => {
    const path = await open();
    const junk = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(`${text}\n`)),
      fc.constantFrom(
        Buffer.from('\n\n\n'),
        Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":[]}}\n'),
        Buffer.from('{"jsonrpc":"2.0","id":{},"method":7}\n'),
        Buffer.from(`${'['.repeat(5_000)}\n`),
        Buffer.from('{"hub":"hello","version":1}\n'),
        Buffer.alloc(longestHello + 10, 0x61),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(junk, { maxLength: 5 }), async (parts) => {
        const socket = await dial(path);
        for (const part of parts) socket.write(part);
        socket.end();
        socket.resume();
        await new Promise((resolve) => socket.once('close', resolve));
        const sound = await dial(path);
        const answer = line(sound);
        sound.write(initialize);
        expect(await answer).toContain('"id":1');
        sound.destroy();
      }),
      { numRuns: runs(30) },
    );
  });

  it('ends a connection over a message without end', async () => {
    const path = await open();
    const socket = await dial(path);
    const answer = line(socket);
    socket.write(initialize);
    await answer;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const part = Buffer.alloc(256 * 1024, 0x61);
    for (let count = 0; count < 8; count += 1) socket.write(part);
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('is not opened where its folder cannot be one', async () => {
    const path = join(folder, 'no-folder', 'mcp.sock');
    writeFileSync(join(folder, 'no-folder'), '');
    const opening = openSocketServer({
      path,
      token: null,
      begin: () => ({ factory: emptyFactory, end: () => {} }),
      logger: silentLogger,
    });
    await expect(opening).rejects.toThrow('no-folder');
  });
});
