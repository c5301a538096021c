import { z } from 'zod';
import { HubError, type ErrorCode } from '../../../main/contract/errors.ts';
import { call, stream } from '../../../main/contract/procedure.ts';
import type { Handlers } from '../../../main/rpc/handlers.ts';

const nothing = z.strictObject({});

/** Procedures that show each thing that can happen between two sides. */
export const testContract = {
  add: call(z.strictObject({ a: z.number(), b: z.number().default(1) }), z.number()),
  echo: call(z.strictObject({ value: z.unknown() }), z.unknown()),
  fail: call(z.strictObject({ how: z.enum(['coded', 'plain', 'odd', 'uncloneable']) }), z.null()),
  /** Answers after it was let go; counts who waits. */
  wait: call(nothing, z.string()),
  letGo: call(nothing, z.null()),
  unsendable: call(nothing, z.unknown()),
  breach: call(nothing, z.string()),
  cloud: call(
    z.strictObject({ points: z.int() }),
    z.object({ positions: z.instanceof(Float32Array), ids: z.instanceof(Uint32Array), label: z.string() }),
  ),
  count: stream('every', z.strictObject({ to: z.int(), failAt: z.int().optional() }), z.int()),
  states: stream('latest', z.strictObject({ to: z.int(), failAt: z.int().optional() }), z.int()),
  /** Yields 0 and then nothing until it is cancelled. */
  forever: stream('latest', nothing, z.int()),
  foreverEvery: stream('every', nothing, z.int()),
} as const;
export type TestContract = typeof testContract;

/** What the handlers have seen. */
export interface Seen {
  /** Values that `count` has yielded. */
  produced: number;
  /** Handlers that wait now. */
  waiting: number;
  /** `finally` blocks that ran, by procedure. */
  finished: string[];
  aborted: string[];
}

/** Handlers with a record of what happened in them. */
export function testHandlers(): { handlers: Handlers<TestContract>; seen: Seen } {
  const seen: Seen = { produced: 0, waiting: 0, finished: [], aborted: [] };
  const released = new Set<() => void>();
  const untilAborted = (signal: AbortSignal, name: string): Promise<void> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        seen.aborted.push(name);
        resolve();
      });
    });
  async function* numbers(name: 'count' | 'states', to: number, failAt: number | undefined): AsyncGenerator<number> {
    try {
      for (let value = 0; value < to; value += 1) {
        if (value === failAt) throw new HubError('not-found', `Nothing at ${value}.`);
        if (name === 'count') seen.produced += 1;
        yield value;
      }
    } finally {
      seen.finished.push(name);
    }
  }
  async function* once(name: string, signal: AbortSignal): AsyncGenerator<number> {
    try {
      yield 0;
      await untilAborted(signal, name);
    } finally {
      seen.finished.push(name);
    }
  }
  const failures: Record<'coded' | 'plain' | 'odd' | 'uncloneable', () => never> = {
    coded: () => {
      throw new HubError('locked' satisfies ErrorCode, 'Somebody else has it.', { owner: 42 });
    },
    plain: () => {
      throw new TypeError('a plain mistake');
    },
    odd: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- what libraries throw is not ours to choose
      throw Object.create(null);
    },
    uncloneable: () => {
      throw new HubError('usage', 'With a function in its details.', { action: () => 1, self: seen });
    },
  };
  const handlers: Handlers<TestContract> = {
    add: ({ a, b }) => a + b,
    echo: ({ value }) => value,
    fail: ({ how }) => failures[how](),
    async wait(_input, { signal }) {
      seen.waiting += 1;
      await new Promise<void>((resolve) => {
        released.add(resolve);
        signal.addEventListener('abort', () => {
          seen.aborted.push('wait');
          resolve();
        });
      });
      seen.waiting -= 1;
      return 'let go';
    },
    letGo() {
      for (const release of released) release();
      released.clear();
      return null;
    },
    unsendable: () => () => 1,
    breach: () => 42 as unknown as string,
    cloud: ({ points }) => ({
      positions: Float32Array.from({ length: points * 3 }, (_, index) => index / 2),
      ids: Uint32Array.from({ length: points }, (_, index) => index),
      label: 'cloud',
    }),
    count: ({ to, failAt }) => numbers('count', to, failAt),
    states: ({ to, failAt }) => numbers('states', to, failAt),
    forever: (_input, { signal }) => once('forever', signal),
    foreverEvery: (_input, { signal }) => once('foreverEvery', signal),
  };
  return { handlers, seen };
}
