import { mkdtemp, cp, writeFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../main/core/embedding.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { createEmbedder } from '../../../main/services/embedding/embedding-pool.ts';
import type { ModelFound } from '../../../main/services/model/ensure-model.ts';
import { realModel } from '../../helpers/real-model.ts';

const question = 'How do I interrupt the bot when the user speaks?';
const near = 'Handling user interruptions in a voice pipeline';
const far = 'Recipe for apple pie';

const cosine = (left: Float32Array, right: Float32Array) => left.reduce((sum, value, index) => sum + value * right[index]!, 0);

describe('the real model', { timeout: 300_000 }, () => {
  let model: ModelFound;
  let one: Embedder;

  beforeAll(async () => {
    model = await realModel();
    one = await createEmbedder({ modelDirectory: model.path, space: model.space, workers: 1, logger: silentLogger });
  }, 300_000);

  afterAll(async () => {
    await one[Symbol.asyncDispose]();
  });

  it('tells near from far as the full-precision model does (0.555 and 0.049)', async () => {
    const [asked, alike, unlike] = [await one.embedQuery(question), await one.embedQuery(near), await one.embedQuery(far)];
    expect(Math.abs(cosine(asked, alike) - 0.555)).toBeLessThan(0.025);
    expect(Math.abs(cosine(asked, unlike) - 0.049)).toBeLessThan(0.025);
    expect(asked.length).toBe(384);
    expect(Math.hypot(...asked)).toBeCloseTo(1, 5);
  });

  it('gives a text the same bits whatever runs beside it and however many workers there are', async () => {
    const texts = Array.from({ length: 24 }, (_, index) => `${near} `.repeat(1 + ((index * 7) % 30)) + index);
    const alone: Float32Array[] = [];
    for (const text of texts) alone.push((await one.embedPassages([[text]]))[0]!);
    const three = await createEmbedder({ modelDirectory: model.path, space: model.space, workers: 3, logger: silentLogger });
    try {
      const together = await three.embedPassages(texts.toReversed().map((text) => [text]));
      expect(together.toReversed()).toEqual(alone);
      expect(await three.embedQuery(texts[5]!)).toEqual(alone[5]);
    } finally {
      await three[Symbol.asyncDispose]();
    }
  });

  it('reads 254 tokens and no more, and any text at all', async () => {
    const full = 'word '.repeat(254);
    expect(await one.embedQuery(full + 'something else')).toEqual(await one.embedQuery(full));
    for (const text of ['', '\u0000', '\ud800', '[SEP][CLS]', '中'.repeat(5000), 'x'.repeat(1_000_000)]) {
      const vector = await one.embedQuery(text);
      expect(Math.hypot(...vector), JSON.stringify(text.slice(0, 8))).toBeCloseTo(1, 5);
    }
  });

  it('can be stopped in the middle of its work', async () => {
    const embedder = await createEmbedder({ modelDirectory: model.path, space: model.space, workers: 2, logger: silentLogger });
    const texts = Array.from({ length: 50 }, () => [near.repeat(30)]);
    const stopped = embedder.embedPassages(texts).catch((error: unknown) => error);
    await embedder.embedQuery(question);
    await embedder[Symbol.asyncDispose]();
    expect(await stopped).toMatchObject({ code: 'cancelled' });
  });

  it('is refused with a reason when its weights are damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'context-hub-model-'));
    try {
      await cp(model.path, folder, { recursive: true });
      await writeFile(join(folder, 'onnx', 'model_quantized.onnx'), 'no weights');
      const attempt = createEmbedder({ modelDirectory: folder, space: model.space, workers: 1, logger: silentLogger });
      await expect(attempt).rejects.toMatchObject({ code: 'model-missing' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
