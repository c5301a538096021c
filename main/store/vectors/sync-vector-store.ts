import { throwIfCancelled } from '../../core/abort.ts';
import type { VectorRecord, VectorStore } from '../../core/vectors.ts';

const recordsPerBatch = 1_000;

/** What SQLite knows; the vector store is its cache. */
export interface VectorTruth {
  ids(): Iterable<string>;
  /** The records of these ids; ids without a record (not embedded yet) are left out. */
  records(ids: readonly string[]): Iterable<VectorRecord>;
}

export interface VectorSyncResult {
  added: number;
  removed: number;
  unchanged: number;
}

/**
 * Makes the store hold exactly the truth's ids: after a crash between the two stores, or after the backend has changed. An id
 * stands for its content, so equal ids are not compared further.
 */
export async function syncVectorStore(store: VectorStore, truth: VectorTruth, signal?: AbortSignal): Promise<VectorSyncResult> {
  const unknown = await store.ids();
  const stored = unknown.size;
  const missing: string[] = [];
  for (const id of truth.ids()) if (!unknown.delete(id)) missing.push(id);
  const removed = [...unknown];
  for (let start = 0; start < removed.length; start += recordsPerBatch) {
    throwIfCancelled(signal);
    await store.delete(removed.slice(start, start + recordsPerBatch), signal);
  }
  let added = 0;
  for (let start = 0; start < missing.length; start += recordsPerBatch) {
    throwIfCancelled(signal);
    const records = [...truth.records(missing.slice(start, start + recordsPerBatch))];
    await store.upsert(records, signal);
    added += records.length;
  }
  return { added, removed: removed.length, unchanged: stored - removed.length };
}
