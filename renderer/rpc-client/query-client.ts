import { notifyManager, QueryClient } from '@tanstack/react-query';
import { asHubError } from '../../main/contract/errors.ts';

const keptMs = 5 * 60_000;

/** Answers stay fresh until the index changes or an action says so; only a lost connection is worth a second attempt. */
export function createQueryClient(): QueryClient {
  // Its own way is a timer, which costs an answer some milliseconds before anything is drawn.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: keptMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, thrown) => failures < 2 && asHubError(thrown).code === 'disconnected',
        retryDelay: 300,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
