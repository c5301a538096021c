import type { ReactNode } from 'react';
import { useCall } from '../rpc-client/use-call.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './notice.module.css';

/** Says that there is no embedding model and what to do; nothing where there is one. */
export function ModelNotice(): ReactNode {
  const { data: status } = useCall('hub.status', {});
  if (status === undefined || status.model.state === 'found') return null;
  return (
    <div className={styles.notice} data-tone="warning" role="status">
      <Icon name="alert" />
      <span className={styles.text}>
        <strong>There is no embedding model on this machine.</strong> Everything is indexed and searched by words; what means the
        same is found once the model is there. <a href="#/settings/model">Model settings</a>
        <details>
          <summary>What to do</summary>
          {status.model.message}
        </details>
      </span>
    </div>
  );
}
