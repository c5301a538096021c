import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HubError } from '../../../main/contract/errors.ts';
import type { Job } from '../../../main/contract/sources.ts';
import type { JobOutcome } from '../../../main/services/jobs/job-progress.ts';
import { JobQueue, type JobContext, type JobWork } from '../../../main/services/jobs/job-queue.ts';

const nothing: JobOutcome = { reports: [], embedded: 0, pending: 0 };

interface Started {
  work: JobWork;
  context: JobContext;
  finish: (outcome?: JobOutcome) => void;
  fail: (error: Error) => void;
}

/** A queue whose work ends when the test says so, or as soon as it is cancelled. */
function queueByHand(onChange: () => void = () => {}) {
  const started: Started[] = [];
  let running = 0;
  let most = 0;
  const ended: Job[] = [];
  const queue = new JobQueue({
    run: (work, context) => {
      running += 1;
      most = Math.max(most, running);
      const { promise, resolve, reject } = Promise.withResolvers<JobOutcome>();
      context.signal.addEventListener('abort', () => reject(new HubError('cancelled', 'Cancelled.')));
      started.push({ work, context, finish: (outcome = nothing) => resolve(outcome), fail: reject });
      return promise.finally(() => {
        running -= 1;
      });
    },
    onChange,
    onEnd: (job) => ended.push(job),
    now: () => '2026-01-01T00:00:00.000Z',
  });
  const states = (): string[] => queue.list().map((job) => `${job.kind} ${job.sources.join('+')} ${job.state}`);
  return { queue, started, ended, states, most: () => most };
}

/** Lets everything that waits for settled promises run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const refresh = (...sources: string[]): JobWork => ({ kind: 'refresh', sources, force: false });

describe('the queue of jobs', () => {
  it('runs one job at a time, in order, and shows what each came to', async () => {
    const { queue, started, states } = queueByHand();
    queue.add(refresh('a'));
    queue.add(refresh('b'));
    await settle();
    expect(states()).toEqual(['refresh b queued', 'refresh a running']);
    started[0]!.context.onProgress([{ phase: 'chunk', source: 'a', done: 1, total: 2, unit: 'files', rate: 1, secondsLeft: 1 }]);
    started[0]!.context.onProgress([{ phase: 'chunk', source: 'a', done: 2, total: 2, unit: 'files', rate: 1, secondsLeft: 0 }]);
    expect(queue.list()[1]!.progress).toEqual([
      { phase: 'chunk', source: 'a', done: 2, total: 2, unit: 'files', rate: 1, secondsLeft: 0 },
    ]);
    started[0]!.finish({ ...nothing, embedded: 7 });
    await settle();
    expect(states()).toEqual(['refresh b running', 'refresh a done']);
    expect(queue.list()[1]).toMatchObject({ embedded: 7, error: null, endedAt: '2026-01-01T00:00:00.000Z' });
  });

  it('does not queue twice what waits already, but does behind what runs', async () => {
    const { queue, states } = queueByHand();
    queue.add(refresh('a'));
    await settle();
    const second = queue.add(refresh('a'));
    expect(queue.add(refresh('a'))).toBe(second);
    expect(queue.add(refresh('a', 'b'))).not.toBe(second);
    expect(states()).toEqual(['refresh b queued', 'refresh a queued', 'refresh a running']);
    // Reading everything anew is more than a look.
    expect(queue.add({ kind: 'reindex', sources: ['a'], force: true })).not.toBe(second);
  });

  it('cancels what waits at once and what runs through its signal', async () => {
    const { queue, started, states } = queueByHand();
    const running = queue.add(refresh('a'));
    const waiting = queue.add(refresh('b'));
    await settle();
    expect(queue.cancel(waiting)).toBe(true);
    expect(states()).toContain('refresh b cancelled');
    expect(queue.cancel(running)).toBe(true);
    await settle();
    expect(started[0]!.context.signal.aborted).toBe(true);
    expect(states()).toContain('refresh a cancelled');
    expect(queue.cancel(running)).toBe(false);
    expect(queue.cancel('unknown')).toBe(false);
    expect(started).toHaveLength(1);
  });

  it('keeps the code and the words of a failure, and goes on with the next', async () => {
    const { queue, started } = queueByHand();
    queue.add(refresh('a'));
    queue.add(refresh('b'));
    await settle();
    started[0]!.fail(new HubError('locked', 'Somebody else writes.'));
    await settle();
    expect(queue.list()[1]).toMatchObject({ state: 'failed', error: { code: 'locked', message: 'Somebody else writes.' } });
    expect(started[1]!.work.sources).toEqual(['b']);
  });

  it('fails when every source failed, not when one of two did', async () => {
    const report = (name: string, outcome: 'failed' | 'indexed') => ({
      name,
      outcome,
      notice: `${name}: notice`,
      files: { indexed: 0, changed: 0, removed: 0, skipped: 0, failed: 0 },
      chunks: { doc: 0, code: 0, source: 0, readme: 0 },
    });
    const { queue, started } = queueByHand();
    queue.add(refresh('a', 'b'));
    queue.add(refresh('c'));
    await settle();
    started[0]!.finish({ ...nothing, reports: [report('a', 'failed'), report('b', 'indexed')] });
    await settle();
    started[1]!.finish({ ...nothing, reports: [report('c', 'failed')] });
    await settle();
    expect(queue.list().map((job) => job.state)).toEqual(['failed', 'done']);
    expect(queue.list()[0]!.error!.message).toContain('c: notice');
  });

  it('lets a removal go first: what runs gives way and goes on without the source', async () => {
    const { queue, started, states } = queueByHand();
    const job = queue.add(refresh('a', 'b'));
    queue.add(refresh('a'));
    queue.add(refresh('c'));
    await settle();
    const removed = queue.remove('a');
    await settle();
    expect(started[1]!.work).toMatchObject({ kind: 'remove', sources: ['a'] });
    expect(states().slice(0, 3)).toEqual(['refresh c queued', 'refresh b queued', 'remove a running']);
    started[1]!.finish();
    await removed;
    await settle();
    expect(started[2]!.work.sources).toEqual(['b']);
    expect(queue.list().find((each) => each.id === job)).toMatchObject({ state: 'running', sources: ['b'] });
    expect(states()).toContain('refresh a cancelled');
  });

  it('tells who removes why it did not work', async () => {
    const { queue, started } = queueByHand();
    const removed = queue.remove('a');
    await settle();
    started[0]!.fail(new HubError('locked', 'Somebody else writes.'));
    await expect(removed).rejects.toMatchObject({ code: 'locked', message: 'Somebody else writes.' });
  });

  it('keeps the last 20 that ended', async () => {
    const { queue, started } = queueByHand();
    for (let index = 0; index < 25; index += 1) {
      queue.add(refresh(`s${index}`));
      await settle();
      started.at(-1)!.finish();
      await settle();
    }
    expect(queue.list()).toHaveLength(20);
    expect(queue.list()[0]!.sources).toEqual(['s24']);
  });

  it('cancels everything when it is closed, and takes nothing more', async () => {
    const { queue, states } = queueByHand();
    queue.add(refresh('a'));
    queue.add(refresh('b'));
    await settle();
    await queue[Symbol.asyncDispose]();
    expect(states()).toEqual(['refresh a cancelled', 'refresh b cancelled']);
    expect(() => queue.add(refresh('c'))).toThrow('stopped');
  });

  it('whatever is asked in whatever order: one runs at a time and every job ends once', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('add' as const),
        sources: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
        force: fc.boolean(),
      }),
      fc.record({ do: fc.constant('remove' as const), source: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ do: fc.constant('cancel' as const), at: fc.nat(5) }),
      fc.record({ do: fc.constant('finish' as const) }),
      fc.record({ do: fc.constant('fail' as const) }),
      fc.record({ do: fc.constant('wait' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const { queue, started, ended, most } = queueByHand();
        const ids = new Set<string>();
        for (const each of steps) {
          if (each.do === 'add') ids.add(queue.add({ kind: 'refresh', sources: each.sources, force: each.force }));
          else if (each.do === 'remove') queue.remove(each.source).catch(() => {});
          else if (each.do === 'cancel') queue.cancel(queue.list()[each.at]?.id ?? '');
          else if (each.do === 'finish') started.at(-1)?.finish();
          else if (each.do === 'fail') started.at(-1)?.fail(new Error('broken'));
          else await settle();
        }
        await settle();
        await queue[Symbol.asyncDispose]();
        expect(most()).toBeLessThanOrEqual(1);
        expect(queue.list().every((job) => job.endedAt !== null)).toBe(true);
        const endings = ended.map((job) => job.id);
        expect(new Set(endings).size).toBe(endings.length);
        for (const id of ids) expect(endings).toContain(id);
      }),
    );
  });
});
