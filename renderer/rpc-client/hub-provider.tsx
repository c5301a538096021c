import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { followHubState } from './follow-hub-state.ts';
import { HubConnectionContext } from './hub-client.ts';
import type { HubConnection } from './hub-connection.ts';

interface HubProviderProps {
  connection: HubConnection;
  queries: QueryClient;
  children: ReactNode;
}

/** Gives the window its connection, its cache of answers and the service's state. */
export function HubProvider({ connection, queries, children }: HubProviderProps): ReactNode {
  useEffect(() => {
    const leaving = new AbortController();
    void followHubState(connection, queries, leaving.signal);
    // Whatever was answered before a loss may be old; what failed because of it is asked again.
    let wasInterrupted = false;
    const unsubscribe = connection.subscribe(() => {
      const { name } = connection.state;
      if (name === 'lost' || name === 'incompatible') wasInterrupted = true;
      else if (name === 'open' && wasInterrupted) {
        wasInterrupted = false;
        void queries.invalidateQueries();
      }
    });
    return () => {
      leaving.abort();
      unsubscribe();
    };
  }, [connection, queries]);
  return (
    <HubConnectionContext value={connection}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </HubConnectionContext>
  );
}
