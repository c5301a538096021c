import { setImmediate as breathe } from 'node:timers/promises';
import type { VectorStore } from '../../core/vectors.ts';
import type { EmbeddingStore } from '../../store/embedding-store.ts';

/** How many times as long as a pass took it rests before the next, unless somebody asks for it. */
const restPerPass = 9;
/** Chunks that are compared, read one by one, and read in a row between two pauses; a few milliseconds each. */
const comparedPerStep = 500;
const readPerStep = 50;
const loadedPerStep = 200;

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
  /** Asked for by somebody who waits; and by somebody who does not. */
  #again = false;
  #behind = false;
  #restsUntil = 0;
  #stopped = false;

  constructor(store: VectorStore, embeddings: EmbeddingStore) {
    this.#store = store;
    this.#embeddings = embeddings;
  }

  /** Like `catchUp`, but leaves most of the time to queries when it is called again and again while an index is being written. */
  async catchUpInTime(): Promise<void> {
    if (this.#pass || performance.now() < this.#restsUntil) {
      this.#behind = true;
      return;
    }
    await this.catchUp();
  }

  /** Whether something has been put off. To be looked at from time to time. */
  get isBehind(): boolean {
    return this.#behind && this.#pass === null;
  }

  /** Resolves when everything that was committed before the call has been taken over. */
  async catchUp(): Promise<void> {
    if (this.#pass) {
      this.#again = true;
      return this.#pass;
    }
    const startedAt = performance.now();
    this.#pass = this.#passes();
    try {
      await this.#pass;
    } finally {
      this.#pass = null;
      this.#restsUntil = performance.now() + (performance.now() - startedAt) * restPerPass;
    }
  }

  /** Ends after the step that runs now. */
  stop(): void {
    this.#stopped = true;
  }

  async #passes(): Promise<void> {
    do {
      this.#again = false;
      this.#behind = false;
      if (this.#known.size === 0) await this.#load();
      else await this.#compare();
    } while (this.#again && !this.#stopped);
  }

  async #load(): Promise<void> {
    for (let after = 0; !this.#stopped;) {
      const rows = this.#embeddings.recordsAfter(after, loadedPerStep);
      await this.#store.upsert(rows.map((row) => row.record));
      for (const { record, vector } of rows) this.#known.set(record.id, vector);
      if (rows.length < loadedPerStep) return;
      after = rows.at(-1)!.row;
      await breathe();
    }
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
