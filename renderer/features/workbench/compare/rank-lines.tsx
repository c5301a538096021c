import type { ReactNode } from 'react';
import styles from './compare-view.module.css';
import { rankChanges } from './rank-changes.ts';

/** As in the style sheet. Unit: CSS pixels. */
const rowHeight = 48;
const width = 72;

/** A line from each hit's place on the left to its place on the right; the lists say the same in words. */
export function RankLines({ left, right }: { left: readonly string[]; right: readonly string[] }): ReactNode {
  const height = Math.max(left.length, right.length) * rowHeight;
  const middle = (rank: number): number => (rank - 0.5) * rowHeight;
  return (
    <svg className={styles.lines} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {rankChanges(right, left).map((change, index) => {
        const id = right[index]!;
        const y = middle(change.rank);
        if (change.kind === 'alone') return <circle key={id} cx={width - 6} cy={y} r={3} data-change="new" />;
        const from = middle(change.other);
        return (
          <path key={id} d={`M4 ${from}C${width / 2} ${from} ${width / 2} ${y} ${width - 4} ${y}`} data-change={change.kind} />
        );
      })}
      {rankChanges(left, right).map((change, index) =>
        change.kind === 'alone' ? <circle key={left[index]} cx={6} cy={middle(change.rank)} r={3} data-change="lost" /> : null,
      )}
    </svg>
  );
}
