import { useMemo, useState, type ReactNode } from 'react';
import type { Finding } from '../../../../main/contract/session-findings.ts';
import { findingPatterns, type FindingPattern } from '../../../../main/contract/session-vocabulary.ts';
import type { MissedSymbol } from '../../../../main/contract/sessions.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { plural } from '../../../ui/format.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { selectionOf } from '../selection.ts';
import { patternTitle } from '../words/pattern-text.ts';
import { WaitingInWords } from '../../../ui/waiting.tsx';
import { useFindingFilters, type FindingFiltersValue } from './finding-filters-state.ts';
import { GroupList } from './group-list.tsx';
import { useGroupedPages, type PagedGroup } from './use-grouped-pages.ts';

interface GroupsProps {
  session: string | null;
  filters: FindingFiltersValue;
  chosen: string | null;
  opensOnMove: boolean;
  onOpen: (finding: string) => void;
}

const pageSize = 50;
/** Findings of a symbol are asked one by one. */
const symbolPageSize = 20;
/** The symbols that are listed; the missed list has all of them. */
const mostSymbols = 2_000;
const typingMs = 150;

const patternGroups: readonly PagedGroup[] = findingPatterns.map((key) => ({ key, count: null }));
const noneClosed: ReadonlySet<string> = new Set();

/** Findings below the pattern that they show. */
export function FindingsByPattern({ session, filters, chosen, opensOnMove, onOpen }: GroupsProps): ReactNode {
  const hub = useHub();
  const { closed, setClosed } = useFindingFilters();
  const text = useSettled(filters.text.trim(), typingMs);
  const input = {
    ...selectionOf(session),
    ...(filters.state === 'all' ? {} : { fixed: filters.state === 'fixed' }),
    ...(filters.certainty === 'any' ? {} : { certainty: filters.certainty }),
    ...(text === '' ? {} : { text }),
  };
  const pages = useGroupedPages<Finding>({
    key: ['sessions.findings', input],
    groups: patternGroups,
    closed,
    pageSize,
    load: async (group, offset, limit, signal) => {
      const patterns = [group as FindingPattern];
      const { total, findings } = await hub.call('sessions.findings', { ...input, patterns, offset, limit }, { signal });
      return { total, items: findings };
    },
  });
  if (pages.error !== null) return <ErrorState title="The findings cannot be read" error={pages.error} onRetry={pages.retry} />;
  if (pages.isLoading && pages.layout.count === 0) return <WaitingInWords label="Reading the findings" />;
  if (pages.layout.count === 0) return <NoFindings filters={filters} />;
  return (
    <GroupList
      pages={pages}
      groups={patternGroups.map(({ key }, index) => ({
        key,
        title: patternTitle(key as FindingPattern),
        note: plural(pages.counts[index] ?? 0, 'finding'),
      }))}
      closed={closed}
      onClosedChange={setClosed}
      chosen={chosen}
      opensOnMove={opensOnMove}
      onOpen={onOpen}
    />
  );
}

const noSymbols: MissedSymbol[] = [];

/** Findings below the symbol that the hub should have known. */
export function FindingsBySymbol({ session, filters, chosen, opensOnMove, onOpen }: GroupsProps): ReactNode {
  const hub = useHub();
  const [opened, setOpened] = useState(noneClosed);
  const text = useSettled(filters.text.trim().toLowerCase(), typingMs);
  const { data, error, refetch } = useCall('sessions.missed', {
    ...selectionOf(session),
    includeFixed: filters.state !== 'open',
    limit: mostSymbols,
  });
  const all = data?.symbols ?? noSymbols;
  const symbols = useMemo(() => all.filter(({ symbol }) => symbol.toLowerCase().includes(text)), [all, text]);
  const groups = useMemo(() => symbols.map(({ symbol, findings }) => ({ key: symbol, count: findings.length })), [symbols]);
  // Closed until they are opened: there may be hundreds.
  const closed = useMemo(() => new Set(groups.map(({ key }) => key).filter((key) => !opened.has(key))), [groups, opened]);
  const pages = useGroupedPages<Finding>({
    key: ['sessions.finding', 'of symbols', groups.length],
    groups,
    closed,
    pageSize: symbolPageSize,
    load: async (group, offset, limit, signal) => {
      const ids = symbols.find(({ symbol }) => symbol === group)?.findings ?? [];
      const items = await Promise.all(
        ids.slice(offset, offset + limit).map((id) => hub.call('sessions.finding', { id }, { signal })),
      );
      return { total: ids.length, items };
    },
  });
  if (error !== null && data === undefined)
    return <ErrorState title="The missed symbols cannot be read" error={error} onRetry={() => void refetch()} />;
  if (pages.error !== null) return <ErrorState title="The findings cannot be read" error={pages.error} onRetry={pages.retry} />;
  if (data === undefined) return <WaitingInWords label="Reading the missed symbols" />;
  if (pages.layout.count === 0) return <NoFindings filters={filters} />;
  return (
    <GroupList
      pages={pages}
      groups={symbols.map(({ symbol, count, sessions }) => ({
        key: symbol,
        title: symbol,
        note: `${plural(count, 'finding')}${sessions > 1 ? `, ${plural(sessions, 'session')}` : ''}`,
      }))}
      closed={closed}
      onClosedChange={(next) => setOpened(new Set(groups.map(({ key }) => key).filter((key) => !next.has(key))))}
      chosen={chosen}
      opensOnMove={opensOnMove}
      onOpen={onOpen}
    />
  );
}

function NoFindings({ filters: { text, certainty, state } }: { filters: FindingFiltersValue }): ReactNode {
  const isFiltered = text !== '' || certainty !== 'any' || state === 'fixed';
  return isFiltered ? (
    <EmptyState icon="search" title="No finding passes">
      Let go of a filter, or type less.
    </EmptyState>
  ) : (
    <EmptyState icon="check" title="Nothing failed here">
      Each question to the hub was answered, and the agent did not look for the same elsewhere. Fixed findings are hidden.
    </EmptyState>
  );
}
