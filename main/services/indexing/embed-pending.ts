import { throwIfCancelled } from '../../core/abort.ts';
import { passagesFor } from '../../core/chunking/passages.ts';
import type { TokenCounter } from '../../core/chunk.ts';
import type { Embedder } from '../../core/embedding.ts';
import type { IndexProgress } from '../../core/index-events.ts';
import type { EmbeddingStore } from '../../store/embedding-store.ts';
import { embeddingGroupSize, embeddingGroupsAhead } from './constants.ts';
import { forEachBounded } from './bounded.ts';
import { ProgressMeter } from './progress-meter.ts';

function* groupsOf<T>(items: readonly T[], size: number): IterableIterator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/**
 * Gives every text that has no vector in the store's space one. What is done is kept when it is cancelled. The passages follow
 * from the stored chunk alone, so nothing has to be remembered between runs. Returns the number of texts embedded and the seconds.
 */
export async function embedPending(options: {
  embeddings: EmbeddingStore;
  embedder: Embedder;
  counter: TokenCounter;
  onProgress: (progress: IndexProgress) => void;
  signal?: AbortSignal | undefined;
  /** Awaited before each group. */
  giveWay?: (() => Promise<void>) | undefined;
}): Promise<{ embedded: number; seconds: number }> {
  const { embeddings, embedder, counter, signal } = options;
  const hashes = embeddings.pendingHashes();
  const meter = new ProgressMeter('embed', null, 'chunks', hashes.length, options.onProgress);
  await forEachBounded(groupsOf(hashes, embeddingGroupSize), embeddingGroupsAhead, async (group) => {
    throwIfCancelled(signal);
    await options.giveWay?.();
    throwIfCancelled(signal);
    const waiting = group.flatMap((hash) => embeddings.pending(hash) ?? []);
    const vectors = await embedder.embedPassages(
      waiting.map(({ draft, path }) => passagesFor(draft, path, counter)),
      signal,
    );
    embeddings.put(waiting.map(({ hash }, index) => ({ hash, vector: vectors[index]! })));
    meter.advance(group.length);
  });
  return { embedded: hashes.length, seconds: meter.finish() };
}
