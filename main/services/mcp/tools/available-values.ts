import type { SearchFiltersInput, SearchTool } from '../../../contract/search.ts';
import { areasOf, namesLike } from '../../../store/area-listing.ts';
import type { Hub } from '../../hub.ts';
import { contentTypesOf } from '../../retrieval/scope.ts';
import { contentTypes } from '../../../contract/vocabulary.ts';

/** Most values of one filter that an answer lists. */
const mostValues = 15;
/** Filters whose values are not counted. */
const uncounted: ReadonlySet<string> = new Set(['path', 'repo', 'source', 'version_filter']);

/** What the filters in use could be, of everything that the tool searches: for an answer that nothing passed. */
export async function availableValues(
  hub: Hub,
  tool: SearchTool,
  filters: SearchFiltersInput,
  signal: AbortSignal,
): Promise<Record<string, string[]>> {
  const names = Object.keys(filters);
  const values: Record<string, string[]> = {};
  if (names.includes('path')) values['area'] = areasOf(hub.connection, contentTypesOf(tool) ?? contentTypes).slice(0, mostValues);
  if (names.includes('repo') || names.includes('source'))
    values['repo'] = [...new Set(hub.reader.sources().map(({ repo }) => repo))].slice(0, mostValues);
  if (names.some((name) => !uncounted.has(name))) {
    const { facets } = await (await hub.facets()).count({ query: '', tool }, signal);
    for (const facet of facets) {
      if (!names.includes(facet.filter)) continue;
      values[facet.filter] = facet.values.slice(0, mostValues).map(({ value }) => value);
    }
  }
  // There are too many to count; what is written alike is what was meant.
  const { class_name: className, module } = filters;
  const classes = className === undefined ? [] : namesLike(hub.connection, 'class', className, mostValues);
  const modules = module === undefined ? [] : namesLike(hub.connection, 'module', module.split('.').at(-1)!, mostValues);
  return {
    ...values,
    ...(classes.length > 0 ? { class_name: classes } : {}),
    ...(modules.length > 0 ? { module: modules } : {}),
  };
}
