import type { ReactNode } from 'react';
import { Splitter } from '../../../ui/splitter.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { openView } from '../selection.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { FindingFilters } from './finding-filters.tsx';
import { useFindingFilters } from './finding-filters-state.ts';
import { FindingsByPattern, FindingsBySymbol } from './finding-groups.tsx';
import styles from './findings-view.module.css';

/** From here on list and finding stand side by side. */
const wideWindow = '(min-width: 1080px)';

/** What went wrong, by pattern or by what was missed, with the chosen finding beside it. */
export function FindingsView({ session, finding }: { session: string | null; finding: string | null }): ReactNode {
  const isWide = useMedia(wideWindow);
  const { filters, setFilters } = useFindingFilters();
  const open = (id: string | null): void => openView(session, 'findings', id, { replace: finding !== null });
  const list = (
    <div className={styles.list}>
      <FindingFilters value={filters} onChange={setFilters} />
      {filters.grouping === 'pattern' ? (
        <FindingsByPattern session={session} filters={filters} chosen={finding} opensOnMove={isWide} onOpen={open} />
      ) : (
        <FindingsBySymbol session={session} filters={filters} chosen={finding} opensOnMove={isWide} onOpen={open} />
      )}
    </div>
  );
  const detail =
    finding === null ? (
      <EmptyState title="No finding is chosen">
        Choose one from the list to see what was asked, what the agent did instead, and what today’s index says.
      </EmptyState>
    ) : (
      <FindingDetail key={finding} id={finding} onBack={isWide ? null : () => open(null)} />
    );
  if (!isWide) return finding === null ? list : <div className={styles.detail}>{detail}</div>;
  return (
    <Splitter
      id="session-findings"
      panes={[
        { id: 'list', defaultSize: '40%', minSize: '300px', children: list },
        { id: 'detail', minSize: '420px', children: <div className={styles.detail}>{detail}</div> },
      ]}
    />
  );
}
