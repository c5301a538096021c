import { useRested } from '../../../parts/filters/use-rested.ts';
import { scopeOf, viewOf } from '../../../parts/filters/search-scope.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { toolCounts, type ToolCounts } from './tool-counts.ts';

/** Longer than the filters wait, which ask the same while everything is searched. Unit: ms. */
const restMs = 300;

/**
 * What each tab would list, as the filters count it; null where nothing is looked for or it is not known yet.
 * @param total what the tab that is open lists, where that is known better.
 */
export function useToolCounts(route: SearchRoute, total: number | null, isReady: boolean): ToolCounts | null {
  const input = { query: route.query, ...scopeOf(route), tool: 'any' as const };
  const hasRested = useRested(JSON.stringify(input), restMs);
  const isAsked = viewOf(route) !== 'start';
  const { data, isPlaceholderData } = useCall('search.facets', input, { enabled: isAsked && isReady && hasRested });
  if (!isAsked || data === undefined || isPlaceholderData) return null;
  const counts = toolCounts(data.facets);
  return total === null ? counts : { ...counts, [route.tool]: total };
}
