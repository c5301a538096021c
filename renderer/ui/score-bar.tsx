import type { ReactNode } from 'react';
import { formatScore } from './format.ts';
import styles from './score-bar.module.css';

interface ScoreBarProps {
  /** 0 to 1. */
  value: number;
  label?: string;
}

/** A score as a number and as a length. */
export function ScoreBar({ value, label = 'Score' }: ScoreBarProps): ReactNode {
  return (
    <span className={styles.score} role="img" aria-label={`${label} ${formatScore(value)}`}>
      <span className={styles.track}>
        <span className={styles.bar} style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }} />
      </span>
      {formatScore(value)}
    </span>
  );
}
