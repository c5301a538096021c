import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
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

/** A long list of which only the pages in view are asked for. */
export function usePages<Item>({ key, pageSize, load, enabled = true }: PagesOptions<Item>): Pages<Item> {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const pages: number[] = [0];
  for (let page = Math.max(1, range.first); page <= range.last; page += 1) pages.push(page);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['hub', ...key, 'page', pageSize, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(page * pageSize, pageSize, signal),
      enabled,
    })),
  });
  const total = results.find(({ data }) => data !== undefined)?.data?.total ?? null;
  const failed = results.find(({ error }) => error !== null);
  return {
    total,
    itemAt(index) {
      const place = pages.indexOf(Math.floor(index / pageSize));
      return results[place]?.data?.items[index % pageSize];
    },
    onRangeChange: useCallback(
      (first: number, last: number) => {
        const next = { first: Math.floor(first / pageSize), last: Math.floor(last / pageSize) };
        setRange((before) => (before.first === next.first && before.last === next.last ? before : next));
      },
      [pageSize],
    ),
    error: failed === undefined ? null : asHubError(failed.error),
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}
