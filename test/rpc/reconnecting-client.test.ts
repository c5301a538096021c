import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HubError } from '../../main/contract/errors.ts';
import { memoryPair } from '../../main/rpc/adapters/memory.ts';
import { backOffMs } from '../../main/rpc/back-off.ts';
import type { Channel } from '../../main/rpc/channel.ts';
import type { ConnectionState } from '../../main/rpc/client-api.ts';
import { ReconnectingClient } from '../../main/rpc/reconnecting-client.ts';
import { serve, type Served } from '../../main/rpc/server.ts';
import { testContract, testHandlers, type Seen, type TestContract } from './support/contract.ts';
import { ManualClock, settle } from './support/manual-clock.ts';

let clock: ManualClock;
let client: ReconnectingClient<TestContract>;
let states: ConnectionState[];
let service: { up: boolean; version: number; served: Served | null; opened: number; seen: Seen };

beforeEach(() => {
  clock = new ManualClock();
  states = [];
  const { handlers, seen } = testHandlers();
  service = { up: true, version: 1, served: null, opened: 0, seen };
  const open = (): Promise<Channel> => {
    service.opened += 1;
    if (!service.up) return Promise.reject(new HubError('disconnected', 'Nobody listens.'));
    const [near, far] = memoryPair();
    service.served = serve(testContract, handlers, far, { logger: { warn() {}, error() {} }, version: service.version });
    return Promise.resolve(near);
  };
  client = new ReconnectingClient(testContract, open, { clock, version: 1 });
  client.subscribe((state) => states.push(state));
});
afterEach(() => {
  client.dispose();
  service.served?.dispose();
});

const names = (): string[] => states.map(({ name }) => name);

describe('a client that reconnects', () => {
  it('lets calls wait until it is connected', async () => {
    const { handlers } = testHandlers();
    const opened = Promise.withResolvers<Channel>();
    using slow = new ReconnectingClient(testContract, () => opened.promise, { clock });
    expect(slow.state).toEqual({ name: 'connecting' });
    const call = slow.call('add', { a: 1 });
    await settle();
    const [near, far] = memoryPair();
    using _served = serve(testContract, handlers, far, { logger: { warn() {}, error() {} } });
    opened.resolve(near);
    expect(await call).toBe(2);
    expect(slow.state).toEqual({ name: 'open' });
  });

  it('has sent a call when it returns, where it is connected: who draws next does not keep it waiting', async () => {
    const [near, far] = memoryPair();
    const { handlers } = testHandlers();
    using _served = serve(testContract, handlers, far, { logger: { warn() {}, error() {} } });
    const sent: unknown[] = [];
    const watched: Channel = Object.create(near, {
      send: {
        value: (message: unknown) => {
          sent.push(message);
          near.send(message);
        },
      },
    }) as Channel;
    using direct = new ReconnectingClient(testContract, () => Promise.resolve(watched), { clock });
    await settle();
    const answer = direct.call('add', { a: 1 });
    expect(sent.at(-1)).toMatchObject({ type: 'request', name: 'add' });
    expect(await answer).toBe(2);
  });

  it('rejects what was under way at a loss and lets later calls wait for the next connection', async () => {
    await settle();
    const underWay = client.call('wait', {});
    await settle();
    service.served!.dispose('Restarting.');
    await expect(underWay).rejects.toMatchObject({ code: 'disconnected', message: 'Restarting.' });
    await settle();
    expect(client.state).toMatchObject({ name: 'lost', reason: 'Restarting.', attempt: 1 });
    const later = client.call('add', { a: 1 });
    await clock.pass(250);
    expect(await later).toBe(2);
    expect(names()).toEqual(['open', 'lost', 'lost', 'open']);
  });

  it('goes on with a latest-stream and ends an every-stream', async () => {
    await settle();
    const latest = client.stream('forever', {});
    const every = client.stream('foreverEvery', {});
    expect(await latest.next()).toEqual({ done: false, value: 0 });
    expect(await every.next()).toEqual({ done: false, value: 0 });
    const nextLatest = latest.next();
    const nextEvery = every.next();
    service.served!.dispose();
    await expect(nextEvery).rejects.toMatchObject({ code: 'disconnected' });
    await settle();
    await clock.pass(250);
    expect(await nextLatest).toEqual({ done: false, value: 0 });
    await latest.return!();
    await settle();
    expect(service.seen.finished.toSorted()).toEqual(['forever', 'forever', 'foreverEvery']);
  });

  it('leaves a stream at once, though it waits for a value', async () => {
    const stream = client.stream('forever', {});
    await stream.next();
    const waiting = stream.next();
    await stream.return!();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await settle();
    expect(service.seen.finished).toEqual(['forever']);
  });

  it('tries less and less often, and says when the next time is', async () => {
    await settle();
    service.up = false;
    service.served!.dispose();
    await settle();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(client.state).toMatchObject({ name: 'lost', attempt });
      expect((client.state as { retryAt: number | null }).retryAt).toBeGreaterThan(Date.now() - 60_000);
      waits.push(clock.next!);
      await clock.pass(clock.next!);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
    expect(client.state).toMatchObject({ reason: 'Nobody listens.' });
  });

  it('begins again with short waits only after a connection that lasted', async () => {
    await settle();
    for (const [lived, wait] of [
      [0, 250],
      [0, 500],
      [6000, 250],
    ] as const) {
      await clock.pass(lived);
      service.served!.dispose();
      await settle();
      expect(clock.next).toBe(wait);
      await clock.pass(wait);
      expect(client.state.name).toBe('open');
    }
  });

  it('tries at once when asked', async () => {
    await settle();
    service.served!.dispose();
    await settle();
    client.retryNow();
    client.retryNow();
    await settle();
    expect(client.state.name).toBe('open');
    expect(service.opened).toBe(2);
    expect(clock.timers).toBe(0);
  });

  it('stops at another version, says so, and tries again when asked', async () => {
    await settle();
    service.version = 2;
    service.served!.dispose();
    await settle();
    const waiting = client.call('add', { a: 1 });
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'incompatible' }), clock.pass(250)]);
    expect(client.state).toMatchObject({ name: 'incompatible' });
    expect((client.state as { message: string }).message).toContain('version 2');
    await expect(client.call('add', { a: 1 })).rejects.toMatchObject({ code: 'incompatible' });
    expect(clock.timers).toBe(0);
    service.version = 1;
    client.retryNow();
    await settle();
    expect(client.state.name).toBe('open');
  });

  it('lets a waiting call be cancelled', async () => {
    service.up = false;
    const controller = new AbortController();
    const call = client.call('add', { a: 1 }, { signal: controller.signal });
    const stream = client.stream('forever', {}, { signal: controller.signal }).next();
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await expect(stream).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('ends for good when it is disposed of, also while it connects or waits', async () => {
    service.up = false;
    await settle();
    service.served?.dispose();
    const call = client.call('add', { a: 1 }).catch((error: unknown) => error);
    await settle();
    client.dispose();
    client.dispose();
    expect(await call).toSatisfy((value: unknown) => value === 2 || (value as HubError).code === 'disconnected');
    await expect(client.call('add', { a: 1 })).rejects.toMatchObject({ code: 'disconnected' });
    await expect(client.stream('forever', {}).next()).rejects.toMatchObject({ code: 'disconnected' });
    expect(clock.timers).toBe(0);
  });
});

describe('back-off', () => {
  it('stays between half and all of a doubled wait, up to ten seconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const full = Math.min(10_000, 250 * 2 ** Math.min(attempt - 1, 20));
          expect(backOffMs(attempt, random)).toBeGreaterThanOrEqual(full / 2);
          expect(backOffMs(attempt, random)).toBeLessThanOrEqual(full);
        },
      ),
    );
  });
});
