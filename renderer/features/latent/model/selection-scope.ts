import type { SearchFiltersInput } from '../../../../main/contract/search.ts';
import type { MapModel } from './map-model.ts';

export interface SelectionScope {
  filters: SearchFiltersInput;
  /** Points that these filters keep, among them all that are selected. */
  kept: number;
}

/**
 * The narrowest filters that keep all of a selection: its sources, and the folder that all of its paths share. A search cannot be held to single chunks, so it
 * says how many more these filters let in.
 */
export function scopeOfSelection({ points }: MapModel, selection: Uint32Array): SelectionScope {
  const sources = new Set(Array.from(selection, (point) => points.source[point]!));
  const paths = new Set(Array.from(selection, (point) => points.path[point]!));
  const folder = commonFolder([...paths].map((path) => points.dictionaries.path[path] ?? ''));
  const inFolder = points.dictionaries.path.map((path) => path.startsWith(folder));
  let kept = 0;
  for (let point = 0; point < points.count; point += 1)
    if (sources.has(points.source[point]!) && (inFolder[points.path[point]!] ?? false)) kept += 1;
  return {
    filters: {
      source: [...sources].sort((a, b) => a - b).map((source) => points.dictionaries.source[source] ?? ''),
      ...(folder === '' ? {} : { path: folder }),
    },
    kept,
  };
}

/** The longest beginning that ends with a slash, or the whole path where there is one alone. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  if (others.length === 0) return first;
  let length = first.length;
  for (const path of others) {
    let same = 0;
    while (same < length && path[same] === first[same]) same += 1;
    length = same;
  }
  return first.slice(0, first.lastIndexOf('/', length - 1) + 1);
}
