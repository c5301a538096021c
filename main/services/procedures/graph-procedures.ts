import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import { callGraphOf } from '../graph/call-graph.ts';
import type { ServiceParts } from './service-parts.ts';

/** Callers and callees. */
export function graphProcedures({ answering }: Pick<ServiceParts, 'answering'>): Pick<Handlers<HubContract>, 'read.callGraph'> {
  return {
    'read.callGraph': ({ chunkId }) => answering.use((hub) => callGraphOf(hub.connection, chunkId)),
  };
}
