import type { QueryClient } from '@tanstack/react-query';
import type { HubState } from '../../main/contract/hub-contract.ts';
import type { HubConnection } from './hub-connection.ts';
import { useHubStateStore } from './hub-state.ts';
import { throttle } from './throttle.ts';

/** While an index is being built its generation rises with every file; answers are asked again at most this often. */
const refreshIntervalMs = 1_500;
/** Between the end of the stream and the next attempt. The connection has its own back-off. */
const restartDelayMs = 1_000;

/** What depends on the index alone or on work on it; everything else is invalidated by the action that changes it. */
const followsIndex = new Set<unknown>([
  'hub.status',
  'search.run',
  'search.facets',
  'search.browse',
  'read.file',
  'read.neighbours',
  'read.callGraph',
  'sources.list',
  'sources.files',
  'latent.status',
  'latent.trail',
]);

/**
 * Follows `hub.state` until the signal fires, and has answers asked again that a change has made old.
 * @param begun the stream where somebody has begun to follow it already.
 */
export async function followHubState(
  hub: HubConnection,
  queries: QueryClient,
  signal: AbortSignal,
  begun: AsyncIterableIterator<HubState> | null = null,
): Promise<void> {
  const refresh = throttle(refreshIntervalMs, () => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'hub' && followsIndex.has(queryKey[1]) });
  });
  signal.addEventListener('abort', () => refresh.cancel(), { once: true });
  signal.addEventListener('abort', () => void begun?.return?.(), { once: true });
  for (let states = begun; !signal.aborted; states = null) {
    try {
      for await (const state of states ?? hub.stream('hub.state', {}, { signal })) {
        const before = useHubStateStore.getState().state;
        useHubStateStore.setState({ state });
        if (before !== null && changeMatters(before, state)) refresh.call();
      }
    } catch {
      // The connection says what is wrong; this only tries again.
    }
    if (!signal.aborted) await delay(restartDelayMs, signal);
  }
}

/** Whether lists of sources and hits may look different now: another generation, another vector store, or a job that began or ended. */
function changeMatters(before: HubState, after: HubState): boolean {
  const states = (state: HubState): string => state.jobs.map((job) => `${job.id} ${job.state}`).join('\n');
  return (
    before.generation !== after.generation ||
    before.writer.state !== after.writer.state ||
    before.vectors !== after.vectors ||
    states(before) !== states(after)
  );
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
