import { availableParallelism } from 'node:os';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { SimilaritySearch, TopSimilar } from '../../core/latent/similarity-search.ts';
import { nearestModel } from './nearest-model.ts';

/** More threads wait for memory more than they compute. */
const mostThreads = 4;

/** Compares with the native library that runs the model: the whole processor, exact, about four times as fast as our own kernel. */
export class OnnxSearch implements SimilaritySearch, AsyncDisposable {
  readonly engine = 'onnx';
  readonly dimension: number;
  readonly #session: InferenceSession;
  readonly #Tensor: typeof Tensor;

  /** Rejects where the library does not load. */
  static async open(dimension: number, threads: number = Math.min(mostThreads, availableParallelism())): Promise<OnnxSearch> {
    const { InferenceSession, Tensor } = await import('onnxruntime-node');
    const session = await InferenceSession.create(nearestModel(), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // One pool for all blocks, without a plan for each of their sizes: 40 MB above the vectors instead of 150.
      enableCpuMemArena: true,
      enableMemPattern: false,
    });
    return new OnnxSearch(dimension, session, Tensor);
  }

  private constructor(dimension: number, session: InferenceSession, tensor: typeof Tensor) {
    this.dimension = dimension;
    this.#session = session;
    this.#Tensor = tensor;
  }

  async top(queries: Float32Array, candidates: Float32Array, wanted: number): Promise<TopSimilar> {
    const rows = candidates.length / this.dimension;
    const k = Math.min(wanted, rows);
    const asked = queries.length / this.dimension;
    if (k === 0 || asked === 0) return { k, indices: new Int32Array(), similarities: new Float32Array() };
    const matrix = (vectors: Float32Array, count: number): Tensor =>
      new this.#Tensor('float32', vectors, [count, this.dimension]);
    const found = await this.#session.run({
      queries: matrix(queries, asked),
      candidates: matrix(candidates, rows),
      k: new this.#Tensor('int64', BigInt64Array.of(BigInt(k)), [1]),
    });
    return { k, indices: found['indices']!.data as Int32Array, similarities: found['similarities']!.data as Float32Array };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.release();
  }
}
