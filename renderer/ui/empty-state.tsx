import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  /** Why it is empty and what would fill it. */
  children?: ReactNode;
  /** Buttons that do so. */
  actions?: ReactNode;
}

/** What stands where nothing is. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.state}>
      {icon !== undefined && <Icon name={icon} size={24} className={styles.icon} />}
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
