import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HubError } from '../../main/contract/errors.ts';
import { memoryPair } from '../../main/rpc/adapters/memory.ts';
import { connect } from '../../main/rpc/client.ts';
import { serve } from '../../main/rpc/server.ts';
import { runs } from '../helpers/effort.ts';
import { testContract, testHandlers } from './support/contract.ts';
import { settle } from './support/manual-clock.ts';

type Step =
  | { do: 'call'; a: number }
  | { do: 'wait' }
  | { do: 'letGo' }
  | { do: 'count'; to: number; leaveAfter: number | null }
  | { do: 'states'; to: number }
  | { do: 'forever' }
  | { do: 'cancel'; which: number }
  | { do: 'deliver'; client: number; server: number }
  | { do: 'die'; side: 'client' | 'server' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('call' as const), a: fc.integer() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('letGo' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      to: fc.integer({ min: 0, max: 80 }),
      leaveAfter: fc.option(fc.integer({ min: 1, max: 80 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('states' as const), to: fc.integer({ min: 0, max: 80 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forever' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const), client: fc.nat(10), server: fc.nat(10) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('die' as const), side: fc.constantFrom('client' as const, 'server' as const) }),
  },
);

/** What was asked, how it may be ended, and how it ended. */
interface Asked {
  controller: AbortController;
  outcome: Promise<{ values: unknown[]; error: HubError | null }>;
  check: (values: unknown[], error: HubError | null) => void;
}

/** One connection whose messages travel only when the test lets them, in either direction. */
async function play(steps: Step[]): Promise<void> {
  const queue: (() => void)[] = [];
  const [near, far] = memoryPair((delivery) => queue.push(delivery));
  const { handlers, seen } = testHandlers();
  const served = serve(testContract, handlers, far, { logger: { warn() {}, error() {} }, validateOutput: true });
  const client = connect(testContract, near);
  const asked: Asked[] = [];
  let dead = false;

  const ask = (values: (signal: AbortSignal) => AsyncIterable<unknown>, check: Asked['check'], most = Infinity): void => {
    const controller = new AbortController();
    const received: unknown[] = [];
    const outcome = (async () => {
      try {
        for await (const value of values(controller.signal)) {
          received.push(value);
          if (received.length >= most) break;
        }
        return { values: received, error: null };
      } catch (thrown) {
        return { values: received, error: thrown as HubError };
      }
    })();
    asked.push({ controller, outcome, check });
  };
  async function* single(promise: Promise<unknown>): AsyncGenerator {
    yield await promise;
  }
  const deliver = async (count: number): Promise<void> => {
    for (let done = 0; done < count && queue.length > 0; done += 1) {
      queue.shift()!();
      await settle();
    }
  };

  for (const each of steps) {
    if (each.do === 'call')
      ask(
        (signal) => single(client.call('add', { a: each.a, b: 1 }, { signal })),
        (values, error) => expect(error === null ? values : [each.a + 1]).toEqual([each.a + 1]),
      );
    else if (each.do === 'wait')
      ask(
        (signal) => single(client.call('wait', {}, { signal })),
        (values, error) => expect(error === null ? values : ['let go']).toEqual(['let go']),
      );
    else if (each.do === 'letGo')
      ask(
        (signal) => single(client.call('letGo', {}, { signal })),
        () => {},
      );
    else if (each.do === 'count') {
      const most = each.leaveAfter ?? Infinity;
      ask(
        (signal) => client.stream('count', { to: each.to }, { signal }),
        (values, error) => {
          // A prefix always; all of it when nothing went wrong.
          expect(values).toEqual(values.map((_, index) => index));
          if (error === null) expect(values).toHaveLength(Math.min(each.to, most));
        },
        most,
      );
    } else if (each.do === 'states')
      ask(
        (signal) => client.stream('states', { to: each.to }, { signal }),
        (values, error) => {
          expect(values).toEqual([...new Set(values as number[])].sort((a, b) => a - b));
          if (error === null && each.to > 0) expect([values[0], values.at(-1)]).toEqual([0, each.to - 1]);
        },
      );
    else if (each.do === 'forever')
      ask(
        (signal) => client.stream('forever', {}, { signal }),
        (_values, error) => expect(error).not.toBeNull(),
      );
    else if (each.do === 'cancel') asked[each.which]?.controller.abort();
    else if (each.do === 'deliver') await deliver(each.client + each.server);
    else {
      dead = true;
      if (each.side === 'client') client.dispose();
      else served.dispose();
    }
    await settle();
  }
  // Everything still under way ends: it is let go, cancelled, or told of the end.
  for (const { controller } of asked.slice(0, Math.floor(asked.length / 2))) controller.abort();
  while (queue.length > 0) await deliver(queue.length);
  client.dispose();
  while (queue.length > 0) await deliver(queue.length);
  await settle();
  for (const { outcome, check, controller } of asked) {
    const { values, error } = await outcome;
    check(values, error);
    if (error !== null) {
      expect(error).toBeInstanceOf(HubError);
      expect(['cancelled', 'disconnected']).toContain(error.code);
      if (error.code === 'cancelled') expect(controller.signal.aborted).toBe(true);
    }
  }
  await served.closed;
  await settle();
  expect(seen.waiting).toBe(0);
  expect(dead || queue.length === 0).toBe(true);
}

it('ends every request in a way that its caller can tell, however messages and deaths interleave', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), play), { numRuns: runs(150, 2000) });
});
