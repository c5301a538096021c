import { createContext, use, type ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import styles from './waiting.module.css';

/** Why what is on its way does not come now, in words for whoever waits; null while it may come at any moment. */
export const WaitingReason = createContext<string | null>(null);

/** What stands in the middle of a place whose content is on its way. */
export function Waiting({ label = 'Loading' }: { label?: string }): ReactNode {
  const reason = use(WaitingReason);
  return (
    <div className={styles.waiting}>
      {reason === null ? <Spinner label={label} /> : <p className={styles.reason}>{reason}</p>}
    </div>
  );
}

/** The same for a part of a screen, at its beginning: what is waited for, in words that are seen. */
export function WaitingInWords({ label }: { label: string }): ReactNode {
  return (
    <p className={styles.words}>
      <Spinner label={label} />
      <span aria-hidden="true">{label} …</span>
    </p>
  );
}
