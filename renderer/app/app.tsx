import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HubState } from '../../main/contract/hub-contract.ts';
import type { HubConnection } from '../rpc-client/hub-connection.ts';
import { HubProvider } from '../rpc-client/hub-provider.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Announcer } from './announcer.tsx';
import { Shell } from './shell.tsx';

interface AppProps {
  connection: HubConnection;
  /** The service's states where somebody has begun to follow them. */
  states: AsyncIterableIterator<HubState> | null;
  queries: QueryClient;
}

/** Everything in the window. */
export function App({ connection, states, queries }: AppProps): ReactNode {
  return (
    // Some of the primitives would write <style> elements, which the content policy forbids.
    <CSPProvider disableStyleElements>
      <HubProvider connection={connection} states={states} queries={queries}>
        <Tooltip.Provider delay={500}>
          <Shell />
          <Toasts />
          <Announcer />
        </Tooltip.Provider>
      </HubProvider>
    </CSPProvider>
  );
}
