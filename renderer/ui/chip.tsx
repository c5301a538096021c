import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { Icon } from './icon.tsx';

interface ChipProps {
  /** What kind of thing it is, e.g. the name of a filter. */
  name?: string;
  value: string;
  onRemove?: () => void;
}

/** A choice that is in force and can be taken back. */
export function Chip({ name, value, onRemove }: ChipProps): ReactNode {
  return (
    <span className={styles.chip}>
      <span className={styles.text} title={value}>
        {name !== undefined && <span className={styles.name}>{name} </span>}
        {value}
      </span>
      {onRemove !== undefined && (
        <button type="button" className={styles.remove} onClick={onRemove} aria-label={`Remove ${name ?? ''} ${value}`}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
