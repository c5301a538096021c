import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { callChroma } from '../../../main/store/vectors/chroma-call.ts';
import { collectionName } from '../../../main/store/vectors/chroma-collection.ts';
import { remoteEndpoint } from '../../../main/store/vectors/chroma-endpoint.ts';
import { probeChroma } from '../../../main/store/vectors/chroma-probe.ts';
import { ChromaServer } from '../../../main/store/vectors/chroma-server.ts';
import { ChromaVectorStore } from '../../../main/store/vectors/chroma-vector-store.ts';
import { realChromaProgram, shared } from './chroma-fixtures.ts';
import { hubErrorOf, record, temporaryFolder, testSpace, unit } from './vector-fixtures.ts';
import { describeVectorStore } from './vector-store-contract.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: ChromaServer;
let collections = 0;

beforeAll(async () => {
  const program = await realChromaProgram();
  folder = await temporaryFolder();
  server = await ChromaServer.start({ program, directory: folder.path, logger: silentLogger });
}, 600_000);

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

const freshName = (space = testSpace()) => collectionName(`test${++collections}`, space);

describeVectorStore('ChromaVectorStore', async (space) => {
  return await ChromaVectorStore.open({ endpoint: shared(server), collection: freshName(space), space });
});

describe('ChromaVectorStore', () => {
  const space = testSpace(3);
  const open = (collection: string, wanted = space) =>
    ChromaVectorStore.open({ endpoint: shared(server), collection, space: wanted });

  test('keeps what it holds when opened again', async () => {
    const name = freshName();
    await (await open(name)).upsert([record('a', unit(1, 0, 0), { source: 'docs' })]);
    const again = await open(name);
    expect(await again.ids()).toEqual(new Set(['a']));
    expect(await again.query({ vector: unit(1, 0, 0), limit: 1, filter: { sources: ['docs'] } })).toHaveLength(1);
  });

  test('stores no text and no field but the three that it filters by', async () => {
    const name = freshName();
    const store = await open(name);
    await store.upsert([record('a', unit(1, 0, 0))]);
    const rows = await callChroma(server, async (client) => (await client.getCollection({ name })).get());
    expect(rows.documents).toEqual([null]);
    expect(rows.metadatas).toEqual([{ source: 'pipecat', contentType: 'source', language: 'python' }]);
  });

  test('replacing drops fields that the old record had and the new one has not', async () => {
    const name = freshName();
    const store = await open(name);
    await callChroma(server, async (client) => {
      const collection = await client.getCollection({ name });
      await collection.add({ ids: ['a'], embeddings: [[1, 0, 0]], metadatas: [{ source: 'old', stale: 'yes' }] });
    });
    await store.upsert([record('a', unit(1, 0, 0))]);
    const rows = await callChroma(server, async (client) => (await client.getCollection({ name })).get());
    expect(rows.metadatas[0]).not.toHaveProperty('stale');
  });

  test('a collection that does not compare by cosine is detected', async () => {
    const name = freshName();
    await callChroma(server, (client) =>
      client.createCollection({ name, embeddingFunction: null, configuration: { hnsw: { space: 'l2' } } }),
    );
    const error = await hubErrorOf(open(name));
    expect(error).toMatchObject({ code: 'vector-backend', details: { mismatch: true } });
    expect(error.message).toContain('compares by l2, not by cosine');
  });

  test("another embedding space's collection is detected, and keeps its mark", async () => {
    const name = freshName();
    await open(name);
    const other = { ...space, checksum: 'ffffffffffff' };
    for (let attempt = 1; attempt <= 2; attempt++) {
      const error = await hubErrorOf(open(name, other));
      expect(error).toMatchObject({ code: 'vector-backend', details: { mismatch: true } });
      expect(error.message).toContain('belongs to the embeddings "test-model-mean-3-0123456789ab"');
    }
    await open(name);
  });

  test("another program's collection is detected", async () => {
    const name = freshName();
    await callChroma(server, (client) =>
      client.createCollection({ name, embeddingFunction: null, configuration: { hnsw: { space: 'cosine' } } }),
    );
    await expect(open(name)).rejects.toMatchObject({ code: 'vector-backend', details: { mismatch: true } });
  });

  test('names are valid whatever the model is called', async () => {
    for (const model of ['sentence-transformers/all-MiniLM-L6-v2', '-x-', 'モデル', 'a'.repeat(700)]) {
      const odd = { ...space, model };
      expect(await (await open(collectionName('odd', odd), odd)).count()).toBe(0);
    }
  });

  test('a collection that vanished under an open store gives an error, no crash', async () => {
    const name = freshName();
    const store = await open(name);
    await callChroma(server, (client) => client.deleteCollection({ name }));
    const error = await hubErrorOf(store.count());
    expect(error.code).toBe('vector-backend');
    expect(error.message).toContain('is gone');
  });

  test('the probe leaves nothing behind', async () => {
    const count = await callChroma(server, (client) => client.countCollections());
    await probeChroma(shared(server));
    expect(await callChroma(server, (client) => client.countCollections())).toBe(count);
  });

  test('a server somebody else runs serves by its URL', async () => {
    const { port } = await server.address();
    const endpoint = remoteEndpoint(`http://127.0.0.1:${port}`);
    await probeChroma(endpoint);
    await using store = await ChromaVectorStore.open({ endpoint, collection: freshName(), space });
    await store.upsert([record('a', unit(1, 0, 0))]);
    expect(await store.count()).toBe(1);
  });

  test('a query in progress can be cancelled', async () => {
    const store = await open(freshName());
    const controller = new AbortController();
    const pending = store.query({ vector: unit(1, 0, 0), limit: 1 }, controller.signal);
    controller.abort();
    await expect(pending).rejects.toMatchObject({ code: 'cancelled' });
  });
});
