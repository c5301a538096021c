import type { ContentType } from './vocabulary.ts';

/** What of a search can be said without a schema: the window needs it before it draws, and should not have to make schemas for that. */

export const searchTools = ['any', 'docs', 'examples', 'api'] as const;
export type SearchTool = (typeof searchTools)[number];

/** Content types that a tool searches; null for all. */
export const toolContentTypes: Readonly<Record<SearchTool, readonly ContentType[] | null>> = {
  any: null,
  docs: ['doc', 'readme'],
  examples: ['code', 'readme'],
  api: ['source'],
};

export const searchModes = ['hybrid', 'rrf', 'vector', 'keyword'] as const;
/** hybrid: merged scores (the default); rrf: reciprocal rank fusion; vector and keyword: one list alone. */
export type SearchMode = (typeof searchModes)[number];

/** Chunks that one search can be held to. */
export const mostChunkIds = 1_000;
export const chunkIdPattern = /^[0-9a-f]{64}$/;

/** several: any of some values; one: a single text; flag: true or false; ids: of chunks, `mostChunkIds` at most. */
export type FilterKind = 'several' | 'one' | 'flag' | 'ids' | readonly string[];

/** Every filter with what it takes; a list of words means one of them. `filterSchema` says it to the letter. */
export const filterKinds = {
  content_type: 'several',
  source: 'several',
  repo: 'several',
  path: 'one',
  language: 'several',
  chunk_type: 'several',
  module: 'one',
  class_name: 'one',
  is_dataclass: 'flag',
  yields: 'one',
  calls: 'one',
  imports: 'one',
  base_class: 'one',
  tags: 'several',
  domain: 'several',
  execution_mode: 'several',
  chunk_id: 'ids',
  version: 'one',
  version_filter: ['prefer', 'only'],
} as const satisfies Record<string, FilterKind>;
export type FilterName = keyof typeof filterKinds;
