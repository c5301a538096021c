import type { Embedder } from '../../core/embedding.ts';
import { RecentEntries } from '../../core/recent-entries.ts';

/** Last queries whose vectors are kept, 1.6 KB each: what is paged through, filtered, faceted or compared is asked again at once, and agents ask for the same names. */
const mostKept = 400;

/** Vectors of queries, the last ones from memory. */
export class QueryVectors implements Pick<Embedder, 'embedQuery'> {
  readonly #embedder: Pick<Embedder, 'embedQuery'>;
  readonly #kept = new RecentEntries<string, Float32Array>({ most: mostKept });

  constructor(embedder: Pick<Embedder, 'embedQuery'>) {
    this.#embedder = embedder;
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const vector = this.#kept.get(text) ?? (await this.#embedder.embedQuery(text, signal));
    this.#kept.set(text, vector);
    return vector;
  }
}
