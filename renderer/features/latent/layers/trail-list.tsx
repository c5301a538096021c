import type { ReactNode } from 'react';
import type { Trail } from '../../../../main/contract/latent.ts';
import { hitTitle } from '../../../parts/hits/hit-title.ts';
import { TypeBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatScore } from '../../../ui/format.ts';
import { ScoreBar } from '../../../ui/score-bar.tsx';
import styles from '../panels/panels.module.css';
import { channelTitles } from './trail-overlay.ts';

interface TrailListProps {
  trail: Trail;
  onChoose: (point: number | null) => void;
  onFrame: () => void;
}

/** The hits of a trail with the ranks that brought them there, and what was removed on the way. */
export function TrailList({ trail, onChoose, onFrame }: TrailListProps): ReactNode {
  return (
    <>
      {trail.hits.length > 0 && (
        <div className={styles.actions}>
          <Button size="small" variant="quiet" onClick={onFrame}>
            Frame the trail
          </Button>
        </div>
      )}
      <ol aria-label="Hits">
        {trail.hits.map(({ hit, rank, point, channel, vectorRank, keywordRank, distance }) => (
          <li key={hit.chunkId}>
            <button type="button" className={styles.entry} disabled={point === null} onClick={() => onChoose(point)}>
              <span className={styles.rowHead}>
                <span className={styles.rank}>{rank}</span>
                <TypeBadge type={hit.contentType} />
                <span className={styles.rowTitle}>{hitTitle(hit).title}</span>
                <span className={styles.rowEnd}>
                  <ScoreBar value={hit.score} />
                </span>
              </span>
              <span className={styles.rowPlace}>
                {channelTitles[channel]}
                {vectorRank !== null && ` · meaning ${vectorRank}`}
                {keywordRank !== null && ` · words ${keywordRank}`}
                {distance !== null && ` · distance ${formatScore(distance)}`}
                {point === null && ' · not on the map'}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {trail.removed.length > 0 && (
        <>
          <h2 className={styles.subhead}>Removed on the way</h2>
          <ul aria-label="Removed">
            {trail.removed.map(({ hit, point, by, rank, vectorRank, keywordRank }) => (
              <li key={hit.chunkId}>
                <button type="button" className={styles.entry} disabled={point === null} onClick={() => onChoose(point)}>
                  <span className={styles.rowHead}>
                    <TypeBadge type={hit.contentType} />
                    <span className={styles.rowTitle}>{hitTitle(hit).title}</span>
                  </span>
                  <span className={styles.rowPlace}>
                    {by === 'filter' ? 'left out by a filter' : `ranking put it at ${rank ?? 'the end'}`}
                    {vectorRank !== null && ` · meaning ${vectorRank}`}
                    {keywordRank !== null && ` · words ${keywordRank}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
