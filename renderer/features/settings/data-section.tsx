import type { ReactNode } from 'react';
import type { Setting } from '../../../main/contract/settings.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { copyText } from '../../state/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { showToast } from '../../ui/toast.tsx';
import { SettingField } from './setting-field.tsx';
import { settingsOf } from './setting-groups.ts';
import styles from './settings-screen.module.css';

/** Where the index lies, and how the work on it is done. */
export function DataSection({ settings }: { settings: readonly Setting[] }): ReactNode {
  const { data: status } = useCall('hub.status', {});
  return (
    <>
      {status !== undefined && (
        <dl className={styles.facts}>
          <dt>Version</dt>
          <dd>
            {status.version}, {status.host === 'desktop' ? 'desktop app' : 'in a browser'}
          </dd>
          <dt>Database</dt>
          <dd>{formatBytes(status.databaseBytes)}</dd>
        </dl>
      )}
      {settingsOf(settings, 'data').map((setting) => (
        <SettingField key={setting.name} setting={setting}>
          {setting.name === 'dataDirectory' && <Moving directory={String(setting.value)} />}
        </SettingField>
      ))}
    </>
  );
}

function Moving({ directory }: { directory: string }): ReactNode {
  return (
    <details>
      <summary className={styles.muted}>How to move it</summary>
      <ol className={styles.steps}>
        <li>Stop every Context Hub that uses it, this one too.</li>
        <li>Move the folder; it holds everything, the settings as well.</li>
        <li>
          Start with <code>--data-dir NEW-PLACE</code>, or set <code>CONTEXT_HUB_DATA_DIR</code>.
        </li>
      </ol>
      <Button
        size="small"
        icon="copy"
        onClick={async () =>
          showToast({ title: (await copyText(directory)) ? 'The path is copied' : 'The clipboard is not available' })
        }
      >
        Copy the path
      </Button>
    </details>
  );
}
