import { ChromaNotFoundError } from 'chromadb';
import type { ChromaClient, Collection } from 'chromadb';
import { HubError } from '../../contract/errors.ts';
import { spaceName } from '../../core/vectors.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import { callChroma } from './chroma-call.ts';
import type { ChromaEndpoint } from './chroma-endpoint.ts';

/** Key of the collection's metadata that holds the space's exact name, which the collection's own name only resembles. */
const spaceKey = 'hub_space';

/** A collection's name: letters, digits, `.`, `_` and `-`, at both ends a letter or digit, at most 512 characters. */
export function collectionName(prefix: string, space: EmbeddingSpace): string {
  const name = `${prefix}-${spaceName(space)}`.replaceAll(/[^a-zA-Z0-9._-]/g, '_').slice(0, 500);
  return `h${name}h`;
}

/**
 * The id of the collection, made if it is not there. An existing one is looked at, since Chroma hands it out whatever space is asked for: it
 * must compare by cosine and belong to this embedding space. `vector-backend` with `mismatch: true` otherwise.
 */
export async function openCollection(
  endpoint: ChromaEndpoint,
  name: string,
  space: EmbeddingSpace,
  signal?: AbortSignal,
): Promise<string> {
  const collection = await callChroma(endpoint, (client) => getOrCreate(client, name, space), { signal });
  const distance = collection.configuration.hnsw?.space ?? collection.configuration.spann?.space;
  const advice = 'Remove that collection, or choose another data directory; the vectors are made again from the local store.';
  if (distance !== 'cosine') {
    const message = `The Chroma collection ${name} compares by ${distance ?? 'an unknown measure'}, not by cosine. ${advice}`;
    throw new HubError('vector-backend', message, { mismatch: true });
  }
  const actual = collection.metadata?.[spaceKey];
  if (actual !== spaceName(space)) {
    const message = `The Chroma collection ${name} belongs to the embeddings ${JSON.stringify(actual ?? 'of another program')}. ${advice}`;
    throw new HubError('vector-backend', message, { mismatch: true });
  }
  return collection.id;
}

/** Removes a collection; one that is not there is no error. */
export async function removeCollection(endpoint: ChromaEndpoint, name: string, signal?: AbortSignal): Promise<void> {
  try {
    await callChroma(endpoint, (client) => client.deleteCollection({ name }), { signal });
  } catch (error) {
    if (!(error instanceof ChromaNotFoundError)) throw error;
  }
}

async function getOrCreate(client: ChromaClient, name: string, space: EmbeddingSpace): Promise<Collection> {
  return await client.getOrCreateCollection({
    name,
    // null: the library would otherwise bind the collection to a default that needs another package.
    embeddingFunction: null,
    // The default space is l2. ef_search is raised from 100 for recall at 100,000 vectors.
    configuration: { hnsw: { space: 'cosine', ef_search: 200 } },
    metadata: { [spaceKey]: spaceName(space) },
  });
}
