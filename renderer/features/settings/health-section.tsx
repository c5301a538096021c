import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHubState } from '../../rpc-client/hub-state.ts';
import { callKey } from '../../rpc-client/call-key.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './settings-screen.module.css';

const outcomeTitles = { ok: 'in order', repaired: 'repaired', problem: 'problem' } as const;
const outcomeIcons = { ok: 'check', repaired: 'refresh', problem: 'alert' } as const;

/** Checks of everything that the program depends on. */
export function HealthSection(): ReactNode {
  // Asked for once; from then on only by the button.
  const { data, error, refetch, isFetching, dataUpdatedAt } = useCall('hub.doctor', {}, { enabled: false });
  const queries = useQueryClient();
  // It looks at what nobody is writing.
  const isBusy = useHubState((state) => state?.jobs.some(({ state: name }) => name === 'running') === true);
  const problems = data?.filter(({ outcome }) => outcome === 'problem').length ?? 0;
  return (
    <>
      <p className={styles.muted}>
        Looks at the database, the model, the vectors and every source, and repairs what can be repaired. Nothing is lost by it.
      </p>
      <div className={styles.line}>
        <Button icon="check" isBusy={isFetching} onClick={() => void refetch()}>
          {data === undefined ? 'Check now' : 'Check again'}
        </Button>
        {isFetching && (
          <Button icon="stop" onClick={() => void queries.cancelQueries({ queryKey: callKey('hub.doctor', {}) })}>
            Stop
          </Button>
        )}
        <span className={styles.muted} role="status">
          {isFetching
            ? isBusy
              ? 'The checks begin when the job that runs has ended'
              : 'Checking'
            : data !== undefined && (
                <>
                  {problems === 0 ? 'Everything is in order' : plural(problems, 'problem')}, checked{' '}
                  <RelativeTime time={new Date(dataUpdatedAt).toISOString()} />
                </>
              )}
        </span>
      </div>
      {error !== null && !isFetching && (
        <ErrorState title="The checks could not be made" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && error === null && (
        <ul aria-label="Checks">
          {data.map(({ check, outcome, detail }) => (
            <li key={check} className={styles.finding} data-outcome={outcome}>
              <Icon name={outcomeIcons[outcome]} />
              <span>
                {check}
                <span className="visually-hidden">: {outcomeTitles[outcome]}</span>
              </span>
              <span className={styles.detail}>{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
