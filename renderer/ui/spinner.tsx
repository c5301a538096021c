import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

interface SpinnerProps {
  /** What is waited for; for screen readers. */
  label?: string;
  className?: string;
}

/** Appears when something takes longer than 150 ms. */
export function Spinner({ label = 'Loading', className }: SpinnerProps): ReactNode {
  return <span role="status" aria-label={label} className={classNames(styles.spinner, className)} />;
}
