import { useMemo, useState, type ReactNode } from 'react';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { usePages } from '../../../rpc-client/use-pages.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import type { SessionSummary } from '../../../../main/contract/sessions.ts';
import { formatNumber, plural } from '../../../ui/format.ts';
import { agentTitle } from '../words/agent-text.ts';
import { sessionTime, sessionTitle } from './session-text.ts';
import styles from './session-list.module.css';

interface SessionListProps {
  chosen: string | null;
  onChoose: (session: string | null) => void;
}

const pageSize = 100;

/** The sessions that are kept, newest first, below the line that stands for all of them. */
export function SessionList({ chosen, onChoose }: SessionListProps): ReactNode {
  const hub = useHub();
  const [moved, setMoved] = useState<number | null>(null);
  const pages = usePages<SessionSummary>({
    key: ['sessions.list', 'pages'],
    pageSize,
    load: async (offset, limit, signal) => {
      const { total, sessions } = await hub.call('sessions.list', { offset, limit }, { signal });
      return { total, items: sessions };
    },
  });
  const total = pages.total ?? 0;
  const chosenIndex = useMemo(() => {
    if (chosen === null) return 0;
    for (let index = 0; index < total; index += 1) if (pages.itemAt(index)?.key === chosen) return index + 1;
    return null;
    // Pages that come later do not move it.
    // eslint-disable-next-line react/exhaustive-deps
  }, [chosen, total]);
  if (pages.error !== null) return <ErrorState title="The sessions cannot be read" error={pages.error} onRetry={pages.retry} />;
  return (
    <VirtualList<SessionSummary | 'all'>
      label="Sessions"
      count={total + 1}
      itemAt={(index) => (index === 0 ? 'all' : pages.itemAt(index - 1))}
      itemKey={(index) => (index === 0 ? 'all' : (pages.itemAt(index - 1)?.key ?? index))}
      rowHeight={56}
      activeIndex={moved ?? chosenIndex}
      onActiveChange={(index) => {
        setMoved(index);
        const item = index === 0 ? null : pages.itemAt(index - 1);
        if (item !== undefined) onChoose(item?.key ?? null);
      }}
      onRangeChange={(first, last) => pages.onRangeChange(Math.max(0, first - 1), Math.max(0, last - 1))}
      className={styles.list}
      renderItem={(item) =>
        item === 'all' ? (
          <div className={styles.row}>
            <span className={styles.title}>All sessions</span>
            <span className={styles.facts}>{plural(total, 'session')}</span>
          </div>
        ) : (
          <div className={styles.row}>
            <span className={styles.title} title={sessionTitle(item)}>
              {sessionTitle(item)}
            </span>
            <span className={styles.facts}>
              <span className={styles.cut}>
                {agentTitle(item.agent)}, {sessionTime(item)}
              </span>
              <span className={styles.findings} data-some={item.findings > 0 || undefined}>
                {item.findings === 0
                  ? item.hubCalls === 0
                    ? 'hub not asked'
                    : `${formatNumber(item.hubCalls)} asked`
                  : plural(item.findings, 'finding')}
              </span>
            </span>
          </div>
        )
      }
    />
  );
}
