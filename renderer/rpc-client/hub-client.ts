import { createContext, use } from 'react';
import type { HubConnection } from './hub-connection.ts';

export const HubConnectionContext = createContext<HubConnection | null>(null);

/** The client of the service, for what no hook covers. */
export function useHub(): HubConnection {
  const connection = use(HubConnectionContext);
  if (connection === null) throw new Error('useHub is called outside of HubProvider.');
  return connection;
}
