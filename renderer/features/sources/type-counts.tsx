import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../main/contract/sources.ts';
import { contentTypes } from '../../../main/contract/vocabulary.ts';
import { contentTypeTitles } from '../../ui/badge.tsx';
import { formatNumber, formatShortNumber } from '../../ui/format.ts';
import styles from './type-counts.module.css';

interface TypeCountsProps {
  counts: SourceDescription['chunks'];
  /** Exact numbers; otherwise short ones. */
  isLong?: boolean;
}

/** Chunks by type of content, as a bar and as numbers, on as many lines as it takes: colours alone name nothing. */
export function TypeCounts({ counts, isLong = false }: TypeCountsProps): ReactNode {
  const present = contentTypes.map((type) => ({ type, count: counts[type] })).filter(({ count }) => count > 0);
  const total = present.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <span className={styles.none}>no chunks</span>;
  return (
    <span className={styles.counts} data-long={isLong || undefined}>
      <span className={styles.bar} aria-hidden="true">
        {present.map(({ type, count }) => (
          <span key={type} className={styles.part} data-type={type} style={{ flexGrow: count / total }} />
        ))}
      </span>
      <span className={styles.numbers}>
        {present.map(({ type, count }) => (
          <span key={type} className={styles.number} title={`${formatNumber(count)} ${contentTypeTitles[type]} chunks`}>
            <span className={styles.dot} data-type={type} />
            {isLong ? formatNumber(count) : formatShortNumber(count)}{' '}
            <span className={styles.word}>{contentTypeTitles[type]}</span>
          </span>
        ))}
      </span>
    </span>
  );
}
