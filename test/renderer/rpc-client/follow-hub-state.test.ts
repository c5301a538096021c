import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HubState } from '../../../main/contract/hub-contract.ts';
import type { HubConnection } from '../../../renderer/rpc-client/hub-connection.ts';
import { followHubState } from '../../../renderer/rpc-client/follow-hub-state.ts';
import { useHubStateStore } from '../../../renderer/rpc-client/hub-state.ts';
import { throttle } from '../../../renderer/rpc-client/throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  useHubStateStore.setState({ state: null });
});

function state(generation: number, jobs: HubState['jobs'] = []): HubState {
  return { generation, jobs, writer: { state: 'ready', message: null } };
}

/** A connection whose stream says what it is told to say. */
function connectionWith(streams: (() => AsyncGenerator<HubState>)[]): HubConnection {
  return {
    state: { name: 'open' },
    subscribe: () => () => {},
    retryNow: () => {},
    call: () => Promise.reject(new Error('not called here')),
    stream: (_name, _input, options) => (streams.shift()?.() ?? silent(options?.signal)) as never,
  };
}

/** Says nothing until it is cancelled. */
// eslint-disable-next-line require-yield -- it has nothing to say
async function* silent(signal: AbortSignal | undefined): AsyncGenerator<HubState> {
  await new Promise((resolve) => {
    signal?.addEventListener('abort', resolve, { once: true });
  });
}

describe('the state of the service', () => {
  it('has answers asked again when the index has changed, and only those that depend on it', async () => {
    const queries = new QueryClient();
    queries.setQueryData(['hub', 'search.run', { query: 'a' }], 1);
    queries.setQueryData(['hub', 'settings.get', {}], 1);
    const leaving = new AbortController();
    const followed = followHubState(
      connectionWith([
        async function* two() {
          yield state(1);
          yield state(1);
          expect(queries.getQueryState(['hub', 'search.run', { query: 'a' }])?.isInvalidated).toBe(false);
          yield state(2);
        },
      ]),
      queries,
      leaving.signal,
    );
    await vi.advanceTimersByTimeAsync(2_000);
    expect(useHubStateStore.getState().state?.generation).toBe(2);
    expect(queries.getQueryState(['hub', 'search.run', { query: 'a' }])?.isInvalidated).toBe(true);
    expect(queries.getQueryState(['hub', 'settings.get', {}])?.isInvalidated).toBe(false);
    leaving.abort();
    await followed;
  });

  it('has the status asked again when another vector store answers', async () => {
    const queries = new QueryClient();
    queries.setQueryData(['hub', 'hub.status', {}], 1);
    const leaving = new AbortController();
    void followHubState(
      connectionWith([
        async function* two() {
          yield { ...state(1), vectors: 'opening' as const };
          yield { ...state(1), vectors: 'own' as const };
        },
      ]),
      queries,
      leaving.signal,
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(queries.getQueryState(['hub', 'hub.status', {}])?.isInvalidated).toBe(true);
    leaving.abort();
  });

  it('is followed from where somebody began, and left with it', async () => {
    const leaving = new AbortController();
    let hasEnded = false;
    async function* begun(): AsyncGenerator<HubState> {
      try {
        yield state(3);
        await new Promise(() => {});
      } finally {
        hasEnded = true;
      }
    }
    const states = begun();
    const returned = vi.spyOn(states, 'return');
    void followHubState(connectionWith([]), new QueryClient(), leaving.signal, states);
    await vi.advanceTimersByTimeAsync(10);
    expect(useHubStateStore.getState().state?.generation).toBe(3);
    expect(hasEnded).toBe(false);
    leaving.abort();
    expect(returned).toHaveBeenCalledOnce();
  });

  it('is asked for again after its stream has failed, until it is left', async () => {
    const leaving = new AbortController();
    const followed = followHubState(
      connectionWith([
        // eslint-disable-next-line require-yield -- it fails before
        async function* failing() {
          throw new Error('lost');
        },
        async function* one() {
          yield state(7);
        },
      ]),
      new QueryClient(),
      leaving.signal,
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(useHubStateStore.getState().state?.generation).toBe(7);
    leaving.abort();
    await followed;
  });
});

describe('throttle', () => {
  it('acts at once, then once per interval, and not after it was cancelled', () => {
    const action = vi.fn<() => void>();
    const { call, cancel } = throttle(1000, action);
    for (let count = 0; count < 10; count += 1) call();
    expect(action).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(action).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5000);
    expect(action).toHaveBeenCalledTimes(2);
    call();
    call();
    cancel();
    vi.advanceTimersByTime(5000);
    expect(action).toHaveBeenCalledTimes(3);
  });
});
