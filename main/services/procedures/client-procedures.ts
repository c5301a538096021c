import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import { bridgeCommand } from '../clients/bridge-command.ts';
import { Clients } from '../clients/clients.ts';
import type { ServiceParts } from './service-parts.ts';

type Names = 'clients.list' | 'clients.connect' | 'clients.disconnect' | 'clients.snippet';

/** Agents on this machine. */
export function clientProcedures({ dataDirectory }: Pick<ServiceParts, 'dataDirectory'>): Pick<Handlers<HubContract>, Names> {
  const clients = new Clients({ bridge: () => bridgeCommand(dataDirectory) });
  return {
    'clients.list': ({ folder }) => clients.list(folder),
    'clients.connect': (target, { signal }) => clients.connect(target, signal),
    'clients.disconnect': (target, { signal }) => clients.disconnect(target, signal),
    'clients.snippet': (target) => clients.snippet(target),
  };
}
