/** The `k` greatest dot products of each query with the candidates, greatest first; rows of `k`. */
export interface TopSimilar {
  k: number;
  indices: Int32Array;
  similarities: Float32Array;
}

/** Compares many vectors with many. Rows are unit vectors of `dimension` numbers, one after the other. */
export interface SimilaritySearch {
  readonly engine: 'onnx' | 'wasm';
  readonly dimension: number;
  /** At most `k` for each query: as many as there are candidates. Equal ones in order of their index. */
  top(queries: Float32Array, candidates: Float32Array, k: number): Promise<TopSimilar>;
}
