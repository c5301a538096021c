import type { SearchFiltersInput } from '../../../contract/search.ts';

/** Names that agents give the arguments of searches. */
export const searchAliases = {
  q: 'query',
  text: 'query',
  top_k: 'limit',
  k: 'limit',
  max_results: 'limit',
  format: 'response_format',
};

/** The version in use, by either name, and what to do with others. */
export function versionFilters(input: {
  version?: string | undefined;
  pipecat_version?: string | undefined;
  version_filter?: 'prefer' | 'only' | 'compatible_only' | undefined;
}): SearchFiltersInput {
  const version = input.version ?? input.pipecat_version;
  const { version_filter: mode } = input;
  return {
    ...(version === undefined ? {} : { version }),
    ...(mode === undefined ? {} : { version_filter: mode === 'prefer' ? 'prefer' : 'only' }),
  };
}
