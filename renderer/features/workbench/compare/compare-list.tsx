import type { ReactNode } from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { TypeBadge } from '../../../ui/badge.tsx';
import { formatScore } from '../../../ui/format.ts';
import { hitTitle } from '../../../parts/hits/hit-title.ts';
import styles from './compare-view.module.css';
import { describeChange, type RankChange } from './rank-changes.ts';

interface CompareListProps {
  label: string;
  hits: readonly SearchHit[];
  changes: readonly RankChange[];
  side: 'first' | 'second';
  onOpen: (hit: SearchHit) => void;
}

/** One side of a comparison. Its rows are as high as `RankLines` takes them to be. */
export function CompareList({ label, hits, changes, side, onOpen }: CompareListProps): ReactNode {
  if (hits.length === 0) return <p className={styles.none}>Nothing found.</p>;
  return (
    <ol className={styles.list} aria-label={label}>
      {hits.map((hit, index) => (
        <li key={hit.chunkId}>
          <CompareRow hit={hit} change={changes[index]!} side={side} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}

interface CompareRowProps extends Pick<CompareListProps, 'side' | 'onOpen'> {
  hit: SearchHit;
  change: RankChange;
}

function CompareRow({ hit, change, side, onOpen }: CompareRowProps): ReactNode {
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(hit)}>
      <span className={styles.rank}>{change.rank}</span>
      <span className={styles.words}>
        <span className={styles.head}>
          <TypeBadge type={hit.contentType} />
          <span className={styles.title}>{hitTitle(hit).title}</span>
        </span>
        <span className={styles.path}>
          {hit.source} · {hit.path}
        </span>
      </span>
      <span className={styles.change}>
        <span data-change={colourOf(change, side)}>
          {change.kind === 'same' ? <span className="visually-hidden">same rank</span> : describeChange(change, side)}
        </span>
        <span className={styles.score}>{formatScore(hit.score)}</span>
      </span>
    </button>
  );
}

/** Ups and downs are told by the second list; the first one only says what is lost. */
function colourOf({ kind }: RankChange, side: 'first' | 'second'): string {
  if (kind === 'alone') return side === 'first' ? 'lost' : 'new';
  return side === 'first' ? 'same' : kind;
}
