import { z } from 'zod';
import { chunkIdPattern, mostChunkIds, searchModes, searchTools, type FilterName } from './search-vocabulary.ts';
import { chunkTypes, contentTypes, sourceStates } from './vocabulary.ts';

export * from './search-vocabulary.ts';

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
  chunk_id: list
    .pipe(
      z
        .array(z.string().regex(chunkIdPattern, 'A chunk’s id has 64 digits from 0 to f'))
        .max(mostChunkIds, `A search can be held to ${mostChunkIds} chunks at most; choose fewer, or filter by path`),
    )
    .describe('ids of single chunks, such as those of a part of the map')
    .optional(),
  version: z.string().min(1).describe('version in use; others rank lower').optional(),
  version_filter: z.enum(['prefer', 'only']).describe('only: leave other versions out').optional(),
} satisfies Record<FilterName, z.ZodType>);
export type SearchFilters = z.output<typeof filterSchema>;
export type SearchFiltersInput = z.input<typeof filterSchema>;

export const emptyReasons = ['empty-query', 'not-indexed', 'still-indexing', 'filtered-away', 'stale', 'nothing-alike'] as const;
export type EmptyReason = (typeof emptyReasons)[number];

/** 1-based, inclusive. */
export const lineRangeSchema = z.object({ start: z.int().min(1), end: z.int().min(1) });
export type LineRange = z.output<typeof lineRangeSchema>;

export const scorePartSchema = z.object({
  name: z.string(),
  value: z.number(),
  rank: z.int().optional().describe('rank in its list, 1 = best'),
  raw: z.number().optional().describe('the raw number that the part was made from'),
});
/** One named part of a score. The parts' values add up to the score. */
export type ScorePart = z.output<typeof scorePartSchema>;

export const searchHitSchema = z.object({
  chunkId: z.string(),
  contentType: z.enum(contentTypes),
  chunkType: z.enum(chunkTypes),
  source: z.string(),
  repo: z.string(),
  path: z.string(),
  lines: lineRangeSchema,
  language: z.string(),
  symbol: z.string().nullable(),
  title: z.string(),
  section: z.array(z.string()).describe('heading trail, outermost first'),
  snippet: z.string(),
  members: z.array(z.string()).optional().describe('fields and methods that a class overview names'),
  sourceUrl: z.string().nullable(),
  commit: z.string().nullable(),
  deprecated: z
    .object({
      note: z.string(),
      since: z.string().optional(),
      replacement: z.string().optional(),
      part: z.string().optional().describe('the parameters or fields it concerns; absent when the whole thing is deprecated'),
    })
    .nullable(),
  score: z.number().min(0).max(1),
  explain: z.array(scorePartSchema).optional(),
});
export type SearchHit = z.output<typeof searchHitSchema>;

export const searchAnswerSchema = z.object({
  queryId: z.string(),
  query: z.string(),
  tool: z.enum(searchTools),
  mode: z.enum(searchModes).describe('the mode that answered; `fallback` says why when it is not the one asked for'),
  fallback: z.string().nullable(),
  total: z.int(),
  returned: z.int(),
  truncated: z.boolean(),
  nextCursor: z.string().nullable(),
  emptyReason: z.enum(emptyReasons).nullable(),
  confidence: z.number().describe('share of what was asked for that the best hits hold, 0 to 1'),
  lowConfidence: z.boolean(),
  confidenceReason: z.string(),
  notFound: z.array(z.string()).describe('words of the query that none of the ten best hits holds'),
  followUps: z.array(z.string()),
  advice: z.array(z.string()),
  index: z.array(
    z.object({
      source: z.string(),
      commit: z.string().nullable(),
      checkedAt: z.string().nullable(),
      state: z.enum(sourceStates),
    }),
  ),
  elapsedMs: z.number(),
  hits: z.array(searchHitSchema),
});
export type SearchAnswer = z.output<typeof searchAnswerSchema>;

/** The scope of a search: what is searched and how it is ranked. */
export const searchScopeSchema = z.strictObject({
  tool: z.enum(searchTools).default('any'),
  mode: z.enum(searchModes).default('hybrid'),
  filters: filterSchema.default({}),
  weights: z
    .record(z.string().max(100), z.number())
    .optional()
    .describe('ranking weights that replace the ones in the settings, by dotted name'),
});

export const searchRequestSchema = searchScopeSchema.extend({
  query: z.string().max(20_000),
  limit: z.int().min(1).max(100).default(10),
  cursor: z.string().max(200).optional(),
  explain: z.boolean().default(false),
});

/** Values of one filter among the hits, most frequent first. Counts leave the facet's own filter aside. */
export const facetSchema = z.object({
  filter: filterSchema.keyof(),
  values: z.array(z.object({ value: z.string(), count: z.int(), selected: z.boolean() })),
  more: z.int().describe('values that were left out of the list'),
});
export type Facet = z.output<typeof facetSchema>;
