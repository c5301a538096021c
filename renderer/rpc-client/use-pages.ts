import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { asHubError, type HubError } from '../../main/contract/errors.ts';

export interface Page<Item> {
  total: number;
  items: readonly Item[];
}

export interface PagesOptions<Item> {
  /** Begins with the call's name, so that the pages are asked again when the index changes: `['search.browse', filters]`. */
  key: readonly [string, ...unknown[]];
  pageSize: number;
  load: (offset: number, limit: number, signal: AbortSignal) => Promise<Page<Item>>;
  enabled?: boolean;
}

export interface Pages<Item> {
  /** Null before the first page has come. */
  total: number | null;
  /** Undefined while its page is on its way. */
  itemAt: (index: number) => Item | undefined;
  /** Goes to `VirtualList`. */
  onRangeChange: (first: number, last: number) => void;
  error: HubError | null;
  retry: () => void;
}

/** Nobody reads what flies past while a bar is dragged: pages are asked for where it rests. Unit: ms. */
const leapRestMs = 60;

/** A long list of which only the pages in view are asked for. */
export function usePages<Item>({ key, pageSize, load, enabled = true }: PagesOptions<Item>): Pages<Item> {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const queries = useQueryClient();
  const queryKeyOf = (page: number): readonly unknown[] => ['hub', ...key, 'page', pageSize, page];
  const end = queries.getQueryData<Page<Item>>(queryKeyOf(0))?.total ?? 0;
  const pages: number[] = [0];
  for (let page = Math.max(1, range.first); page <= range.last && page * pageSize < end; page += 1) pages.push(page);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: queryKeyOf(page),
      queryFn: ({ signal }: { signal: AbortSignal }) => load(page * pageSize, pageSize, signal),
      enabled,
    })),
  });
  const seen = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRangeChange = useCallback(
    (first: number, last: number) => {
      // Half a page ahead of the eyes, so that rows are there when they come into view.
      const ahead = pageSize / 2;
      const next = { first: Math.floor(Math.max(0, first - ahead) / pageSize), last: Math.floor((last + ahead) / pageSize) };
      const take = (): void => setRange((before) => (before.first === next.first && before.last === next.last ? before : next));
      const isLeap = Math.abs(first - seen.current) > pageSize / 4;
      seen.current = first;
      clearTimeout(timer.current);
      if (isLeap) timer.current = setTimeout(take, leapRestMs);
      else take();
    },
    [pageSize],
  );
  const total = results.find(({ data }) => data !== undefined)?.data?.total ?? null;
  const failed = results.find(({ error }) => error !== null);
  return {
    total,
    itemAt(index) {
      const place = pages.indexOf(Math.floor(index / pageSize));
      return results[place]?.data?.items[index % pageSize];
    },
    onRangeChange,
    error: failed === undefined ? null : asHubError(failed.error),
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}
