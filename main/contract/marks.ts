import { z } from 'zod';
import { call } from './procedure.ts';
import { lineRangeSchema, searchScopeSchema } from './search.ts';

const chunkId = z.string().min(8).max(64);
const note = z.string().max(4_000).default('');
const id = z.strictObject({ id: z.int() });

export const verdicts = ['helpful', 'not-helpful'] as const;

const markPlaceSchema = z.object({
  source: z.string(),
  path: z.string(),
  symbol: z.string().nullable(),
  lines: lineRangeSchema,
});
export type MarkPlace = z.output<typeof markPlaceSchema>;

export const markSchema = z.object({
  chunkId: z.string(),
  query: z.string(),
  verdict: z.enum(verdicts),
  note: z.string(),
  markedAt: z.string(),
  place: markPlaceSchema.nullable().optional().describe('where the chunk was when it was marked; ids change with the text'),
});
export type Mark = z.output<typeof markSchema>;

/** What a search should have found: a file, or a symbol in it. */
export const wantedSchema = z.strictObject({
  source: z.string().min(1).max(200),
  path: z.string().min(1).max(4096),
  symbol: z.string().min(1).max(500).optional(),
});

export const evaluationCaseSchema = z.object({
  id: z.int(),
  query: z.string(),
  scope: searchScopeSchema,
  wanted: z.array(wantedSchema),
  note: z.string(),
  createdAt: z.string(),
});
export type EvaluationCase = z.output<typeof evaluationCaseSchema>;

export const savedSearchSchema = z.object({
  id: z.int(),
  title: z.string(),
  query: z.string(),
  scope: searchScopeSchema,
  createdAt: z.string(),
});
export type SavedSearch = z.output<typeof savedSearchSchema>;

export const historyEntrySchema = z.object({
  query: z.string(),
  scope: searchScopeSchema,
  total: z.int(),
  searchedAt: z.string(),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;

/** What people say about results, and what they keep. */
export const markProcedures = {
  /** Null takes the mark back. */
  'marks.set': call(
    z.strictObject({ chunkId, query: z.string().max(20_000), verdict: z.enum(verdicts).nullable(), note }),
    z.object({ mark: markSchema.nullable() }),
  ),
  'marks.list': call(z.strictObject({ query: z.string().max(20_000).optional() }), z.array(markSchema)),
  'cases.save': call(
    z.strictObject({
      query: z.string().min(1).max(20_000),
      scope: searchScopeSchema,
      wanted: z.array(wantedSchema).max(50),
      note,
    }),
    evaluationCaseSchema,
  ),
  'cases.list': call(z.strictObject({}), z.array(evaluationCaseSchema)),
  'cases.remove': call(id, z.object({ removed: z.boolean() })),
  'searches.save': call(
    z.strictObject({ title: z.string().min(1).max(200), query: z.string().max(20_000), scope: searchScopeSchema }),
    savedSearchSchema,
  ),
  'searches.list': call(z.strictObject({}), z.array(savedSearchSchema)),
  'searches.remove': call(id, z.object({ removed: z.boolean() })),
  /** Newest first, each query and scope once. */
  'history.list': call(z.strictObject({ limit: z.int().min(1).max(500).default(50) }), z.array(historyEntrySchema)),
  /** A search that somebody stayed with; searches while typing are not kept. */
  'history.add': call(
    z.strictObject({ query: z.string().min(1).max(20_000), scope: searchScopeSchema, total: z.int().min(0) }),
    z.object({ added: z.boolean() }),
  ),
  'history.clear': call(z.strictObject({}), z.object({ removed: z.int() })),
};
