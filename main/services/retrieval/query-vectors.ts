import type { Embedder } from '../../core/embedding.ts';

/** Last queries whose vectors are kept: what is paged through, filtered, faceted or compared is asked again at once. */
const mostKept = 32;

/** Vectors of queries, the last ones from memory. */
export class QueryVectors implements Pick<Embedder, 'embedQuery'> {
  readonly #embedder: Pick<Embedder, 'embedQuery'>;
  readonly #kept = new Map<string, Float32Array>();

  constructor(embedder: Pick<Embedder, 'embedQuery'>) {
    this.#embedder = embedder;
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const known = this.#kept.get(text);
    const vector = known ?? (await this.#embedder.embedQuery(text, signal));
    // The last one asked for is the last to go.
    this.#kept.delete(text);
    this.#kept.set(text, vector);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return vector;
  }
}
