/** Messages between the embedding pool and its workers. */

export interface EmbeddingWorkerData {
  /** Absolute folder with config.json, tokenizer.json and onnx/model_quantized.onnx. */
  modelDirectory: string;
  dimension: number;
  /** Its texts are those of an index run: it gives way to whoever answers. */
  background: boolean;
}

export interface EmbedRequest {
  id: number;
  text: string;
  /** A query: runs before every passage that waits in the worker. */
  urgent: boolean;
}

/** What the pool sends: a request, or that the worker shall end after the text it is running. */
export type WorkerOrder = EmbedRequest | 'close';

/** What became of one request. */
export type EmbedAnswer = { kind: 'vector'; id: number; vector: Float32Array } | { kind: 'failed'; id: number; message: string };

export type WorkerMessage = { kind: 'ready' } | { kind: 'unusable'; message: string } | EmbedAnswer;
