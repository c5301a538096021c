import { memo, type ReactNode } from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { Badge, TypeBadge } from '../../../ui/badge.tsx';
import { ScoreBar } from '../../../ui/score-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './hit-row.module.css';
import { hitShape } from './hit-shape.ts';
import { Marked } from './marked.tsx';
import { Snippet } from './snippet.tsx';

interface HitRowProps {
  hit: SearchHit;
  /** Beginnings of the words that are marked. */
  stems: readonly string[];
  /** Without snippet and score: of a list that nobody ranked. */
  isPlain?: boolean;
}

/** One hit: what it is, where it is, and why it may be the one. */
export const HitRow = memo(function HitRow({ hit, stems, isPlain = false }: HitRowProps): ReactNode {
  const { title, detail, snippet, note } = hitShape(hit);
  return (
    <div className={styles.hit}>
      <div className={styles.head}>
        <TypeBadge type={hit.contentType} />
        <span className={hit.symbol === null ? styles.title : styles.symbol}>
          <Marked text={title} stems={stems} />
        </span>
        {hit.deprecated !== null && hit.deprecated.part === undefined && (
          <Badge tone="warning" title={hit.deprecated.note}>
            {hit.deprecated.since === undefined ? 'deprecated' : `deprecated since ${hit.deprecated.since}`}
          </Badge>
        )}
        <span className={styles.gap} />
        <span className={styles.score} data-map title="Show on the map">
          <Icon name="map" size={14} />
        </span>
        {!isPlain && (
          <span className={styles.score} data-explain title="Explain the score">
            <ScoreBar value={hit.score} />
          </span>
        )}
      </div>
      <div className={styles.place}>
        <span className={styles.source}>{hit.source}</span>
        {/* The end of a path says most: it is the beginning that is cut. */}
        <span className={styles.path}>
          <bdi>{hit.path}</bdi>
        </span>
        <span className={styles.lines}>
          {hit.lines.start}–{hit.lines.end}
        </span>
      </div>
      {detail !== null && !isPlain && <div className={styles.trail}>{detail}</div>}
      {!isPlain && snippet !== null && <Snippet snippet={snippet} stems={stems} />}
      {!isPlain && note !== null && <div className={styles.note}>{note}</div>}
    </div>
  );
});
