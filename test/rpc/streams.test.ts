import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stream } from '../../main/contract/procedure.ts';
import { memoryPair } from '../../main/rpc/adapters/memory.ts';
import type { Channel } from '../../main/rpc/channel.ts';
import { connect } from '../../main/rpc/client.ts';
import { drainPollMs, highWaterBytes, latestIntervalMs, streamWindow } from '../../main/rpc/limits.ts';
import { serve } from '../../main/rpc/server.ts';
import { ManualClock, settle } from './support/manual-clock.ts';

const contract = {
  latest: stream('latest', z.strictObject({}), z.unknown()),
  every: stream('every', z.strictObject({}), z.unknown()),
} as const;

/** A source that the test feeds, and what a client received of it, by a clock that stands still. */
function feed(name: 'latest' | 'every') {
  const clock = new ManualClock();
  const [near, far] = memoryPair();
  const buffered = { bytes: 0 };
  const server: Channel = {
    ...far,
    get bufferedBytes() {
      return buffered.bytes;
    },
  };
  const queue: unknown[] = [];
  let wake = (): void => {};
  let over = false;
  const state = { returned: false };
  async function* source(): AsyncGenerator {
    try {
      for (;;) {
        while (queue.length > 0) yield queue.shift();
        if (over) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      state.returned = true;
    }
  }
  const served = serve(contract, { latest: source, every: source }, server, { logger: { warn() {}, error() {} }, clock });
  const client = connect(contract, near, { clock });
  const received: unknown[] = [];
  const ended = (async () => {
    for await (const value of client.stream(name, {})) received.push(value);
  })();
  ended.catch(() => {});
  return {
    clock,
    received,
    ended,
    buffered,
    served,
    client,
    state,
    push: (...values: unknown[]): Promise<void> => {
      queue.push(...values);
      wake();
      return settle();
    },
    end: (): Promise<void> => {
      over = true;
      wake();
      return settle();
    },
  };
}

describe('a latest-stream', () => {
  it('sends the first value at once and then the newest of each interval', async () => {
    const { push, received, clock, end, ended } = feed('latest');
    await settle();
    await push(1);
    expect(received).toEqual([1]);
    await push(2);
    await push(3, 4);
    expect(received).toEqual([1]);
    await clock.pass(latestIntervalMs - 1);
    expect(received).toEqual([1]);
    await clock.pass(1);
    expect(received).toEqual([1, 4]);
    await clock.pass(10 * latestIntervalMs);
    await push(5);
    expect(received).toEqual([1, 4, 5]);
    await push(6);
    await end();
    await clock.pass(0);
    await ended;
    expect(received).toEqual([1, 4, 5, 6]);
    expect(clock.timers).toBe(0);
  });

  it('sends at most ten values per second', async () => {
    const { push, received, clock } = feed('latest');
    await settle();
    for (let value = 0; value < 1000; value += 1) {
      await push(value);
      await clock.pass(1);
    }
    expect(received.length).toBeLessThanOrEqual(11);
    expect(received.length).toBeGreaterThanOrEqual(10);
  });

  it('waits while the transport is behind, and sends the newest when it has caught up', async () => {
    const { push, received, clock, buffered } = feed('latest');
    await settle();
    buffered.bytes = highWaterBytes + 1;
    await push(1);
    await push(2);
    await clock.pass(latestIntervalMs * 3);
    expect(received).toEqual([]);
    buffered.bytes = 0;
    await clock.pass(latestIntervalMs);
    expect(received).toEqual([2]);
  });

  it('ends when a value cannot be sent, even one that waited for its turn', async () => {
    const { push, clock, ended, state } = feed('latest');
    await settle();
    await push(1);
    await push(() => 1);
    await clock.pass(latestIntervalMs);
    await expect(ended).rejects.toMatchObject({ code: 'internal' });
    // This source listens to no signal, so it returns when it next has something.
    await push(2);
    expect(state.returned).toBe(true);
  });
});

describe('an every-stream', () => {
  it('holds back while the transport is behind, and loses nothing', async () => {
    const { push, received, clock, buffered } = feed('every');
    await settle();
    await push(1);
    expect(received).toEqual([1]);
    buffered.bytes = highWaterBytes + 1;
    await push(2, 3, 4);
    await clock.pass(drainPollMs * 5);
    expect(received.length).toBeLessThanOrEqual(2);
    buffered.bytes = 0;
    await clock.pass(drainPollMs);
    expect(received).toEqual([1, 2, 3, 4]);
  });

  it('goes on over many windows', async () => {
    const { push, received, end, ended } = feed('every');
    const values = Array.from({ length: streamWindow * 5 + 3 }, (_, index) => index);
    await push(...values);
    await end();
    await ended;
    expect(received).toEqual(values);
  });

  it('is told to return when the client goes while it waits for room', async () => {
    const { push, clock, buffered, client, state, ended } = feed('every');
    await settle();
    await push(1);
    buffered.bytes = highWaterBytes + 1;
    await push(2, 3);
    client.dispose();
    await expect(ended).rejects.toMatchObject({ code: 'disconnected' });
    await settle();
    expect(state.returned).toBe(true);
    expect(clock.timers).toBe(0);
  });
});

describe('a hostile service', () => {
  it('is left when it sends more than there was room for', async () => {
    const [near, far] = memoryPair();
    const client = connect(contract, near);
    far.send({ type: 'hello', protocol: 'context-hub', version: 1 });
    const values = client.stream('every', {});
    const first = values.next();
    for (let value = 0; value <= streamWindow + 1; value += 1) far.send({ type: 'next', id: 1, value });
    expect(await first).toEqual({ done: false, value: 0 });
    expect((await client.closed).message).toContain('more than was asked for');
  });

  it.each([
    ['begins with something else', [{ type: 'pong' }]],
    ['sends nonsense', [{ type: 'hello', protocol: 'context-hub', version: 1 }, { type: 'reply' }]],
    ['never says hello', []],
  ])('is left when it %s', async (_how, frames) => {
    const clock = new ManualClock();
    const [near, far] = memoryPair();
    const client = connect(contract, near, { clock });
    for (const frame of frames) far.send(frame);
    await clock.pass(10_000);
    expect((await client.closed).code).toBe('disconnected');
    expect(clock.timers).toBe(0);
  });

  it('is not listened to about requests that it was never asked', async () => {
    const [near, far] = memoryPair();
    using client = connect(contract, near);
    far.send({ type: 'hello', protocol: 'context-hub', version: 1 });
    for (const type of ['reply', 'next'] as const) far.send({ type, id: 77, value: 1 });
    far.send({ type: 'done', id: 78 });
    far.send({ type: 'error', id: 79, error: { code: 'martian', message: 'x' } });
    const next = client.stream('latest', {}).next();
    far.send({ type: 'error', id: 1, error: { code: 'martian', message: 'A code of another world.' } });
    await expect(next).rejects.toMatchObject({ code: 'internal', message: 'A code of another world.' });
  });
});

describe('the heartbeat', () => {
  it('asks after silence and gives up when nothing comes back', async () => {
    const clock = new ManualClock();
    const [near, far] = memoryPair();
    const sent: unknown[] = [];
    far.onMessage((message) => sent.push(message));
    const client = connect(contract, near, { clock, heartbeat: true });
    far.send({ type: 'hello', protocol: 'context-hub', version: 1 });
    await clock.pass(15_000);
    expect(sent.at(-1)).toEqual({ type: 'ping' });
    far.send({ type: 'pong' });
    await clock.pass(15_000);
    await clock.pass(15_000);
    expect(sent.filter((frame) => (frame as { type: string }).type === 'ping').length).toBe(2);
    await clock.pass(15_000);
    expect((await client.closed).message).toContain('stopped answering');
    expect(clock.timers).toBe(0);
  });
});
