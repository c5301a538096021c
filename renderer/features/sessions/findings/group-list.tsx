import { useState, type ReactNode } from 'react';
import type { Finding } from '../../../../main/contract/session-findings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { FindingRow } from './finding-row.tsx';
import type { GroupRow } from './group-layout.ts';
import styles from './group-list.module.css';
import type { GroupedPages } from './use-grouped-pages.ts';

interface GroupListProps {
  pages: GroupedPages<Finding>;
  groups: readonly { key: string; title: string; note: string }[];
  closed: ReadonlySet<string>;
  onClosedChange: (closed: ReadonlySet<string>) => void;
  chosen: string | null;
  /** There is room beside the list for what the keys are at. */
  opensOnMove: boolean;
  onOpen: (finding: string) => void;
}

type Shown = { row: GroupRow & { kind: 'group' } } | { row: GroupRow & { kind: 'row' }; finding: Finding };

/** Headings that open and close, and the findings below them, as one list of any length. */
export function GroupList({ pages, groups, closed, onClosedChange, chosen, opensOnMove, onOpen }: GroupListProps): ReactNode {
  const [active, setActive] = useState<number | null>(null);
  const { layout } = pages;
  const shownAt = (index: number): Shown | undefined => {
    const row = layout.at(index);
    if (row === null) return undefined;
    if (row.kind === 'group') return { row };
    const finding = pages.itemAt(row);
    return finding === undefined ? undefined : { row, finding };
  };
  const toggle = (group: number): void => {
    const { key } = groups[group]!;
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    onClosedChange(next);
  };
  const press = (index: number): void => {
    const shown = shownAt(index);
    if (shown === undefined) return;
    if ('finding' in shown) onOpen(shown.finding.id);
    else toggle(shown.row.group);
  };
  return (
    <VirtualList<Shown>
      label="Findings"
      count={layout.count}
      itemAt={shownAt}
      rowHeight={48}
      activeIndex={active ?? indexOfChosen(pages, chosen)}
      onActiveChange={(index) => {
        setActive(index);
        const shown = shownAt(index);
        if (opensOnMove && shown !== undefined && 'finding' in shown) onOpen(shown.finding.id);
      }}
      onPress={press}
      onOpen={press}
      onRangeChange={pages.onRangeChange}
      renderItem={(shown) => {
        if ('finding' in shown) return <FindingRow finding={shown.finding} />;
        const group = groups[shown.row.group]!;
        const isClosed = closed.has(group.key);
        return (
          <div className={styles.group}>
            <Icon name={isClosed ? 'chevron-right' : 'chevron-down'} size={12} />
            <span className={styles.title} title={group.title}>
              {group.title}
            </span>
            <span className={styles.note}>{group.note}</span>
            <span className="visually-hidden">{isClosed ? ', closed' : ', open'}</span>
          </div>
        );
      }}
    />
  );
}

/** Row of the chosen finding among those that are loaded. */
function indexOfChosen({ layout, itemAt }: GroupedPages<Finding>, chosen: string | null): number | null {
  if (chosen === null) return null;
  const looked = Math.min(layout.count, 200);
  for (let index = 0; index < looked; index += 1) {
    const row = layout.at(index);
    if (row?.kind === 'row' && itemAt(row)?.id === chosen) return index;
  }
  return null;
}
