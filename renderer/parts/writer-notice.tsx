import type { ReactNode } from 'react';
import { useHubState } from '../rpc-client/hub-state.ts';
import { useConnection } from '../rpc-client/use-connection.ts';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './notice.module.css';

/** Whether sources can be added and changed from here now. */
export function useCanWrite(): boolean {
  const connection = useConnection();
  const locked = useHubState((state) => state?.writer.state === 'locked');
  return connection.name === 'open' && !locked;
}

/** Says why sources cannot be changed, and what to do; nothing while they can. */
export function WriterNotice(): ReactNode {
  const writer = useHubState((state) => state?.writer ?? null);
  if (writer === null || writer.state === 'ready' || writer.state === 'starting') return null;
  if (writer.state === 'restarting')
    return (
      <div className={styles.notice} role="status">
        <Spinner label="Restarting" />
        <span className={styles.text}>
          <strong>The indexer is starting again.</strong> {writer.message ?? 'Work that was under way goes on by itself.'}
        </span>
      </div>
    );
  return (
    <div className={styles.notice} data-tone="warning" role="status">
      <Icon name="alert" />
      <span className={styles.text}>
        <strong>Sources can be read here, not changed.</strong>{' '}
        {writer.message ?? 'Another process owns the data directory. Close it, and this window takes over.'}
      </span>
    </div>
  );
}
