import { filterSchema, type SearchFiltersInput } from '../../main/contract/search.ts';

export type FilterName = keyof SearchFiltersInput;

export const filterNames = Object.keys(filterSchema.shape) as FilterName[];

/** Filters that take one value; the others take any of several. */
const singleFilters: ReadonlySet<FilterName> = new Set<FilterName>([
  'path',
  'module',
  'class_name',
  'is_dataclass',
  'yields',
  'calls',
  'imports',
  'base_class',
  'version',
  'version_filter',
]);

export function takesSeveral(name: FilterName): boolean {
  return !singleFilters.has(name);
}

/** Filters out of an address: `f.source=pipecat&f.source=docs`. What is unknown or not valid is left out. */
export function readFilters(params: URLSearchParams): SearchFiltersInput {
  const filters: Record<string, unknown> = {};
  for (const name of filterNames) {
    const values = params.getAll(`f.${name}`).filter((value) => value.trim() !== '');
    if (values.length === 0) continue;
    const value = takesSeveral(name) ? values : values[0];
    if (filterSchema.shape[name].safeParse(value).success) filters[name] = value;
  }
  return filters;
}

export function writeFilters(filters: SearchFiltersInput, params: URLSearchParams): void {
  for (const name of filterNames) for (const value of filterValues(filters, name)) params.append(`f.${name}`, value);
}

/** The values of one filter as a list of text, whichever way they were given. */
export function filterValues(filters: SearchFiltersInput, name: FilterName): string[] {
  const value = filters[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}
