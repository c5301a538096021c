import type { ReactNode } from 'react';
import type { Setting } from '../../../main/contract/settings.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { SettingField } from './setting-field.tsx';
import { settingsOf } from './setting-groups.ts';
import styles from './settings-screen.module.css';

/** Which vector store answers, why, and what was tried before it. */
export function VectorsSection({ settings }: { settings: readonly Setting[] }): ReactNode {
  const { data: status } = useCall('hub.status', {});
  const vectors = status?.vectors ?? null;
  return (
    <>
      <p className={styles.muted}>
        Vectors live in SQLite. Chroma is a copy for searching that is filled again when it is lost; where it cannot run, the
        embedded index answers the same questions exactly.
      </p>
      {status !== undefined && (
        <dl className={styles.facts}>
          <dt>Answers now</dt>
          <dd>{vectors === null ? 'none: there is nothing to search by meaning yet' : vectors.kind}</dd>
          {vectors !== null && (
            <>
              <dt>Why</dt>
              <dd>{vectors.reason}</dd>
            </>
          )}
          {vectors !== null && vectors.tried.length > 0 && (
            <>
              <dt>Tried</dt>
              <dd>
                <ul>
                  {vectors.tried.map(({ what, outcome }) => (
                    <li key={what}>
                      {what}: <span className={styles.muted}>{outcome}</span>
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
      )}
      {settingsOf(settings, 'vectors').map((setting) => (
        <SettingField key={setting.name} setting={setting} />
      ))}
    </>
  );
}
