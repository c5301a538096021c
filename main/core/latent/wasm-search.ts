import { TopRows } from '../top-rows.ts';
import { rowsPerScoreBlock, VectorMatrix } from '../vector-matrix.ts';
import type { SimilaritySearch, TopSimilar } from './similarity-search.ts';

/** Compares with our own kernel: everywhere at hand, several times slower than the native library. */
export class WasmSearch implements SimilaritySearch {
  readonly engine = 'wasm';
  readonly dimension: number;
  readonly #matrix: VectorMatrix;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#matrix = new VectorMatrix(dimension);
  }

  top(queries: Float32Array, candidates: Float32Array, wanted: number): Promise<TopSimilar> {
    const { dimension } = this;
    const rows = candidates.length / dimension;
    for (let row = 0; row < rows; row += 1) {
      const vector = candidates.subarray(row * dimension, (row + 1) * dimension);
      if (row < this.#matrix.rows) this.#matrix.set(row, vector);
      else this.#matrix.append(vector);
    }
    const k = Math.min(wanted, rows);
    const asked = queries.length / dimension;
    const found = { k, indices: new Int32Array(asked * k), similarities: new Float32Array(asked * k) };
    for (let query = 0; query < asked; query += 1) {
      const top = new TopRows(k, (a, b) => a < b);
      this.#matrix.setQuery(queries.subarray(query * dimension, (query + 1) * dimension));
      for (let start = 0; start < rows; start += rowsPerScoreBlock) {
        const scores = this.#matrix.scores(start, Math.min(rows, start + rowsPerScoreBlock));
        for (let index = 0; index < scores.length; index += 1)
          if (scores[index]! >= top.threshold) top.offer(start + index, scores[index]!);
      }
      top.sorted().forEach(({ row, score }, place) => {
        found.indices[query * k + place] = row;
        found.similarities[query * k + place] = score;
      });
    }
    return Promise.resolve(found);
  }
}
