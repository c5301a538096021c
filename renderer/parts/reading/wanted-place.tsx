import type { ReactNode } from 'react';
import styles from './wanted-place.module.css';
import type { Wanted } from './wanted-places.ts';

/** A place that a search should find, in one line. */
export function WantedPlace({ place }: { place: Wanted }): ReactNode {
  return (
    <span className={styles.place} title={`${place.source} ${place.path}`}>
      {place.symbol !== undefined && <code>{place.symbol}</code>}
      <span className={styles.path}>
        {place.source} · {place.path}
      </span>
    </span>
  );
}
