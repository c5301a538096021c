import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureChromaServer } from '../../../scripts/get-chroma.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { callChroma } from '../../../main/store/vectors/chroma-call.ts';
import { freeLoopbackPort } from '../../../main/store/vectors/chroma-heartbeat.ts';
import { openVectorStore } from '../../../main/store/vectors/open-vector-store.ts';
import type { OpenVectorStoreOptions } from '../../../main/store/vectors/open-vector-store.ts';
import { isProcessAlive } from '../../../main/store/vectors/process-facts.ts';
import { syncVectorStore } from '../../../main/store/vectors/sync-vector-store.ts';
import { hubErrorOf, randomRecords, temporaryFolder, testSpace } from './vector-fixtures.ts';

const records = randomRecords(50, 8);
/** Nothing on this machine is found but what a test gives. */
const nowhere = { environment: {}, nodeProgram: null };
let binary: string;

beforeAll(async () => {
  binary = await ensureChromaServer();
}, 600_000);

function options(dataDirectory: string, more: Partial<OpenVectorStoreOptions>): OpenVectorStoreOptions {
  return {
    backend: 'auto',
    space: testSpace(),
    dataDirectory,
    logger: silentLogger,
    loadEmbeddings: () => records,
    search: nowhere,
    ...more,
  };
}

async function withServer(listener: RequestListener, run: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('openVectorStore', () => {
  test('embedded by setting looks for nothing', async () => {
    await using folder = await temporaryFolder();
    const { store, choice, server } = await openVectorStore(options(folder.path, { backend: 'embedded', chromaBinary: binary }));
    expect(choice).toEqual({ kind: 'embedded', reason: 'The settings ask for the embedded index.', tried: [] });
    expect(server).toBeNull();
    expect(await store.count()).toBe(50);
  });

  test('auto takes Chroma where it runs, and disposing stops it', async () => {
    await using folder = await temporaryFolder();
    const { store, choice, server } = await openVectorStore(options(folder.path, { chromaBinary: binary }));
    const processId = server?.processId as number;
    expect(choice.kind).toBe('chroma');
    expect(choice.reason).toMatch(/^Chroma 1\.\S+ of .* runs and answers\.$/);
    expect(choice.tried).toEqual([{ what: `the setting ${binary}`, outcome: expect.stringContaining('answers') }]);
    expect(await store.count()).toBe(0);
    const byId = new Map(records.map((record) => [record.id, record]));
    await syncVectorStore(store, { ids: () => byId.keys(), records: (ids) => ids.flatMap((id) => byId.get(id) ?? []) });
    await store[Symbol.asyncDispose]();
    expect(await isProcessAlive(processId)).toBe(false);
    const again = await openVectorStore(options(folder.path, { chromaBinary: binary }));
    await using _store = again.store;
    expect(await again.store.count()).toBe(50);
  });

  test('auto falls back to the embedded index and says what was tried', async () => {
    await using folder = await temporaryFolder();
    const { store, choice } = await openVectorStore(options(folder.path, { chromaBinary: join(folder.path, 'none') }));
    expect(store.kind).toBe('embedded');
    expect(choice.kind).toBe('embedded');
    expect(choice.reason).toBe('The embedded index answers because no Chroma server can be run on this machine.');
    expect(choice.tried).toEqual([
      { what: `the setting ${join(folder.path, 'none')}`, outcome: 'does not exist' },
      { what: 'the npm binding', outcome: expect.stringContaining('needs a Node program') },
      { what: 'chroma on the PATH', outcome: 'not there' },
    ]);
    expect(await store.count()).toBe(50);
  });

  test('chroma by setting fails with what to do where it cannot run', async () => {
    await using folder = await temporaryFolder();
    const error = await hubErrorOf(openVectorStore(options(folder.path, { backend: 'chroma' })));
    expect(error.code).toBe('vector-backend');
    expect(error.message).toContain("pip install 'chromadb>=1.0,<2'");
    expect(error.message).toContain('chroma on the PATH: not there');
  });

  test('a second owner of the same data directory gets the embedded index, or an error', async () => {
    await using folder = await temporaryFolder();
    const first = await openVectorStore(options(folder.path, { chromaBinary: binary }));
    await using _store = first.store;
    const second = await openVectorStore(options(folder.path, { chromaBinary: binary }));
    expect(second.choice.kind).toBe('embedded');
    expect(second.choice.tried.at(-1)?.outcome).toContain('Another process');
    expect(await isProcessAlive(first.server?.processId as number)).toBe(true);
  });

  test("on our own server another model's vectors go, and a collection that does not fit is made anew", async () => {
    await using folder = await temporaryFolder();
    const other = await openVectorStore(
      options(folder.path, { chromaBinary: binary, space: { ...testSpace(), model: 'older' } }),
    );
    await other.store.upsert(records);
    await other.store[Symbol.asyncDispose]();
    const mine = await openVectorStore(options(folder.path, { chromaBinary: binary }));
    const server = mine.server;
    if (server === null) throw new Error('no server');
    const collections = await callChroma(server, (client) => client.listCollections());
    expect(collections).toHaveLength(1);
    const name = collections[0]?.name as string;
    await callChroma(server, async (client) => {
      await client.deleteCollection({ name });
      await client.createCollection({ name, embeddingFunction: null, configuration: { hnsw: { space: 'l2' } } });
    });
    await mine.store[Symbol.asyncDispose]();
    const again = await openVectorStore(options(folder.path, { chromaBinary: binary }));
    await using store = again.store;
    expect(again.choice.kind).toBe('chroma');
    await store.upsert(records);
    expect(await store.count()).toBe(50);
  });

  test('a URL is used as it is, by two data directories without mixing', async () => {
    await using folder = await temporaryFolder();
    const owner = await openVectorStore(options(join(folder.path, 'owner'), { chromaBinary: binary }));
    await using _owner = owner.store;
    const port = (await owner.server?.address())?.port;
    const chromaUrl = `http://127.0.0.1:${port}`;
    const one = await openVectorStore(options(join(folder.path, 'one'), { chromaUrl, backend: 'chroma' }));
    const two = await openVectorStore(options(join(folder.path, 'two'), { chromaUrl }));
    expect(one.choice).toEqual({
      kind: 'chroma',
      reason: `The Chroma server at ${chromaUrl} answers, as the settings ask.`,
      tried: [{ what: chromaUrl, outcome: 'answers' }],
    });
    await one.store.upsert(records);
    expect([await one.store.count(), await two.store.count(), await owner.store.count()]).toEqual([50, 0, 0]);
    await one.store[Symbol.asyncDispose]();
    expect(await two.store.count()).toBe(0); // the server is not ours to stop
  });

  test('a URL where nobody answers: error or embedded index, without the password in any text', async () => {
    await using folder = await temporaryFolder();
    const chromaUrl = `http://user:secret@127.0.0.1:${await freeLoopbackPort()}`;
    const error = await hubErrorOf(openVectorStore(options(folder.path, { backend: 'chroma', chromaUrl })));
    expect(error.message).toContain('no answer');
    expect(JSON.stringify(error.toWire())).not.toContain('secret');
    const { choice } = await openVectorStore(options(folder.path, { chromaUrl }));
    expect(choice.reason).toContain('cannot be used');
    expect(JSON.stringify(choice)).not.toContain('secret');
  });

  test.each<[string, RequestListener, string]>([
    [
      'an older Chroma',
      (request, response) =>
        response
          .setHeader('content-type', 'application/json')
          .end(request.url?.endsWith('/version') ? '"0.6.3"' : '{"nanosecond heartbeat":1}'),
      '0.6.3',
    ],
    ['a web server', (_, response) => response.end('<h1>hello</h1>'), ''],
    ['a server that fails', (_, response) => response.writeHead(500).end('{"error":"broken"}'), 'broken'],
    ['a server that hangs up', (request) => request.socket.destroy(), 'no answer'],
    [
      'a server that says yes to everything',
      (request, response) => response.end(request.url?.endsWith('/version') ? '"1.0.0"' : '{}'),
      '',
    ],
  ])('a URL of %s is refused', async (_, listener, text) => {
    await using folder = await temporaryFolder();
    await withServer(listener, async (chromaUrl) => {
      const { choice } = await openVectorStore(options(folder.path, { chromaUrl }));
      expect(choice.kind).toBe('embedded');
      expect(choice.tried[0]?.outcome).toContain(text);
    });
  });

  test.each(['localhost:8000', 'ftp://host', 'http://host/path', 'http://host?x=1', 'not a url'])(
    'the URL %s is a usage error',
    async (chromaUrl) => {
      await using folder = await temporaryFolder();
      expect((await hubErrorOf(openVectorStore(options(folder.path, { chromaUrl })))).code).toBe('usage');
    },
  );

  test('cancelling stops the opening and leaves no server', async () => {
    await using folder = await temporaryFolder();
    const controller = new AbortController();
    const search = { ...nowhere, environment: {} };
    const opening = openVectorStore(options(folder.path, { chromaBinary: binary, signal: controller.signal, search }));
    controller.abort();
    expect((await hubErrorOf(opening)).code).toBe('cancelled');
    const again = await openVectorStore(options(folder.path, { chromaBinary: binary }));
    await using _store = again.store;
    expect(again.choice.kind).toBe('chroma');
  });
});
