import type { ReactNode } from 'react';
import type { LatentLabel } from '../../../../main/contract/latent.ts';
import { contentTypes } from '../../../../main/contract/vocabulary.ts';
import { contentTypeTitles } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { useMap } from '../map-state.ts';
import styles from './panels.module.css';
import type { PanelProps } from './panel-props.ts';

/** The clusters of the level whose names are on the map, the largest first. */
export function ClustersPanel({ model, picture, onChoose }: PanelProps): ReactNode {
  const level = useMap((map) => map.level);
  const clusters = model.labels[level] ?? [];
  const column = model.points.reading?.clusters[level];
  if (clusters.length === 0 || column === undefined)
    return (
      <EmptyState icon="map" title={column === undefined ? 'No clusters yet' : 'No clusters'}>
        {column === undefined
          ? 'They are found once the map is laid out.'
          : 'No chunks of this map form a group: it has too few, or all are unlike each other.'}
      </EmptyState>
    );
  const pointsOf = (cluster: number): Uint32Array => {
    const points: number[] = [];
    for (let point = 0; point < column.length; point += 1) if (column[point] === cluster) points.push(point);
    return Uint32Array.from(points);
  };
  return (
    <div className={styles.scroll}>
      <p className={styles.note}>
        {plural(clusters.length, 'cluster')} of chunks that are each other’s neighbours by meaning. Brackets [ and ] change the
        size. Distances between clusters on the map say little.
      </p>
      <ul aria-label="Clusters">
        {clusters
          .toSorted((a, b) => b.points - a.points)
          .map((cluster) => (
            <li key={cluster.cluster} className={styles.cluster}>
              <button type="button" className={styles.entry} onClick={() => picture.current?.frame(pointsOf(cluster.cluster))}>
                <span className={styles.rowHead}>
                  <span className={cluster.kind === 'terms' ? styles.rowTitle : styles.rowCode}>{cluster.name}</span>
                  <span className={styles.rowEnd}>{formatNumber(cluster.points)}</span>
                </span>
                <span className={styles.rowPlace}>{clusterDetail(cluster)}</span>
                <TypeShare cluster={cluster} />
              </button>
              <div className={styles.clusterActions}>
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => useMap.setState({ selection: pointsOf(cluster.cluster), panel: 'list' })}
                >
                  Select
                </Button>
                {cluster.medoids[0] !== undefined && (
                  <Button size="small" variant="quiet" onClick={() => onChoose(cluster.medoids[0]!)}>
                    Typical chunk
                  </Button>
                )}
              </div>
            </li>
          ))}
      </ul>
    </div>
  );
}

function clusterDetail({ byType, terms, name }: LatentLabel): string {
  const types = contentTypes
    .filter((type) => (byType[type] ?? 0) > 0)
    .map((type) => `${formatNumber(byType[type] ?? 0)} ${contentTypeTitles[type]}`);
  const words = terms.filter((term) => !name.includes(term)).slice(0, 4);
  return [types.join(', '), words.join(', ')].filter(Boolean).join(' · ');
}

/** How the types share a cluster, as a bar; the words above say it too. */
function TypeShare({ cluster }: { cluster: LatentLabel }): ReactNode {
  return (
    <span className={styles.share} aria-hidden="true">
      {contentTypes.map((type) => (
        <span key={type} data-type={type} style={{ flexGrow: cluster.byType[type] ?? 0 }} />
      ))}
    </span>
  );
}
