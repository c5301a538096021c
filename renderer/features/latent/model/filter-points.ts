import type { SearchFiltersInput, SearchTool } from '../../../../main/contract/search.ts';
import { chunkTypes, contentTypes, type ContentType } from '../../../../main/contract/vocabulary.ts';
import { pointOfChunk } from '../../../../main/contract/latent-chunk-ids.ts';
import type { LatentPoints } from '../../../../main/contract/latent-points.ts';
import { filterValues, type FilterName } from '../../../router/filters.ts';

/** What each kind of search looks at. */
const toolTypes: Record<SearchTool, readonly ContentType[]> = {
  any: contentTypes,
  docs: ['doc', 'readme'],
  examples: ['code', 'readme'],
  api: ['source'],
};

/** Filters that the map's own columns tell; what else is in force the service has to tell. */
const ownFilters: ReadonlySet<FilterName> = new Set<FilterName>([
  'content_type',
  'source',
  'path',
  'language',
  'chunk_type',
  'chunk_id',
]);

/** The filters that need the service, and null where there are none. */
export function foreignFilters(filters: SearchFiltersInput): SearchFiltersInput | null {
  const foreign = Object.fromEntries(Object.entries(filters).filter(([name]) => !ownFilters.has(name as FilterName)));
  return Object.keys(foreign).length === 0 ? null : foreign;
}

/**
 * Whether each point passes what the columns tell of the filters: 1 or 0, and null where nothing is filtered.
 * @param kept points that the service says pass the other filters; null where there are none
 */
export function filterPoints(
  points: LatentPoints,
  tool: SearchTool,
  filters: SearchFiltersInput,
  kept: ReadonlySet<number> | null,
): Uint8Array | null {
  const { dictionaries } = points;
  const types = new Set(filterValues(filters, 'content_type'));
  const wantedTypes = contentTypes.map((type) => toolTypes[tool].includes(type) && (types.size === 0 || types.has(type)));
  const tests: ((point: number) => boolean)[] = [];
  if (wantedTypes.includes(false)) tests.push((point) => wantedTypes[points.contentType[point]!] ?? false);
  const among = (name: FilterName, column: ArrayLike<number>, names: readonly string[]): void => {
    const values = new Set(filterValues(filters, name));
    if (values.size === 0) return;
    const wanted = names.map((value) => values.has(value));
    tests.push((point) => wanted[column[point]!] ?? false);
  };
  among('source', points.source, dictionaries.source);
  among('language', points.language, dictionaries.language);
  among('chunk_type', points.chunkType, chunkTypes);
  const prefix = filterValues(filters, 'path')[0];
  if (prefix !== undefined) {
    const wanted = dictionaries.path.map((path) => path.startsWith(prefix));
    tests.push((point) => wanted[points.path[point]!] ?? false);
  }
  const chunks = filterValues(filters, 'chunk_id');
  if (chunks.length > 0) {
    const wanted = new Set(chunks.map((chunk) => pointOfChunk(points.chunkIds, chunk)));
    tests.push((point) => wanted.has(point));
  }
  if (kept !== null) tests.push((point) => kept.has(point));
  if (tests.length === 0) return null;
  const passes = new Uint8Array(points.count);
  for (let point = 0; point < points.count; point += 1) passes[point] = tests.every((test) => test(point)) ? 1 : 0;
  return passes;
}
