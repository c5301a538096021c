import { z } from 'zod';

export const searchTools = ['any', 'docs', 'examples', 'api'] as const;
export type SearchTool = (typeof searchTools)[number];

export const searchModes = ['hybrid', 'rrf', 'vector', 'keyword'] as const;
/** hybrid: merged scores (the default); rrf: reciprocal rank fusion; vector and keyword: one list alone. */
export type SearchMode = (typeof searchModes)[number];

const list = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (Array.isArray(value) ? value : value.split(',')).map((item) => item.trim()).filter((item) => item !== ''),
  )
  .pipe(z.array(z.string()).min(1));

/** Every filter, by the name that all callers use. A list, or text with commas, means "one of". */
export const filterSchema = z.strictObject({
  content_type: list.describe('doc, code, source or readme').optional(),
  source: list.describe('name of a source').optional(),
  repo: list.describe('owner/name, or its last part').optional(),
  path: z.string().min(1).describe('path prefix').optional(),
  language: list.describe('python, typescript, markdown …').optional(),
  chunk_type: list.describe('section, window, module, class, method, function or type').optional(),
  module: z.string().min(1).describe('dotted module or a prefix of it').optional(),
  class_name: z.string().min(1).describe('class, as written').optional(),
  is_dataclass: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .transform((value) => value === true || value === 'true')
    .describe('true or false')
    .optional(),
  yields: z.string().min(1).describe('class that the body yields').optional(),
  calls: z.string().min(1).describe('method that the body calls').optional(),
  imports: z.string().min(1).describe('module or name that is imported, or a prefix of it').optional(),
  base_class: z.string().min(1).describe('class that is extended').optional(),
  tags: list.describe('capability of an example').optional(),
  domain: list.describe('backend, frontend, config or infra').optional(),
  execution_mode: list.describe('local, cloud, telephony, web, mobile').optional(),
  version: z.string().min(1).describe('version in use; others rank lower').optional(),
  version_filter: z.enum(['prefer', 'only']).describe('only: leave other versions out').optional(),
});
export type SearchFilters = z.output<typeof filterSchema>;
export type SearchFiltersInput = z.input<typeof filterSchema>;

export const emptyReasons = ['empty-query', 'not-indexed', 'still-indexing', 'filtered-away', 'stale', 'nothing-alike'] as const;
export type EmptyReason = (typeof emptyReasons)[number];

/** One named part of a score. The parts' values add up to the score. */
export interface ScorePart {
  name: string;
  value: number;
  /** Rank in its list (1 = best) and the raw number that the part was made from, where there are such. */
  rank?: number;
  raw?: number;
}

export interface SearchHit {
  chunkId: string;
  contentType: string;
  chunkType: string;
  source: string;
  repo: string;
  path: string;
  /** 1-based, inclusive. */
  lines: { start: number; end: number };
  language: string;
  symbol: string | null;
  title: string;
  /** Heading trail, outermost first. */
  section: string[];
  snippet: string;
  /** Fields and methods that a class overview names; absent elsewhere. */
  members?: string[];
  sourceUrl: string | null;
  commit: string | null;
  deprecated: { note: string; since?: string; replacement?: string } | null;
  /** 0 to 1. */
  score: number;
  explain?: ScorePart[];
}

export interface Evidence {
  /** Share of what was asked for that the best hits hold, 0 to 1, with the reason in words. */
  confidence: number;
  lowConfidence: boolean;
  confidenceReason: string;
  /** Words of the query that no returned hit holds. */
  notFound: string[];
  followUps: string[];
}

export interface SearchAnswer extends Evidence {
  queryId: string;
  query: string;
  tool: SearchTool;
  /** The mode that answered; `fallback` says why when it is not the one asked for. */
  mode: SearchMode;
  fallback: string | null;
  total: number;
  returned: number;
  truncated: boolean;
  nextCursor: string | null;
  emptyReason: EmptyReason | null;
  advice: string[];
  /** Per source that answered: commit and when it was last checked. */
  index: { source: string; commit: string | null; checkedAt: string | null; state: string }[];
  elapsedMs: number;
  hits: SearchHit[];
}
