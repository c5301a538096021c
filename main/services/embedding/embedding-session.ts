import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { passageTokens } from '../../core/chunking/passages.ts';
import { createTokenCounter } from '../../core/tokens/token-counter.ts';
import type { TokenizerJson } from '../../core/tokens/word-piece.ts';
import { pooledRows } from './unit-vectors.ts';

/** One loaded model that turns one text at a time into a unit vector. */
export interface EmbeddingSession extends AsyncDisposable {
  embed(text: string): Promise<Float32Array>;
}

/** What a run gives of the library's untyped tensor. */
interface HiddenState {
  dims: number[];
  data: Float32Array;
  dispose(): void;
}

/** Single-threaded: sessions side by side are faster than threads in one, and give the same bits. */
const sessionOptions = {
  graphOptimizationLevel: 'all',
  executionMode: 'sequential',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
} as const;

/**
 * Loads the model of a folder. The library is imported here, lazily, since importing it costs time and memory and can fail on
 * a machine where its native part does not load; call this in a worker.
 */
export async function openEmbeddingSession(modelDirectory: string, dimension: number): Promise<EmbeddingSession> {
  const tokenizer = createTokenCounter(
    JSON.parse(await readFile(join(modelDirectory, 'tokenizer.json'), 'utf8')) as TokenizerJson,
  );
  const [start] = tokenizer.encode('[CLS]');
  const [end] = tokenizer.encode('[SEP]');
  const { AutoModel, Tensor, env } = await import('@xenova/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = dirname(modelDirectory);
  const model = await AutoModel.from_pretrained(basename(modelDirectory), {
    dtype: 'q8',
    local_files_only: true,
    session_options: sessionOptions,
  });

  // Buffers of the longest text, shared by all runs. A text that runs alone has no padding, so its mask is all ones.
  const capacity = passageTokens + 2;
  const ids = new BigInt64Array(capacity);
  const mask = new BigInt64Array(capacity).fill(1n);
  const types = new BigInt64Array(capacity);

  async function embed(text: string): Promise<Float32Array> {
    const words = tokenizer.encode(text, passageTokens);
    const tokens = words.length + 2;
    ids[0] = BigInt(start!);
    for (let index = 0; index < words.length; index += 1) ids[index + 1] = BigInt(words[index]!);
    ids[tokens - 1] = BigInt(end!);
    const input = (values: BigInt64Array) => new Tensor('int64', values.subarray(0, tokens), [1, tokens]);
    const inputs = { input_ids: input(ids), attention_mask: input(mask), token_type_ids: input(types) };
    const { last_hidden_state: hidden } = (await model(inputs)) as { last_hidden_state: HiddenState };
    try {
      if (hidden.dims[2] !== dimension) throw new Error(`the model gives ${hidden.dims[2]} dimensions, not ${dimension}`);
      return pooledRows(hidden.data, tokens, dimension);
    } finally {
      hidden.dispose();
    }
  }

  // The first run allocates; it also proves that the model works before anything relies on it.
  await embed('');
  return {
    embed,
    async [Symbol.asyncDispose]() {
      await model.dispose();
    },
  };
}
