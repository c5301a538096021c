import type { Channel } from './channel.ts';
import type { Clock } from './clock.ts';
import { breathIntervalMs, drainPollMs, highWaterBytes, latestIntervalMs, streamWindow } from './limits.ts';

interface Pump {
  channel: Channel;
  clock: Clock;
  signal: AbortSignal;
  /** Throws when the value cannot be carried, which ends the stream. */
  send: (value: unknown) => void;
}

/**
 * Sends what a handler yields, the newest value winning over those that had no turn: at most one per `latestIntervalMs`, none while
 * the transport is behind, the first at once, the last before this returns or throws the handler's error.
 */
export async function pumpLatest(values: AsyncIterable<unknown>, { channel, clock, signal, send }: Pump): Promise<void> {
  const state: { waiting: { value: unknown } | null; callOff: (() => void) | null; failure: { thrown: unknown } | null } = {
    waiting: null,
    callOff: null,
    failure: null,
  };
  const giveUp = new AbortController();
  let lastSent = -Infinity;
  const flush = (): void => {
    if (state.waiting === null || state.failure !== null) return;
    const { value } = state.waiting;
    state.waiting = null;
    lastSent = clock.now();
    try {
      send(value);
    } catch (thrown) {
      state.failure = { thrown };
      giveUp.abort();
    }
  };
  const turn = (): void => {
    state.callOff = null;
    if (channel.bufferedBytes > highWaterBytes) state.callOff = clock.after(latestIntervalMs, turn);
    else flush();
  };
  try {
    for await (const value of stoppable(values, clock, AbortSignal.any([signal, giveUp.signal]))) {
      state.waiting = { value };
      const wait = lastSent + latestIntervalMs - clock.now();
      if (state.callOff === null) {
        if (wait > 0) state.callOff = clock.after(wait, turn);
        else turn();
      }
    }
  } finally {
    state.callOff?.();
    if (!signal.aborted) flush();
  }
  if (state.failure !== null) throw state.failure.thrown;
}

/** How many more values the client can take; `take` waits for the next allowance. */
export class Credit {
  #left = streamWindow;
  #wake: (() => void) | null = null;

  /** More than a window is never allowed, whatever the client says. */
  grant(count: number): void {
    this.#left = Math.min(this.#left + count, streamWindow);
    this.#wake?.();
  }

  async take(signal: AbortSignal): Promise<void> {
    while (this.#left === 0 && !signal.aborted)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', wake);
          this.#wake = null;
          resolve();
        };
        this.#wake = wake;
        signal.addEventListener('abort', wake);
      });
    this.#left -= 1;
  }
}

/** Sends every value, each once there is credit for it and the transport has kept up; the handler is not asked for more before. */
export async function pumpEvery(
  values: AsyncIterable<unknown>,
  credit: Credit,
  { channel, clock, signal, send }: Pump,
): Promise<void> {
  const ready = async (): Promise<void> => {
    await credit.take(signal);
    while (channel.bufferedBytes > highWaterBytes && !signal.aborted) await pause(clock, drainPollMs, signal);
  };
  for await (const value of stoppable(values, clock, signal, ready)) send(value);
}

/**
 * The same values, each asked for when `ready`, until the signal fires: then it ends at once, and the handler's iterator is told to
 * return, even when that iterator is waiting for something that does not listen to the signal.
 */
async function* stoppable(
  values: AsyncIterable<unknown>,
  clock: Clock,
  signal: AbortSignal,
  ready?: () => Promise<void>,
): AsyncGenerator {
  const iterator = values[Symbol.asyncIterator]();
  let stop = (): void => {};
  const abort = (): void => stop();
  signal.addEventListener('abort', abort);
  let lastBreath = clock.now();
  let ended = false;
  try {
    while (!signal.aborted) {
      await ready?.();
      if (signal.aborted) return;
      // No `Promise.race` with one promise of the signal: that would remember every value until the end of the stream.
      const result = await new Promise<IteratorResult<unknown> | null>((resolve, reject) => {
        stop = () => resolve(null);
        iterator.next().then(resolve, reject);
      });
      if (result === null) return;
      if (result.done === true) {
        ended = true;
        return;
      }
      yield result.value;
      if (clock.now() - lastBreath > breathIntervalMs) {
        await pause(clock, 0, signal);
        lastBreath = clock.now();
      }
    }
  } catch (thrown) {
    ended = true;
    throw thrown;
  } finally {
    signal.removeEventListener('abort', abort);
    if (!ended) iterator.return?.().then(undefined, () => {});
  }
}

function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      callOff();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const callOff = clock.after(milliseconds, end);
    signal.addEventListener('abort', end);
  });
}
