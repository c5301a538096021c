import type { SearchFiltersInput } from '../../../main/contract/search.ts';
import { filterNames, filterValues, takesSeveral, type FilterName } from '../../router/filters.ts';

/** The filters in the window's words. */
export const filterTitles: Record<FilterName, string> = {
  content_type: 'Type',
  source: 'Source',
  repo: 'Repository',
  path: 'Path',
  language: 'Language',
  chunk_type: 'Kind of chunk',
  module: 'Module',
  class_name: 'Class',
  is_dataclass: 'Dataclass',
  yields: 'Yields',
  calls: 'Calls',
  imports: 'Imports',
  base_class: 'Extends',
  tags: 'Tag',
  domain: 'Domain',
  execution_mode: 'Runs on',
  chunk_id: 'Chunk',
  version: 'Version',
  version_filter: 'Other versions',
};

export interface ActiveFilter {
  name: FilterName;
  value: string;
}

/** Every value that is in force, in the order of the filters. */
export function activeFilters(filters: SearchFiltersInput): ActiveFilter[] {
  return filterNames.flatMap((name) => filterValues(filters, name).map((value) => ({ name, value })));
}

/** The filters with a value added or, where it is in force, taken away. A filter of one value takes the new one instead. */
export function toggleFilter(filters: SearchFiltersInput, name: FilterName, value: string): SearchFiltersInput {
  const values = filterValues(filters, name);
  if (values.includes(value))
    return withValues(
      filters,
      name,
      values.filter((each) => each !== value),
    );
  return withValues(filters, name, takesSeveral(name) ? [...values, value] : [value]);
}

export function withoutFilter(filters: SearchFiltersInput, name: FilterName): SearchFiltersInput {
  return withValues(filters, name, []);
}

function withValues(filters: SearchFiltersInput, name: FilterName, values: readonly string[]): SearchFiltersInput {
  const next: Record<string, unknown> = { ...filters };
  if (values.length === 0) delete next[name];
  else next[name] = takesSeveral(name) ? values : values[0];
  return next;
}
