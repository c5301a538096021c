import type { EmbeddingSpace } from './vectors.ts';

/** Turns text into unit vectors. Queries overtake passages that wait. */
export interface Embedder extends AsyncDisposable {
  readonly space: EmbeddingSpace;
  /** One unit vector for a query. */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /**
   * One unit vector per item: the normalised mean of the vectors of its passages. Each passage runs alone (batching changes
   * int8 vectors), so a vector depends on its own text only.
   */
  embedPassages(items: readonly (readonly string[])[], signal?: AbortSignal): Promise<Float32Array[]>;
}
