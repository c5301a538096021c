import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { HubState } from '../../main/contract/hub-contract.ts';
import { followHubState } from './follow-hub-state.ts';
import { HubConnectionContext } from './hub-client.ts';
import type { HubConnection } from './hub-connection.ts';

interface HubProviderProps {
  connection: HubConnection;
  /** The service's states where somebody has begun to follow them. */
  states: AsyncIterableIterator<HubState> | null;
  queries: QueryClient;
  children: ReactNode;
}

/** Gives the window its connection, its cache of answers and the service's state. */
export function HubProvider({ connection, states, queries, children }: HubProviderProps): ReactNode {
  useEffect(() => {
    const leaving = new AbortController();
    void followHubState(connection, queries, leaving.signal, states);
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
  }, [connection, states, queries]);
  return (
    <HubConnectionContext value={connection}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </HubConnectionContext>
  );
}
