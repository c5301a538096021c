import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { asHubError, type HubError } from '../../../../main/contract/errors.ts';
import type { Page } from '../../../rpc-client/use-pages.ts';
import { GroupLayout, type GroupRow } from './group-layout.ts';

export interface PagedGroup {
  key: string;
  /** Null where only the first page tells. */
  count: number | null;
}

interface GroupedPagesOptions<Item> {
  /** Begins with the call's name. */
  key: readonly [string, ...unknown[]];
  groups: readonly PagedGroup[];
  closed: ReadonlySet<string>;
  pageSize: number;
  load: (group: string, offset: number, limit: number, signal: AbortSignal) => Promise<Page<Item>>;
}

export interface GroupedPages<Item> {
  layout: GroupLayout;
  counts: readonly (number | null)[];
  itemAt: (row: GroupRow) => Item | undefined;
  onRangeChange: (first: number, last: number) => void;
  isLoading: boolean;
  error: HubError | null;
  retry: () => void;
}

/** Groups of long lists of which only what is in view is asked for. */
export function useGroupedPages<Item>({ key, groups, closed, pageSize, load }: GroupedPagesOptions<Item>): GroupedPages<Item> {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  const keyText = JSON.stringify(key);
  const countOf = (group: PagedGroup): number | null => group.count ?? known.get(`${keyText} ${group.key}`) ?? null;
  const counts = groups.map(countOf);
  const layout = useMemo(
    () =>
      new GroupLayout(groups.map((group, index) => ({ key: group.key, count: counts[index]!, isOpen: !closed.has(group.key) }))),
    // The counts in words: they are made anew each time.
    // eslint-disable-next-line react/exhaustive-deps
    [groups, closed, counts.join(' ')],
  );
  const wanted = new Map<string, { group: string; page: number }>();
  const want = (group: string, page: number): void => void wanted.set(`${group} ${page}`, { group, page });
  for (const group of groups) if (group.count === null) want(group.key, 0);
  for (let index = range.first; index <= range.last; index += 1) {
    const row = layout.at(index);
    if (row?.kind === 'row') want(groups[row.group]!.key, Math.floor(row.offset / pageSize));
  }
  const asked = [...wanted.entries()];
  const results = useQueries({
    queries: asked.map(([, { group, page }]) => ({
      queryKey: ['hub', ...key, 'group', group, pageSize, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(group, page * pageSize, pageSize, signal),
    })),
  });
  const place = new Map(asked.map(([name], index) => [name, index]));
  const fresh = asked.flatMap(([, { group, page }], index) => {
    const total = results[index]?.data?.total;
    return page === 0 && total !== undefined && known.get(`${keyText} ${group}`) !== total
      ? [[`${keyText} ${group}`, total] as const]
      : [];
  });
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh]));
  const failed = results.find(({ error }) => error !== null);
  return {
    layout,
    counts,
    itemAt(row) {
      if (row.kind === 'group') return undefined;
      const index = place.get(`${groups[row.group]!.key} ${Math.floor(row.offset / pageSize)}`);
      return index === undefined ? undefined : results[index]?.data?.items[row.offset % pageSize];
    },
    onRangeChange: useCallback((first: number, last: number) => {
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
    }, []),
    isLoading: counts.some((count) => count === null) && failed === undefined,
    error: failed === undefined ? null : asHubError(failed.error),
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}
