import type { ReactNode } from 'react';
import type { LatentLayout, LatentPhase } from '../../../main/contract/latent.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './latent-screen.module.css';

const phaseTitles: Record<LatentPhase, string> = {
  load: 'Reading the vectors',
  neighbours: 'Finding the nearest neighbours of each chunk',
  start: 'Finding where to begin',
  graph: 'Weighing neighbours',
  optimise: 'Laying the map out',
  read: 'Finding clusters and their names',
};

interface LayoutProgressProps {
  progress: LatentLayout['progress'];
  onCancel: () => void;
}

/** How far the map is that is being made. */
export function LayoutProgress({ progress: { phase, done, total }, onCancel }: LayoutProgressProps): ReactNode {
  const title = phaseTitles[phase];
  return (
    <div className={styles.progress} role="status">
      <span className={styles.progressTitle}>{title}…</span>
      {total > 0 && (
        <span className={styles.muted}>
          {formatNumber(done)} of {formatNumber(total)}
        </span>
      )}
      <Button size="small" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <ProgressBar label={title} value={total > 0 ? done / total : null} className={styles.progressBar} />
    </div>
  );
}
