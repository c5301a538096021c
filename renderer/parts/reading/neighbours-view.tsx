import type { ReactNode } from 'react';
import { useCall } from '../../rpc-client/use-call.ts';
import { TypeBadge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScoreBar } from '../../ui/score-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { hitTitle } from '../hits/hit-title.ts';
import styles from './reading-pane.module.css';

interface NeighboursViewProps {
  chunkId: string;
  onOpenChunk: (chunkId: string) => void;
}

/** Chunks that mean nearly the same, the likest first; a press goes there. */
export function NeighboursView({ chunkId, onOpenChunk }: NeighboursViewProps): ReactNode {
  const { data, error, refetch } = useCall('read.neighbours', { chunkId, limit: 20 });
  if (error !== null) return <ErrorState title="The neighbours cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className={styles.nothing}>
        <Spinner />
      </div>
    );
  if (data.hits.length === 0)
    return (
      <EmptyState icon="graph" title="Nothing means the same">
        {data.reason}
      </EmptyState>
    );
  return (
    <ul className={styles.list} aria-label="Similar">
      {data.hits.map((hit) => {
        const { title, detail } = hitTitle(hit);
        return (
          <li key={hit.chunkId}>
            <button type="button" className={styles.entry} onClick={() => onOpenChunk(hit.chunkId)}>
              <span className={styles.entryHead}>
                <TypeBadge type={hit.contentType} />
                <span className={styles.entryName}>{title}</span>
                <span className={styles.entryEnd}>
                  <ScoreBar value={hit.similarity} label="Similarity" />
                </span>
              </span>
              <span className={styles.entryPlace}>
                {hit.source} · {hit.path}:{hit.lines.start}
                {detail !== null && ` · ${detail}`}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
