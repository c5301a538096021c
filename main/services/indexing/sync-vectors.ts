import type { VectorStore } from '../../core/vectors.ts';
import type { EmbeddingStore } from '../../store/embedding-store.ts';
import { syncVectorStore } from '../../store/vectors/sync-vector-store.ts';
import { journalBatchSize } from './constants.ts';

/**
 * Brings a vector store up to what SQLite holds. The first time everything is compared (that heals a store that was lost, made
 * by another process or left by a crash); afterwards the journal says what changed. One that may not write has no journal to
 * settle and compares each time.
 */
export async function syncVectors(options: {
  store: VectorStore;
  embeddings: EmbeddingStore;
  mayWrite: boolean;
  first: boolean;
}): Promise<void> {
  const { store, embeddings, mayWrite } = options;
  if (options.first || !mayWrite) {
    const journal = mayWrite ? embeddings.journal(Number.MAX_SAFE_INTEGER) : [];
    const fresh = store.kind === 'embedded' || (await store.count()) === 0;
    await syncVectorStore(store, { ids: () => embeddings.ids(), records: (ids) => embeddings.recordsOf(ids) });
    // Ids say nothing about vectors that changed under the same id; the journal does. A store that was just filled has none.
    if (fresh) embeddings.settleJournal(journal);
    else await settle(store, embeddings, journal);
    return;
  }
  for (;;) {
    const ids = embeddings.journal(journalBatchSize);
    if (ids.length === 0) return;
    await settle(store, embeddings, ids);
  }
}

/** Applies the journal entries and forgets them once the store has acknowledged. */
async function settle(store: VectorStore, embeddings: EmbeddingStore, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += journalBatchSize) {
    const batch = ids.slice(start, start + journalBatchSize);
    const records = embeddings.recordsOf(batch);
    const present = new Set(records.map((record) => record.id));
    await store.delete(batch.filter((id) => !present.has(id)));
    if (records.length > 0) await store.upsert(records);
    embeddings.settleJournal(batch);
  }
}
