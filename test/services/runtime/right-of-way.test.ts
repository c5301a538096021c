import { describe, expect, it } from 'vitest';
import { RightOfWay } from '../../../main/services/runtime/right-of-way.ts';

describe('the right of way', () => {
  it('lets work go on at once where nobody is answered', async () => {
    const indexing = new RightOfWay(new RightOfWay().shared);
    let pieces = 0;
    for (; pieces < 100; pieces += 1) await indexing.giveWay();
    expect(pieces).toBe(100);
  });

  it('is given until the answer is there, by all who ask, and not for ever', async () => {
    const answering = new RightOfWay();
    const times = { workMs: 0, longestWaitMs: 30_000 };
    const indexing = new RightOfWay(answering.shared, times);
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = answering.during(() => promise).then(() => order.push('answered'));
    const lanes = [indexing.giveWay(), indexing.giveWay()].map((lane) => lane.then(() => order.push('went on')));
    resolve();
    await Promise.all([answer, ...lanes]);
    expect(order).toEqual(['answered', 'went on', 'went on']);

    const { promise: never } = Promise.withResolvers<void>();
    void answering.during(() => never);
    // Comes back although that answer never is.
    await new RightOfWay(answering.shared, { workMs: 0, longestWaitMs: 1 }).giveWay();
  });

  it('is given up when the work fails', async () => {
    const answering = new RightOfWay();
    await expect(answering.during(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await new RightOfWay(answering.shared, { workMs: 0, longestWaitMs: 30_000 }).giveWay();
  });
});
