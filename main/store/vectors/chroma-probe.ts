import { randomBytes } from 'node:crypto';
import { HubError } from '../../contract/errors.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import { callChroma } from './chroma-call.ts';
import { collectionName, removeCollection } from './chroma-collection.ts';
import type { ChromaEndpoint } from './chroma-endpoint.ts';
import { ChromaVectorStore } from './chroma-vector-store.ts';

/** Start of the names of scratch collections. */
const probePrefix = 'probe';
const probeSpace: EmbeddingSpace = { model: 'probe', checksum: '0', dimension: 3, pooling: 'mean' };
const probeTimeoutMs = 20_000;

/**
 * Finds out whether a server really serves: version 1, and three vectors go into a scratch collection, are found, filtered and removed.
 * Throws `vector-backend` with what failed.
 */
export async function probeChroma(endpoint: ChromaEndpoint, signal?: AbortSignal): Promise<void> {
  const options = { signal, timeoutMs: probeTimeoutMs };
  await callChroma(endpoint, (client) => client.heartbeat(), options);
  const version = await callChroma(endpoint, (client) => client.version(), options);
  if (typeof version !== 'string' || !version.startsWith('1.')) {
    throw new HubError(
      'vector-backend',
      `The Chroma server has version ${typeof version === 'string' ? version.slice(0, 40) : 'unknown'}; version 1 is needed.`,
    );
  }
  const collection = collectionName(`${probePrefix}-${randomBytes(8).toString('hex')}`, probeSpace);
  try {
    // Not disposed of: that would stop the server.
    const store = await ChromaVectorStore.open({ endpoint, collection, space: probeSpace, ...(signal ? { signal } : {}) });
    const shared = { contentType: 'doc', language: 'markdown' } as const;
    await store.upsert([
      { id: 'a', vector: Float32Array.of(1, 0, 0), source: 'one', ...shared },
      { id: 'b', vector: Float32Array.of(0, 1, 0), source: 'two', ...shared },
      { id: 'c', vector: Float32Array.of(0, 0, 1), source: 'two', ...shared },
    ]);
    await store.delete(['c']);
    const query = { vector: Float32Array.of(0.8, 0.1, 0.6), limit: 2 };
    const found = [await store.query(query), await store.query({ ...query, filter: { sources: ['two'] } })];
    const ids = found.map((matches) => matches.map((match) => match.id).join(''));
    if (ids.join(' ') !== 'ab b')
      throw new HubError('vector-backend', `A test query to the Chroma server found ${JSON.stringify(ids)}.`);
  } finally {
    await removeCollection(endpoint, collection).catch(() => {});
  }
}
