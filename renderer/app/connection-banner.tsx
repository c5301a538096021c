import { useEffect, useState, type ReactNode } from 'react';
import type { ConnectionState } from '../../main/rpc/client-api.ts';
import { useHub } from '../rpc-client/hub-client.ts';
import { useConnection } from '../rpc-client/use-connection.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './connection-banner.module.css';
import { secondsUntil } from './seconds-until.ts';

/** A connection that is there sooner needs no words. Unit: ms. */
const patienceMs = 300;

/** Says that the service cannot be reached, and what happens about it; nothing while all is well. */
export function ConnectionBanner(): ReactNode {
  const state = useConnection();
  const isLate = useDelayed(state.name === 'connecting', patienceMs);
  if (state.name === 'open' || (state.name === 'connecting' && !isLate)) return null;
  return (
    <div className={styles.banner} data-state={state.name} role="status">
      <Words state={state} />
    </div>
  );
}

function Words({ state }: { state: ConnectionState }): ReactNode {
  const hub = useHub();
  switch (state.name) {
    case 'open':
      return null;
    case 'connecting':
      return (
        <>
          <Spinner label="Connecting" />
          <span className={styles.text}>Connecting to the service…</span>
        </>
      );
    case 'incompatible':
      return (
        <>
          <Icon name="alert" />
          <span className={styles.text}>
            <strong>This window and the service are of different versions.</strong> {state.message}
          </span>
          <Button size="small" onClick={() => window.location.reload()}>
            Load again
          </Button>
        </>
      );
    case 'lost':
      return (
        <>
          <Icon name="alert" />
          <span className={styles.text}>
            <strong>The connection to the service is lost.</strong> {state.reason} <Countdown retryAt={state.retryAt} />
          </span>
          <Button size="small" onClick={() => hub.retryNow()} disabled={state.retryAt === null}>
            Try now
          </Button>
        </>
      );
  }
}

function Countdown({ retryAt }: { retryAt: number | null }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  // Counting down aloud would drown everything else.
  return (
    <span aria-hidden="true">{retryAt === null ? 'Trying again…' : `Next attempt in ${secondsUntil(retryAt, now)} s.`}</span>
  );
}

/** Whether something has been true for that long. */
function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    const timer = setTimeout(() => setIsPast(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsPast(false);
    };
  }, [condition, milliseconds]);
  return condition && isPast;
}
