import { useInfiniteQuery } from '@tanstack/react-query';
import { asHubError, type HubError } from '../../../../main/contract/errors.ts';
import type { HubContract } from '../../../../main/contract/hub-contract.ts';
import type { McpCall, McpCallFilter } from '../../../../main/contract/mcp.ts';
import type { OutputOf } from '../../../../main/contract/procedure.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';

type CallsPage = OutputOf<HubContract['mcp.calls']>;

export interface CallLog {
  /** Null before the first page has come. */
  total: number | null;
  calls: readonly McpCall[];
  values: CallsPage['values'] | null;
  error: HubError | null;
  /** Asks for older ones, where there are any. */
  loadOlder: () => void;
  retry: () => void;
}

const pageSize = 100;

/** The calls of agents, newest first. */
export function useCallLog(filter: McpCallFilter): CallLog {
  const hub = useHub();
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['hub', 'mcp.calls', filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      hub.call(
        'mcp.calls',
        { ...filter, limit: pageSize, ...(pageParam === undefined ? {} : { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (before) => before,
  });
  const [first] = data?.pages ?? [];
  return {
    total: first?.total ?? null,
    calls: data?.pages.flatMap(({ calls }) => calls) ?? [],
    values: first?.values ?? null,
    error: error === null ? null : asHubError(error),
    loadOlder: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    retry: () => void refetch(),
  };
}
