import { describe, expect, it } from 'vitest';
import { CallQueue } from '../../../main/services/mcp/call-queue.ts';

const calmly = new AbortController().signal;

/** Work that ends when it is told to, and remembers that it began. */
function work(name: string, begun: string[]): { run: () => Promise<string>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    run: async () => {
      begun.push(name);
      await promise;
      return name;
    },
    end: resolve,
  };
}

describe('the queue of calls', () => {
  it('runs so many at once, and goes on client by client', async () => {
    const queue = new CallQueue({ atOnce: 1 });
    const [busy, quiet] = [{}, {}];
    const begun: string[] = [];
    const works = ['busy 1', 'busy 2', 'busy 3', 'quiet 1'].map((name) => work(name, begun));
    const answers = works.map(({ run }, index) => queue.run(index < 3 ? busy : quiet, run, calmly));
    for (const place of [0, 1, 3, 2]) {
      works[place]!.end();
      await answers[place];
    }
    // The quiet one came last and waited for one of the busy one's, not for all of them.
    expect(begun).toEqual(['busy 1', 'busy 2', 'quiet 1', 'busy 3']);
  });

  it('refuses a client that has too many waiting, and nobody else', async () => {
    const queue = new CallQueue({ atOnce: 1, mostWaiting: 2 });
    const client = {};
    const begun: string[] = [];
    const first = work('first', begun);
    const kept = [first, work('second', begun), work('third', begun)].map(({ run, end }) => {
      if (run !== first.run) end();
      return queue.run(client, run, calmly);
    });
    await expect(queue.run(client, () => Promise.resolve('too many'), calmly)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('2 of your calls wait') as string,
    });
    const other = queue.run({}, () => Promise.resolve('other'), calmly);
    first.end();
    expect(await Promise.all([...kept, other])).toEqual(['first', 'second', 'third', 'other']);
  });

  it('answers a call that has waited too long, and lets one go that is cancelled; their turns pass to others', async () => {
    const queue = new CallQueue({ atOnce: 1, longestWaitMs: 1 });
    const begun: string[] = [];
    const first = work('first', begun);
    const running = queue.run({}, first.run, calmly);
    await expect(queue.run({}, work('late', begun).run, calmly)).rejects.toThrow('Ask again in a moment');
    const stop = new AbortController();
    const cancelled = queue.run({}, work('cancelled', begun).run, stop.signal);
    stop.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    await expect(queue.run({}, work('late', begun).run, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
    first.end();
    await running;
    expect(await queue.run({}, () => Promise.resolve('next'), calmly)).toBe('next');
    expect(begun).toEqual(['first']);
  });

  it('passes the turn on when work fails', async () => {
    const queue = new CallQueue({ atOnce: 1 });
    const failing = queue.run({}, () => Promise.reject(new Error('broken')), calmly);
    const next = queue.run({}, () => Promise.resolve('next'), calmly);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
