import { setImmediate as breathe } from 'node:timers/promises';
import type { VectorStore } from '../../core/vectors.ts';
import type { EmbeddingStore } from '../../store/embedding-store.ts';

/** Compared, and read, between two pauses; a few milliseconds each. */
const comparedPerStep = 500;
const readPerStep = 100;

/**
 * Keeps an index in memory equal to what another thread or process writes. It compares in small steps and lets queries in between
 * them, so that nobody who searches waits for it.
 */
export class VectorFollower {
  readonly #store: VectorStore;
  readonly #embeddings: EmbeddingStore;
  /** By chunk: which vector it had when it was read. */
  readonly #known = new Map<string, number>();
  #pass: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(store: VectorStore, embeddings: EmbeddingStore) {
    this.#store = store;
    this.#embeddings = embeddings;
  }

  /** Resolves when everything that was committed before the call has been taken over. */
  async catchUp(): Promise<void> {
    if (this.#pass) {
      this.#again = true;
      return this.#pass;
    }
    this.#pass = this.#passes();
    try {
      await this.#pass;
    } finally {
      this.#pass = null;
    }
  }

  /** Ends after the step that runs now. */
  stop(): void {
    this.#stopped = true;
  }

  async #passes(): Promise<void> {
    do {
      this.#again = false;
      await this.#compare();
    } while (this.#again && !this.#stopped);
  }

  async #compare(): Promise<void> {
    const gone = new Set(this.#known.keys());
    for (let after = 0; !this.#stopped;) {
      const rows = this.#embeddings.chunksAfter(after, comparedPerStep);
      const changed: typeof rows = [];
      for (const row of rows) {
        gone.delete(row.id);
        if (this.#known.get(row.id) !== row.vector) changed.push(row);
      }
      for (let start = 0; start < changed.length && !this.#stopped; start += readPerStep) {
        const step = changed.slice(start, start + readPerStep);
        await this.#store.upsert(this.#embeddings.recordsOf(step.map((row) => row.id)));
        for (const { id, vector } of step) this.#known.set(id, vector);
        await breathe();
      }
      if (rows.length < comparedPerStep) break;
      after = rows.at(-1)!.row;
      await breathe();
    }
    if (this.#stopped || gone.size === 0) return;
    await this.#store.delete([...gone]);
    for (const id of gone) this.#known.delete(id);
  }
}
