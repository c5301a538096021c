import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SessionCall } from '../../../../main/contract/session-findings.ts';
import type { ConversationItem } from '../../../../main/contract/sessions.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { usePages } from '../../../rpc-client/use-pages.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { VirtualList, type VirtualListHandle } from '../../../ui/virtual-list.tsx';
import { RawRecords } from '../findings/raw-records.tsx';
import styles from './conversation.module.css';
import { ConversationRow } from './conversation-row.tsx';

interface ConversationProps {
  session: string;
  /** Key of the call to go to. */
  call: string | null;
  /** Null where the list stands beside it. */
  onBack: (() => void) | null;
}

const pageSize = 100;

/** Everything that was said and done in a session, as it came. */
export function Conversation({ session, call, onBack }: ConversationProps): ReactNode {
  const hub = useHub();
  const list = useRef<VirtualListHandle>(null);
  /** Where the keys went, until another call is asked for. */
  const [moved, setMoved] = useState<{ call: string | null; index: number } | null>(null);
  const [raw, setRaw] = useState<SessionCall | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const pages = usePages<ConversationItem>({
    key: ['sessions.conversation', session],
    pageSize,
    load: async (offset, limit, signal) => {
      const { total, items } = await hub.call('sessions.conversation', { session, offset, limit }, { signal });
      return { total, items };
    },
  });
  const { data: around } = useCall('sessions.conversation', call === null ? null : { session, around: call, limit: pageSize });
  const place = around?.items.findIndex((item) => item.call?.key === call) ?? -1;
  const target = around === undefined || place === -1 ? null : around.offset + place;
  const active = moved?.call === call ? moved.index : target;
  const isReady = pages.total !== null;
  useEffect(() => {
    if (target === null || !isReady) return;
    list.current?.scrollToIndex(target);
  }, [target, isReady]);
  if (pages.error !== null)
    return <ErrorState title="The conversation cannot be read" error={pages.error} onRetry={pages.retry} />;
  if (pages.total === 0) return <EmptyState title="Nothing was said in this session" />;
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <header className={styles.header}>
        {onBack !== null && <IconButton icon="arrow-left" label="All calls" size="small" onClick={onBack} />}
        <h3>Conversation</h3>
        <span className={styles.muted}>{pages.total === null ? '' : plural(pages.total, 'entry', 'entries')}</span>
        {active !== null && pages.total !== null && <span className={styles.muted}>at {formatNumber(active + 1)}</span>}
      </header>
      <VirtualList<ConversationItem>
        ref={list}
        label="Conversation"
        count={pages.total ?? 0}
        itemAt={pages.itemAt}
        rowHeight={96}
        isMeasured
        activeIndex={active}
        onActiveChange={(index) => setMoved({ call, index })}
        onRangeChange={pages.onRangeChange}
        onOpen={(index) => {
          const item = pages.itemAt(index);
          if (item?.call != null) setRaw(item.call);
          else setOpened(withToggled(opened, index));
        }}
        onPress={(index) => setOpened(withToggled(opened, index))}
        renderItem={(item, { index }) => (
          <ConversationRow item={item} isOpen={opened.has(index)} isTarget={item.call !== null && item.call.key === call} />
        )}
      />
      <p className={styles.hint}>Press an entry to read it whole; Enter on a call shows its raw records.</p>
      {raw !== null && <RawRecords call={raw} onClose={() => setRaw(null)} />}
    </section>
  );
}

function withToggled(set: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(index)) next.add(index);
  return next;
}
