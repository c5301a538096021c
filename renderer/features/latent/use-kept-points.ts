import { useQuery } from '@tanstack/react-query';
import type { SearchFiltersInput, SearchTool } from '../../../main/contract/search.ts';
import type { HubConnection } from '../../rpc-client/hub-connection.ts';
import { useHub } from '../../rpc-client/hub-client.ts';
import { foreignFilters } from './model/filter-points.ts';
import { pointOf, type MapModel } from './model/map-model.ts';

/** Chunks that are asked for at once, and the most that are asked for at all. */
const pageSize = 200;
const mostChunks = 40_000;

/** Which points pass the filters that the map's columns do not tell; null where no such filter is in force, or its answer is on its way. */
export function useKeptPoints(model: MapModel, tool: SearchTool, filters: SearchFiltersInput): ReadonlySet<number> | null {
  const hub = useHub();
  const foreign = foreignFilters(filters);
  const { data } = useQuery({
    queryKey: ['hub', 'search.browse', 'of the map', tool, foreign],
    queryFn: ({ signal }) => keptChunks(hub, tool, foreign ?? {}, signal),
    enabled: foreign !== null,
  });
  if (foreign === null || data === undefined) return null;
  return new Set(data.flatMap((chunkId) => pointOf(model, chunkId) ?? []));
}

async function keptChunks(
  hub: HubConnection,
  tool: SearchTool,
  filters: SearchFiltersInput,
  signal: AbortSignal,
): Promise<string[]> {
  const chunkIds: string[] = [];
  for (let offset = 0; offset < mostChunks; offset += pageSize) {
    const { total, hits } = await hub.call('search.browse', { tool, filters, offset, limit: pageSize }, { signal });
    for (const { chunkId } of hits) chunkIds.push(chunkId);
    if (hits.length === 0 || chunkIds.length >= total) break;
  }
  return chunkIds;
}
