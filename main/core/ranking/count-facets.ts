import type { Facet } from '../../contract/search.ts';
import { versionKey } from './score-chunks.ts';

/** Filters that are offered with their values, in the order of a screen. */
export const facetFilters = [
  'source',
  'content_type',
  'language',
  'chunk_type',
  'module',
  'class_name',
  'tags',
  'domain',
  'execution_mode',
  'version',
] as const;
export type FacetFilter = (typeof facetFilters)[number];

/** Values listed of one facet. */
const mostValues = 30;

/** Letters of ASCII in lower case: how SQLite compares where case does not count. */
function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** How a filter tells values apart; equal keys are one value. */
function keyOf(filter: FacetFilter, value: string): string {
  return filter === 'module' || filter === 'execution_mode' || filter === 'version' ? value : fold(value);
}

/** A value of a hit as its filter would name it; a version pin is known by its number. */
export function facetValue(filter: FacetFilter, value: string): string | null {
  return filter === 'version' ? versionKey(value) : value;
}

/** So many hits with the same value of one filter, or the same values, none of them twice. */
export interface CountedValues {
  values: string | null | readonly string[];
  count: number;
}

/**
 * How many hits each value of a filter would keep of those whose values are given. A module
 * keeps what lies within it too. `selected` values are listed even with no hit, so that they can be taken back.
 */
export function countFacet(filter: FacetFilter, hits: Iterable<CountedValues>, selected: readonly string[]): Facet {
  const written = new Map<string, number>();
  const add = (value: string, count: number): void => void written.set(value, (written.get(value) ?? 0) + count);
  for (const { values, count } of hits) {
    if (typeof values === 'string') add(values, count);
    else if (values !== null) for (const value of values) add(value, count);
  }
  const counts = new Map<string, { value: string; count: number }>();
  for (const [value, count] of written) {
    const key = keyOf(filter, value);
    const entry = counts.get(key);
    if (entry) entry.count += count;
    else counts.set(key, { value, count });
  }
  const chosen = new Set(selected.map((value) => keyOf(filter, facetValue(filter, value) ?? value)));
  for (const value of selected) {
    const known = facetValue(filter, value) ?? value;
    const key = keyOf(filter, known);
    if (!counts.has(key)) counts.set(key, { value: known, count: 0 });
  }
  // A selected beginning of a dotted name may be no module itself, and still keeps those within it.
  if (filter === 'module') addInnerModules(counts);
  const all = [...counts]
    .map(([key, entry]) => ({ ...entry, selected: chosen.has(key) }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const listed = all.filter((entry, place) => place < mostValues || entry.selected);
  return { filter, values: listed, more: all.length - listed.length };
}

/** Adds what lies within a module to its own count: the filter takes a module or the beginning of its dotted name. */
function addInnerModules(counts: Map<string, { value: string; count: number }>): void {
  const byFolded = new Map<string, { value: string; count: number }[]>();
  const own = [...counts.values()].map((entry) => ({ entry, count: entry.count }));
  for (const { entry } of own) {
    const key = fold(entry.value);
    byFolded.set(key, [...(byFolded.get(key) ?? []), entry]);
  }
  for (const { entry, count } of own) {
    const name = fold(entry.value);
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
      for (const outer of byFolded.get(name.slice(0, dot)) ?? []) outer.count += count;
  }
}
