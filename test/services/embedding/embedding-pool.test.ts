import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../main/core/embedding.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { createEmbedder } from '../../../main/services/embedding/embedding-pool.ts';

const workerEntry = fileURLToPath(new URL('../../fixtures/embedding/stub-worker.mjs', import.meta.url));
const open: Embedder[] = [];

/** Numbers shared with the stub workers: [gate open, deaths so far, texts held]. */
class Gate {
  readonly numbers = new Int32Array(new SharedArrayBuffer(12));

  open(): void {
    Atomics.store(this.numbers, 0, 1);
    Atomics.notify(this.numbers, 0);
  }

  /** Settles when as many workers wait at the gate. */
  async held(count: number): Promise<void> {
    for (let held = Atomics.load(this.numbers, 2); held < count; held = Atomics.load(this.numbers, 2)) {
      await Atomics.waitAsync(this.numbers, 2, held).value;
    }
  }
}

async function stubEmbedder(workers: number, gate = new Gate(), modelDirectory = '/stub'): Promise<Embedder> {
  const embedder = await createEmbedder({
    modelDirectory,
    // The stub takes its shared numbers where a dimension would be.
    space: { model: 'stub', checksum: '', dimension: { gate: gate.numbers.buffer } as never, pooling: 'mean' },
    workers,
    logger: silentLogger,
    workerEntry,
  });
  open.push(embedder);
  return embedder;
}

/** How many texts its worker had run before this one. */
const orderOf = (vector: Float32Array) => Math.round(vector[0]! / vector[1]!);

afterEach(async () => {
  await Promise.all(open.splice(0).map((embedder) => embedder[Symbol.asyncDispose]()));
});

describe('the embedding pool', () => {
  it('gives one vector per item, in the order of the items', async () => {
    const embedder = await stubEmbedder(1);
    const vectors = await embedder.embedPassages([['a'], ['b'], [], ['c']]);
    expect(vectors.map(orderOf)).toEqual([0, 1, 2, 3]);
    expect(await embedder.embedPassages([])).toEqual([]);
  });

  it('makes the mean of several passages a unit vector', async () => {
    const embedder = await stubEmbedder(1);
    const [vector] = await embedder.embedPassages([['a', 'b']]);
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 6);
    expect(vector![0]! / vector![1]!).toBeCloseTo(0.5, 6);
  });

  it('lets a query overtake all waiting passages', async () => {
    const gate = new Gate();
    const embedder = await stubEmbedder(1, gate);
    const passages = embedder.embedPassages([['hold'], ...Array.from({ length: 20 }, (_, index) => [`passage ${index}`])]);
    await gate.held(1);
    const queries = ['first', 'second'].map((text) => embedder.embedQuery(text));
    gate.open();
    const [first, second] = await Promise.all(queries);
    expect(orderOf(first!)).toBe(1);
    // The second waits in the pool until the worker has no query; at most one passage that was in the worker goes before it.
    expect(orderOf(second!)).toBeLessThanOrEqual(3);
    expect((await passages).map(orderOf).at(-1)).toBe(22);
  });

  it('uses every worker once passages wait', async () => {
    const gate = new Gate();
    const embedder = await stubEmbedder(3, gate);
    const passages = embedder.embedPassages(Array.from({ length: 9 }, () => ['hold']));
    await gate.held(3);
    gate.open();
    expect((await passages).length).toBe(9);
  });

  it('stops at an abort, and goes on for others', async () => {
    const gate = new Gate();
    const embedder = await stubEmbedder(1, gate);
    const controller = new AbortController();
    const cancelled = embedder.embedPassages([['hold'], ['a'], ['b'], ['c']], controller.signal);
    await gate.held(1);
    const kept = embedder.embedPassages([['kept']]);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    gate.open();
    // Only what the worker already held has run before it.
    expect(orderOf((await kept)[0]!)).toBeLessThanOrEqual(2);
    await expect(embedder.embedQuery('late', controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('repeats what a dying worker had, in a new one', async () => {
    const embedder = await stubEmbedder(1);
    const vectors = await embedder.embedPassages([['die-once'], ['a'], ['b']]);
    expect(vectors.length).toBe(3);
  });

  it('gives up on a text that kills its worker twice, and spares the others', async () => {
    const embedder = await stubEmbedder(1);
    const deadly = embedder.embedPassages([['die']]);
    const others = embedder.embedPassages([['a'], ['b'], ['c']]);
    await expect(deadly).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('twice') });
    expect((await others).length).toBe(3);
  });

  it('reports a text that fails and goes on', async () => {
    const embedder = await stubEmbedder(1);
    await expect(embedder.embedPassages([['a'], ['fail'], ['b']])).rejects.toMatchObject({ code: 'internal' });
    expect((await embedder.embedQuery('next')).length).toBe(2);
  });

  it('ends what waits when it is disposed', async () => {
    const gate = new Gate();
    const embedder = await stubEmbedder(1, gate);
    const waiting = embedder.embedPassages([['hold'], ['a']]).catch((error: unknown) => error);
    await gate.held(1);
    await embedder[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    await expect(embedder.embedQuery('a')).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('says model-missing when the model does not load', async () => {
    await expect(stubEmbedder(1, new Gate(), '/broken')).rejects.toMatchObject({
      code: 'model-missing',
      message: expect.stringMatching(/no such model.*[Kk]eyword search works/),
    });
  });
});
