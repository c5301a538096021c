import { useSyncExternalStore } from 'react';
import type { ConnectionState } from '../../main/rpc/client-api.ts';
import { useHub } from './hub-client.ts';

/** How the connection to the service stands. */
export function useConnection(): ConnectionState {
  const connection = useHub();
  return useSyncExternalStore(
    (listener) => connection.subscribe(listener),
    () => connection.state,
  );
}
