import type { ReactNode } from 'react';
import { Keys } from '../../ui/keys.tsx';
import styles from './reading-pane.module.css';

const hints: readonly { keys: string; text: string }[] = [
  { keys: 'ArrowDown', text: 'goes into the list, and through it' },
  { keys: 'Enter', text: 'goes into the text' },
  { keys: 'e', text: 'explains a score' },
  { keys: '/', text: 'goes back to the search' },
];

/** What stands beside the list while nothing is being read. */
export function NothingOpen(): ReactNode {
  return (
    <div className={styles.nothing}>
      <p>Choose a result to read it here.</p>
      <dl className={styles.hints}>
        {hints.map(({ keys, text }) => (
          <div key={keys}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
