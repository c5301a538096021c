import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { askHeartbeat, freeLoopbackPort } from '../../../main/store/vectors/chroma-heartbeat.ts';
import { writeServerState } from '../../../main/store/vectors/chroma-orphan.ts';
import type { ChromaProgram } from '../../../main/store/vectors/chroma-program.ts';
import { ChromaServer } from '../../../main/store/vectors/chroma-server.ts';
import { ChromaVectorStore } from '../../../main/store/vectors/chroma-vector-store.ts';
import { isProcessAlive, residentBytes } from '../../../main/store/vectors/process-facts.ts';
import { syncVectorStore } from '../../../main/store/vectors/sync-vector-store.ts';
import { realChromaProgram, shared } from './chroma-fixtures.ts';
import { hubErrorOf, randomRecords, record, temporaryFolder, testSpace, unit } from './vector-fixtures.ts';

let program: ChromaProgram;

beforeAll(async () => {
  program = await realChromaProgram();
}, 600_000);

const start = (directory: string, more: { choosePort?: () => Promise<number>; program?: ChromaProgram } = {}) =>
  ChromaServer.start({ program, directory, logger: silentLogger, ...more });

const gone = (processId: number) =>
  vi.waitFor(async () => expect(await isProcessAlive(processId)).toBe(false), { timeout: 15_000, interval: 20 });

/** A process of our own kind that owns a server, dies as told and tells the server's process id first. */
async function ownerProcess(directory: string, guard: 'program' | 'watchdog' | 'nothing') {
  const script = fileURLToPath(new URL('./chroma-owner.ts', import.meta.url));
  const owner = spawn(process.execPath, [script, directory, guard, JSON.stringify(program)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(owner.stdout)) return { owner, serverProcessId: Number(line) };
  throw new Error('The owner ended early.');
}

describe('ChromaServer', () => {
  test('runs on loopback with a configuration of its own and leaves no process', async () => {
    await using folder = await temporaryFolder();
    const server = await start(folder.path);
    const processId = server.processId as number;
    const configuration = await readFile(join(folder.path, 'server.yaml'), 'utf8');
    expect(configuration).toContain('listen_address: "127.0.0.1"');
    expect(configuration).toContain('allow_reset: false');
    expect((await stat(join(folder.path, 'server.yaml'))).mode & 0o077).toBe(0);
    expect(await residentBytes(processId)).toBeGreaterThan(10_000_000);
    const { port } = await server.address();
    await server[Symbol.asyncDispose]();
    expect(await isProcessAlive(processId)).toBe(false);
    expect(await askHeartbeat(port, 'http://hub.invalid')).toBe('none');
    expect((await hubErrorOf(server.address())).code).toBe('vector-backend');
    await server[Symbol.asyncDispose]();
  });

  test('a variable left over in the environment does not open the server to the network', async () => {
    await using folder = await temporaryFolder();
    const elsewhere = await freeLoopbackPort();
    vi.stubEnv('CHROMA_LISTEN_ADDRESS', '0.0.0.0');
    vi.stubEnv('CHROMA_PORT', String(elsewhere));
    try {
      await using server = await start(folder.path);
      expect((await server.address()).port).not.toBe(elsewhere);
      expect(await askHeartbeat(elsewhere, 'http://hub.invalid')).toBe('none');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('works in a folder with spaces, quotes and letters beyond ASCII', async () => {
    await using folder = await temporaryFolder();
    await using server = await start(join(folder.path, `it's "a": #фолдер 🎈`));
    const store = await ChromaVectorStore.open({ endpoint: shared(server), collection: 'test', space: testSpace(2) });
    await store.upsert([record('a', unit(1, 0))]);
    expect(await store.count()).toBe(1);
  });

  test('takes another port where the first is busy, by a web server or by another Chroma', async () => {
    await using folder = await temporaryFolder();
    await using other = await start(join(folder.path, 'other'));
    const web = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const ports = [(await other.address()).port, (web.address() as AddressInfo).port, await freeLoopbackPort()];
    const asked: number[] = [];
    try {
      await using server = await start(join(folder.path, 'mine'), {
        choosePort: async () => {
          asked.push(ports[asked.length] as number);
          return asked.at(-1) as number;
        },
      });
      expect(asked).toEqual(ports);
      expect((await server.address()).port).toBe(ports[2]);
    } finally {
      web.close();
    }
  });

  test('says so when every port is busy, and leaves no process and no lock', async () => {
    await using folder = await temporaryFolder();
    await using other = await start(join(folder.path, 'other'));
    const { port } = await other.address();
    const error = await hubErrorOf(start(join(folder.path, 'mine'), { choosePort: async () => port }));
    expect(error.code).toBe('vector-backend');
    expect(error.message).toContain('No free port');
    await using _server = await start(join(folder.path, 'mine'));
  });

  test('refuses a second server on one path, in this process and from another', async () => {
    await using folder = await temporaryFolder();
    {
      await using _first = await start(folder.path);
      expect((await hubErrorOf(start(folder.path))).code).toBe('locked');
    }
    const { owner, serverProcessId } = await ownerProcess(folder.path, 'program');
    expect((await hubErrorOf(start(folder.path))).code).toBe('locked');
    expect(await isProcessAlive(serverProcessId)).toBe(true);
    owner.kill('SIGKILL');
    await gone(serverProcessId);
    await using _second = await start(folder.path);
  });

  test.each(['program', 'watchdog'] as const)('ends when its owner is killed, by the %s', async (guard) => {
    await using folder = await temporaryFolder();
    const { owner, serverProcessId } = await ownerProcess(folder.path, guard);
    expect(await isProcessAlive(serverProcessId)).toBe(true);
    owner.kill('SIGKILL');
    await gone(serverProcessId);
  });

  test('a server that outlived its owner is stopped at the next start', async () => {
    await using folder = await temporaryFolder();
    const { owner, serverProcessId } = await ownerProcess(folder.path, 'nothing');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await isProcessAlive(serverProcessId)).toBe(true);
    await using server = await start(folder.path);
    expect(await isProcessAlive(serverProcessId)).toBe(false);
    expect(server.processId).not.toBe(serverProcessId);
  });

  test("another program that got the old server's process id is left alone", async () => {
    await using folder = await temporaryFolder();
    const innocent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const state = {
      processId: innocent.pid as number,
      port: await freeLoopbackPort(),
      marker: 'http://x.invalid',
      configurationPath: '/x/server.yaml',
    };
    await writeServerState(join(folder.path, 'server.json'), state);
    {
      await using _server = await start(folder.path);
      expect(await isProcessAlive(innocent.pid as number)).toBe(true);
    }
    innocent.kill('SIGKILL');
    await once(innocent, 'exit');
  });

  test('calls recover when the server is killed, and what was written is still there', async () => {
    await using folder = await temporaryFolder();
    await using server = await start(folder.path);
    const store = await ChromaVectorStore.open({ endpoint: shared(server), collection: 'test', space: testSpace(2) });
    await store.upsert([record('a', unit(1, 0))]);
    const before = server.processId as number;
    process.kill(before, 'SIGKILL');
    expect(await store.query({ vector: unit(1, 0), limit: 1 })).toEqual([{ id: 'a', similarity: 1 }]);
    expect(server.processId).not.toBe(before);
    expect(server.deaths).toBe(1);
    process.kill(server.processId as number, 'SIGKILL');
    await store.upsert([record('b', unit(0, 1))]);
    expect(await store.ids()).toEqual(new Set(['a', 'b']));
  });

  test('calls recover when the server got SIGTERM, after which it spins without answering', async () => {
    await using folder = await temporaryFolder();
    await using server = await start(folder.path);
    const store = await ChromaVectorStore.open({ endpoint: shared(server), collection: 'test', space: testSpace(2) });
    await store.upsert([record('a', unit(1, 0))]);
    const before = server.processId as number;
    const { port } = await server.address();
    process.kill(before, 'SIGTERM');
    await vi.waitFor(async () => expect(await askHeartbeat(port, 'http://hub.invalid')).toBe('none'), {
      timeout: 15_000,
      interval: 20,
    });
    expect(await store.count()).toBe(1);
    expect(await isProcessAlive(before)).toBe(false);
  });

  test('a server killed in the middle of an addition is healed from the truth', async () => {
    await using folder = await temporaryFolder();
    const records = randomRecords(6_000, 8);
    const byId = new Map(records.map((item) => [item.id, item]));
    {
      await using server = await start(folder.path);
      const endpoint = { ...shared(server), supervised: false, address: () => server.address(), reportFailure: async () => {} };
      const store = await ChromaVectorStore.open({ endpoint, collection: 'test', space: testSpace(8) });
      await store.upsert([record('removed meanwhile', unit(1, 0, 0, 0, 0, 0, 0, 0))]);
      const writing = hubErrorOf(store.upsert(records));
      const watching = await ChromaVectorStore.open({ endpoint: shared(server), collection: 'test', space: testSpace(8) });
      await vi.waitFor(async () => expect(await watching.count()).toBeGreaterThan(500), { timeout: 30_000, interval: 5 });
      process.kill(server.processId as number, 'SIGKILL');
      expect((await writing).code).toBe('vector-backend');
    }
    await using server = await start(folder.path);
    await using store = await ChromaVectorStore.open({ endpoint: shared(server), collection: 'test', space: testSpace(8) });
    const truth = { ids: () => byId.keys(), records: (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []) };
    const healed = await syncVectorStore(store, truth);
    expect(healed.removed).toBe(1);
    expect(healed.added).toBeGreaterThan(0);
    expect(healed.added + healed.unchanged).toBe(6_000);
    expect(await store.ids()).toEqual(new Set(byId.keys()));
    expect(await syncVectorStore(store, truth)).toEqual({ added: 0, removed: 0, unchanged: 6_000 });
    for (const item of [records[0], records[3_000], records[5_999]]) {
      const [best] = await store.query({ vector: item?.vector as Float32Array, limit: 1 });
      expect(best?.id).toBe(item?.id);
    }
  });

  test.each([
    ['cannot be run', { command: '/nonexistent/chroma', leadingArguments: [] }],
    ['ends at once', { command: process.execPath, leadingArguments: ['-e', 'console.error("no luck today"); process.exit(0)'] }],
  ])('a program that %s gives an error that says why', async (_, broken) => {
    await using folder = await temporaryFolder();
    const error = await hubErrorOf(start(folder.path, { program: { what: 'broken', watchesParent: true, ...broken } }));
    expect(error.code).toBe('vector-backend');
    expect(error.message).toMatch(/ENOENT|no luck today/);
  });

  test('stopping during a restart ends the restart', async () => {
    await using folder = await temporaryFolder();
    const server = await start(folder.path);
    const processId = server.processId as number;
    process.kill(processId, 'SIGKILL');
    await gone(processId);
    await server[Symbol.asyncDispose]();
    expect(server.processId).toBeNull();
    await using _again = await start(folder.path);
  });
});
