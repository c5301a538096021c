import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import type { ServiceParts } from './service-parts.ts';

type SearchNames = Extract<keyof HubContract, `search.${string}`>;

/** Finding: ranked, counted, and in the corpus's own order. */
export function searchProcedures(parts: Pick<ServiceParts, 'answering' | 'weights'>): Pick<Handlers<HubContract>, SearchNames> {
  const withSettings = <Input extends { weights?: Record<string, number> | undefined }>(input: Input): Input => ({
    ...input,
    weights: { ...parts.weights(), ...input.weights },
  });
  return {
    'search.run': (input, { signal }) =>
      parts.answering.use(async (hub) => (await hub.retriever()).search(withSettings(input), signal)),
    'search.facets': (input, { signal }) =>
      parts.answering.use(async (hub) => (await hub.facets()).count(withSettings(input), signal)),
    'search.browse': (input) => parts.answering.use((hub) => hub.browse().page(input)),
  };
}
