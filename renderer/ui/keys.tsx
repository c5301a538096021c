import type { ReactNode } from 'react';
import { keyText } from './key-text.ts';
import styles from './keys.module.css';
import { isMac } from './platform.ts';

interface KeysProps {
  /** In the notation of the command list, e.g. `$mod+k`. */
  keys: string;
}

/** A shortcut, key by key. */
export function Keys({ keys }: KeysProps): ReactNode {
  const presses = keyText(keys, isMac());
  return (
    <span className={styles.keys}>
      {presses.map((parts, press) => (
        <span key={`${press} ${parts.join('+')}`} className={styles.press}>
          {press > 0 && <span className={styles.then}>then</span>}
          {parts.map((part) => (
            <kbd key={part} className={styles.key}>
              {part}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
