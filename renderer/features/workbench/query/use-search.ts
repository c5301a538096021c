import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { asHubError, type HubError } from '../../../../main/contract/errors.ts';
import type { SearchAnswer, SearchHit } from '../../../../main/contract/search.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import type { Scope } from '../../../parts/filters/search-scope.ts';
import { searchKey, searchQuery, type SearchPage } from './search-query.ts';

/** Rows left below what is seen when the next page is asked for. */
const rowsAhead = 8;
/** The second page does not stand in the way of somebody who types on. Unit: ms. */
const secondPageRestMs = 200;

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

/** Searches, page by page. */
export function useSearch(query: string, scope: Scope, enabled: boolean): Search {
  const hub = useHub();
  const key = searchKey(query, scope);
  const { data, error, isPlaceholderData, isFetchNextPageError, hasNextPage, isFetching, fetchNextPage, refetch } =
    useInfiniteQuery({ ...searchQuery(hub, query, scope), placeholderData: keepPreviousData, enabled });
  const pages = data?.pages;
  const hits = useMemo(() => distinctHits(pages ?? []), [pages]);
  const failure = error === null ? null : asHubError(error);

  // A list that was cut off by a change of the index is begun again, quietly.
  const isOutdated = isFetchNextPageError && failure?.details['reason'] === 'index-changed';
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);

  const count = hits.length;
  const isCurrent = data !== undefined && !isPlaceholderData && pages?.[0]?.key === key;
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), [key]);
  const onRangeChange = useCallback(
    (first: number, last: number) => {
      clearTimeout(waiting.current);
      if (!isCurrent || !hasNextPage || isFetching || last < count - rowsAhead) return;
      if (first > 0) void fetchNextPage();
      else waiting.current = setTimeout(() => void fetchNextPage(), secondPageRestMs);
    },
    [isCurrent, hasNextPage, isFetching, count, fetchNextPage],
  );
  const retry = useCallback(() => void refetch(), [refetch]);
  const answer = pages?.[0]?.answer ?? null;
  const answered = pages?.[0]?.key ?? key;
  const shownError = isOutdated ? null : failure;
  return useMemo(
    () => ({ answer, key: answered, hits, isCurrent, error: shownError, retry, onRangeChange }),
    [answer, answered, hits, isCurrent, shownError, retry, onRangeChange],
  );
}

function distinctHits(pages: readonly SearchPage[]): SearchHit[] {
  const byId = new Map<string, SearchHit>();
  for (const { answer } of pages) for (const hit of answer.hits) if (!byId.has(hit.chunkId)) byId.set(hit.chunkId, hit);
  return [...byId.values()];
}
