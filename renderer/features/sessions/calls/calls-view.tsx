import { useState, type ReactNode } from 'react';
import type { SessionCall } from '../../../../main/contract/session-findings.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { usePages } from '../../../rpc-client/use-pages.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { plural } from '../../../ui/format.ts';
import { Splitter } from '../../../ui/splitter.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { sessionTitle } from '../list/session-text.ts';
import { openView, selectionOf } from '../selection.ts';
import { CallFilters, inputOfFilters, isFiltered, noCallFilters, type CallFiltersValue } from './call-filters.tsx';
import { CallRow } from './call-row.tsx';
import styles from './calls-view.module.css';
import { Conversation } from './conversation.tsx';

interface CallsViewProps {
  session: string | null;
  /** Key of the call that is shown in its conversation. */
  call: string | null;
}

/** From here on calls and conversation stand side by side. */
const wideWindow = '(min-width: 1080px)';
const pageSize = 100;
/** Sessions that are named in a list of the calls of all. */
const mostNamed = 500;
const typingMs = 150;

/** Every call, and the conversation around the chosen one. */
export function CallsView({ session, call }: CallsViewProps): ReactNode {
  const isWide = useMedia(wideWindow);
  const [filters, setFilters] = useState<CallFiltersValue>(noCallFilters);
  /** Session of the chosen call, where all are listed; the call in the address says it too. */
  const [origin, setOrigin] = useState<string | null>(null);
  const shown = session ?? origin;
  const list = (
    <CallList
      session={session}
      filters={filters}
      onFilters={setFilters}
      onOpen={({ key, session: of }) => {
        setOrigin(of);
        openView(session, 'calls', key, { replace: call !== null });
      }}
    />
  );
  const reader =
    shown === null ? (
      <EmptyState title="No call is chosen">Choose one from the list to read the conversation around it.</EmptyState>
    ) : (
      <Conversation
        key={shown}
        session={shown}
        call={call}
        onBack={isWide || call === null ? null : () => openView(session, 'calls', null, { replace: true })}
      />
    );
  if (!isWide) return call === null ? list : reader;
  return (
    <Splitter
      id="session-calls"
      panes={[
        { id: 'calls', defaultSize: '45%', minSize: '320px', children: list },
        { id: 'conversation', minSize: '380px', children: reader },
      ]}
    />
  );
}

interface CallListProps {
  session: string | null;
  filters: CallFiltersValue;
  onFilters: (filters: CallFiltersValue) => void;
  onOpen: (call: SessionCall) => void;
}

function CallList({ session, filters, onFilters, onOpen }: CallListProps): ReactNode {
  const hub = useHub();
  const { data: sessions } = useCall('sessions.list', { limit: mostNamed }, { enabled: session === null });
  const titles = new Map(sessions?.sessions.map((each) => [each.key, sessionTitle(each)]));
  const [active, setActive] = useState<number | null>(null);
  const settled = useSettled(filters, typingMs);
  const input = { ...selectionOf(session), ...inputOfFilters(settled) };
  const pages = usePages<SessionCall>({
    key: ['sessions.calls', input],
    pageSize,
    load: async (offset, limit, signal) => {
      const { total, calls } = await hub.call('sessions.calls', { ...input, offset, limit }, { signal });
      return { total, items: calls };
    },
  });
  const open = (index: number): void => {
    const item = pages.itemAt(index);
    if (item !== undefined) onOpen(item);
  };
  return (
    <div className={styles.list}>
      <CallFilters
        session={session}
        value={filters}
        onChange={(next) => {
          setActive(null);
          onFilters(next);
        }}
      />
      <p className={styles.total} role="status">
        {pages.total === null ? ' ' : plural(pages.total, 'call')}
      </p>
      {pages.error !== null ? (
        <ErrorState title="The calls cannot be read" error={pages.error} onRetry={pages.retry} />
      ) : pages.total === 0 ? (
        <EmptyState icon="search" title={isFiltered(settled) ? 'No call passes' : 'There are no calls'}>
          {isFiltered(settled) ? 'Let go of a filter, or type less.' : 'The agent used no tool in what was read.'}
        </EmptyState>
      ) : (
        <VirtualList
          label="Calls"
          count={pages.total ?? 0}
          itemAt={pages.itemAt}
          rowHeight={48}
          activeIndex={active}
          onActiveChange={setActive}
          onRangeChange={pages.onRangeChange}
          onPress={open}
          onOpen={open}
          renderItem={(item) => (
            <CallRow call={item} sessionTitle={session === null ? (titles.get(item.session) ?? item.session) : null} />
          )}
        />
      )}
    </div>
  );
}
