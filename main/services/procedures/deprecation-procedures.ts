import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import { findDeprecations } from '../deprecations/find-deprecations.ts';
import type { ServiceParts } from './service-parts.ts';

/** What is deprecated, and what to use instead. */
export function deprecationProcedures({
  answering,
}: Pick<ServiceParts, 'answering'>): Pick<Handlers<HubContract>, 'deprecations.find'> {
  return {
    'deprecations.find': (question) => answering.use((hub) => findDeprecations(hub.connection, question)),
  };
}
