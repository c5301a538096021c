import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { formatPercent } from './format.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** What advances. */
  label: string;
  /** 0 to 1; null while the end is not known. */
  value: number | null;
  className?: string | undefined;
}

/** How far something is. */
export function ProgressBar({ label, value, className }: ProgressBarProps): ReactNode {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { 'aria-valuenow': Math.round(value * 100), 'aria-valuetext': formatPercent(value) })}
      className={classNames(styles.track, value === null && styles.unknown, className)}
    >
      <span className={styles.bar} style={value === null ? undefined : { width: `${value * 100}%` }} />
    </span>
  );
}
