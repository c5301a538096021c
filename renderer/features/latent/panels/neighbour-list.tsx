import type { ReactNode } from 'react';
import { hitTitle } from '../../../parts/hits/hit-title.ts';
import { TypeBadge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatScore } from '../../../ui/format.ts';
import type { MapModel } from '../model/map-model.ts';
import styles from './panels.module.css';
import type { PanelProps } from './panel-props.ts';

interface NeighbourListProps {
  model: MapModel;
  neighbours: NonNullable<PanelProps['neighbours']>;
  onOpenChunk: (chunkId: string) => void;
}

/** The chunks that mean nearly the same, by their vectors, with their true distances: where the map shows them is another matter. */
export function NeighbourList({ model, neighbours, onOpenChunk }: NeighbourListProps): ReactNode {
  if (neighbours.hits.length === 0)
    return (
      <EmptyState icon="graph" title="No neighbours are known">
        {neighbours.reason}
      </EmptyState>
    );
  const width = model.around.radius * 2;
  return (
    <div className={styles.scroll}>
      <p className={styles.note}>
        By their vectors, nearest first, with the true distance (0 is the same). The share beside it is how far apart the map
        shows them, of its width: no measure of likeness.
      </p>
      <ol aria-label="True neighbours">
        {neighbours.hits.map((hit) => {
          const { title } = hitTitle(hit);
          return (
            <li key={hit.chunkId}>
              <button type="button" className={styles.entry} onClick={() => onOpenChunk(hit.chunkId)}>
                <span className={styles.rowHead}>
                  <TypeBadge type={hit.contentType} />
                  <span className={styles.rowTitle}>{title}</span>
                  <span className={styles.rowEnd}>
                    <strong title="True distance">{formatScore(hit.distance)}</strong>
                    <span className={styles.faint} title="Distance on the map, as a share of its width">
                      {hit.mapDistance === null ? 'not on the map' : `map ${Math.round((hit.mapDistance / width) * 100)}%`}
                    </span>
                  </span>
                </span>
                <span className={styles.rowPlace}>
                  {hit.source} · {hit.path}:{hit.lines.start}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
