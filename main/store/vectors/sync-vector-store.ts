import { HubError } from '../../contract/errors.ts';
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

/** A store whose files can break, and which can start anew, since SQLite knows all that it held. */
export interface RepairableVectorStore {
  /** Whether it answers sensibly; throws only where nobody answers at all. */
  verify(): Promise<boolean>;
  /** Drops everything it holds. */
  reset(): Promise<void>;
}

/**
 * Makes the store hold exactly the truth's ids: after a crash between the two stores, after the backend has changed, or after a call
 * failed with `damaged: true`. An id stands for its content, so equal ids are not compared further. A store whose files turn out to
 * be broken is emptied and filled again.
 */
export async function syncVectorStore(store: VectorStore, truth: VectorTruth, signal?: AbortSignal): Promise<VectorSyncResult> {
  if (!isRepairable(store)) return await heal(store, truth, signal);
  if (!(await store.verify())) await store.reset();
  try {
    return await heal(store, truth, signal);
  } catch (error) {
    if (!(error instanceof HubError) || error.details['damaged'] !== true) throw error;
    await store.reset();
    return await heal(store, truth, signal);
  }
}

async function heal(store: VectorStore, truth: VectorTruth, signal: AbortSignal | undefined): Promise<VectorSyncResult> {
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

function isRepairable(store: VectorStore): store is VectorStore & RepairableVectorStore {
  return 'verify' in store && 'reset' in store;
}
