import type { ReactNode } from 'react';
import { TypeBadge } from '../../ui/badge.tsx';
import { formatPercent } from '../../ui/format.ts';
import styles from './map-picture.module.css';
import { clusterOf, pointFacts, type MapModel } from './model/map-model.ts';
import type { ScreenPlace } from './model/map-view.ts';

interface HoverCardProps {
  model: MapModel;
  point: number;
  place: ScreenPlace;
  level: number;
}

/** What the pointer is at. */
export function HoverCard({ model, point, place, level }: HoverCardProps): ReactNode {
  const facts = pointFacts(model, point);
  const cluster = clusterOf(model, point, level);
  return (
    <div className={styles.card} style={{ left: place.x, top: place.y }} aria-hidden="true">
      <div className={styles.cardHead}>
        <TypeBadge type={facts.type} />
        <strong>{facts.title}</strong>
      </div>
      <div className={styles.cardPlace}>
        {facts.source} · {facts.path}:{facts.lines.start}
      </div>
      {cluster !== null && <div className={styles.cardPlace}>in “{cluster.name}”</div>}
      {facts.trust !== null && (
        <div className={styles.cardPlace}>{formatPercent(facts.trust)} of its true neighbours are near</div>
      )}
    </div>
  );
}
