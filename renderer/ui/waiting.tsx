import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import styles from './waiting.module.css';

/** What stands in the middle of a place whose content is on its way. */
export function Waiting({ label = 'Loading' }: { label?: string }): ReactNode {
  return (
    <div className={styles.waiting}>
      <Spinner label={label} />
    </div>
  );
}
