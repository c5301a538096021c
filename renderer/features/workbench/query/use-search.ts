import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { asHubError, type HubError } from '../../../../main/contract/errors.ts';
import type { SearchAnswer, SearchHit } from '../../../../main/contract/search.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import type { Scope } from '../../../parts/filters/search-scope.ts';

/** Hits per page. One page fills the list; more come while it is scrolled. */
const pageSize = 30;

interface Page {
  /** Names the question that the page answers. */
  key: string;
  answer: SearchAnswer;
}

export interface Search {
  /** The first page's answer; null before the first. While another one is on its way it is the former. */
  answer: SearchAnswer | null;
  /** Names the question that is answered. */
  key: string;
  hits: readonly SearchHit[];
  /** The answer is the one to what is asked now. */
  isCurrent: boolean;
  error: HubError | null;
  retry: () => void;
  /** Asks for the next page when the list comes near its end. */
  onRangeChange: (first: number, last: number) => void;
}

/** Searches, page by page. A question that nobody waits for any more is cancelled on the service. */
export function useSearch(query: string, scope: Scope, enabled: boolean): Search {
  const hub = useHub();
  const request = { query, ...scope };
  const key = JSON.stringify(request);
  const { data, error, isPlaceholderData, isFetchNextPageError, hasNextPage, isFetching, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['hub', 'search.run', request, 'pages'],
      queryFn: async ({ pageParam, signal }): Promise<Page> => ({
        key,
        answer: await hub.call(
          'search.run',
          { ...request, limit: pageSize, explain: true, ...(pageParam === null ? {} : { cursor: pageParam }) },
          { signal },
        ),
      }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ answer }) => answer.nextCursor,
      placeholderData: keepPreviousData,
      enabled,
    });
  const pages = data?.pages;
  const hits = useMemo(() => distinctHits(pages ?? []), [pages]);
  const failure = error === null ? null : asHubError(error);

  // A list that was cut off by a change of the index is begun again, quietly.
  const isOutdated = isFetchNextPageError && failure?.details['reason'] === 'index-changed';
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);

  const count = hits.length;
  const onRangeChange = useCallback(
    (_first: number, last: number) => {
      if (hasNextPage && !isFetching && last >= count - 8) void fetchNextPage();
    },
    [hasNextPage, isFetching, count, fetchNextPage],
  );
  return {
    answer: pages?.[0]?.answer ?? null,
    key: pages?.[0]?.key ?? key,
    hits,
    isCurrent: data !== undefined && !isPlaceholderData && pages?.[0]?.key === key,
    error: isOutdated ? null : failure,
    retry: () => void refetch(),
    onRangeChange,
  };
}

function distinctHits(pages: readonly Page[]): SearchHit[] {
  const byId = new Map<string, SearchHit>();
  for (const { answer } of pages) for (const hit of answer.hits) if (!byId.has(hit.chunkId)) byId.set(hit.chunkId, hit);
  return [...byId.values()];
}
