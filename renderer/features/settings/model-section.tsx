import type { ReactNode } from 'react';
import type { Setting } from '../../../main/contract/settings.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { SettingField } from './setting-field.tsx';
import { settingsOf } from './setting-groups.ts';
import styles from './settings-screen.module.css';

/** The embedding model: which, where, and what to do when it is not there. */
export function ModelSection({ settings }: { settings: readonly Setting[] }): ReactNode {
  const { data: status } = useCall('hub.status', {});
  return (
    <>
      {status !== undefined && (
        <>
          {status.model.state === 'missing' && (
            <div className={styles.warning}>
              <Icon name="alert" />
              <span>
                <strong>It is not there.</strong> Until it is, everything is indexed and searched by words. {status.model.message}
              </span>
            </div>
          )}
          <dl className={styles.facts}>
            {status.model.id !== '' && (
              <>
                <dt>Model</dt>
                <dd>{status.model.id}</dd>
              </>
            )}
            <dt>Place</dt>
            <dd>{status.model.path ?? 'not found'}</dd>
            {status.model.state === 'found' && (
              <>
                <dt>Found</dt>
                <dd>{status.model.message}</dd>
              </>
            )}
            <dt>Not embedded yet</dt>
            <dd>
              {status.pendingTexts === 0
                ? 'nothing: every text has its vector'
                : `${plural(status.pendingTexts, 'text')}; a refresh embeds them`}
            </dd>
          </dl>
        </>
      )}
      {settingsOf(settings, 'model').map((setting) => (
        <SettingField key={setting.name} setting={setting} />
      ))}
    </>
  );
}
