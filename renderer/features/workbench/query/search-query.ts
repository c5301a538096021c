import { infiniteQueryOptions } from '@tanstack/react-query';
import type { SearchAnswer } from '../../../../main/contract/search.ts';
import type { Scope } from '../../../parts/filters/search-scope.ts';
import type { HubConnection } from '../../../rpc-client/hub-connection.ts';

/** Hits of the first page: as many as a list shows at once, so that they are there soon. */
const firstPageSize = 12;
/** Hits of the others, which come while the list is read. */
const pageSize = 30;

export interface SearchPage {
  /** Names the question that the page answers. */
  key: string;
  answer: SearchAnswer;
}

/** Names a question. */
export function searchKey(query: string, scope: Scope): string {
  return JSON.stringify({ query, ...scope });
}

/** How a search is asked, page by page. A question that nobody waits for any more is cancelled on the service. */
export function searchQuery(hub: HubConnection, query: string, scope: Scope) {
  const request = { query, ...scope };
  const key = searchKey(query, scope);
  return infiniteQueryOptions({
    queryKey: ['hub', 'search.run', request, 'pages'],
    queryFn: async ({ pageParam, signal }): Promise<SearchPage> => {
      const part = pageParam === null ? { limit: firstPageSize } : { limit: pageSize, cursor: pageParam };
      return { key, answer: await hub.call('search.run', { ...request, ...part, explain: true }, { signal }) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ answer }) => answer.nextCursor,
  });
}
