import type { ReactNode } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './waiting.module.css';

/** In the place of a whole part while it is read: what is waited for, in words. */
export function Waiting({ label }: { label: string }): ReactNode {
  return (
    <p className={styles.waiting}>
      <Spinner label={label} />
      <span aria-hidden="true">{label} …</span>
    </p>
  );
}
