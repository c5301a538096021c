import type { SearchFiltersInput } from '../../main/contract/search.ts';
import {
  chunkIdPattern,
  filterKinds,
  mostChunkIds,
  type FilterKind,
  type FilterName,
} from '../../main/contract/search-vocabulary.ts';

export type { FilterName };

export const filterNames = Object.keys(filterKinds) as FilterName[];

export function takesSeveral(name: FilterName): boolean {
  const kind: FilterKind = filterKinds[name];
  return kind === 'several' || kind === 'ids';
}

/** Filters out of an address: `f.source=pipecat&f.source=docs`. What is unknown or not valid is left out. */
export function readFilters(params: URLSearchParams): SearchFiltersInput {
  const filters: Record<string, unknown> = {};
  for (const name of filterNames) {
    const values = params.getAll(`f.${name}`).filter((value) => value.trim() !== '');
    if (values.length > 0 && isValid(filterKinds[name], values)) filters[name] = takesSeveral(name) ? values : values[0];
  }
  return filters;
}

/** @param values none of which is blank. */
function isValid(kind: FilterKind, values: readonly string[]): boolean {
  if (kind === 'several' || kind === 'one') return true;
  if (kind === 'flag') return values[0] === 'true' || values[0] === 'false';
  if (kind === 'ids') return values.length <= mostChunkIds && values.every((value) => chunkIdPattern.test(value.trim()));
  return kind.includes(values[0]!);
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
