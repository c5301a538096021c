import { z } from 'zod';
import { call } from './procedure.ts';
import { lineRangeSchema } from './search.ts';

/**
 * deprecated: still there, to be left. removed: gone, or there under another name. not-known: it is there, and nothing that is indexed says that it is deprecated.
 * not-found: nothing that is indexed speaks of it.
 */
export const deprecationStatuses = ['deprecated', 'removed', 'not-known', 'not-found'] as const;

export const deprecationEntrySchema = z.object({
  symbol: z.string(),
  kind: z.enum(['deprecated', 'removed', 'renamed']),
  origin: z.enum(['code', 'release-notes', 'docs']),
  version: z.string().nullable().describe('since when; null where it is not said, or not released yet'),
  removal: z.string().nullable().describe('version in which it goes, where that is announced'),
  replacement: z.string().nullable(),
  note: z.string(),
  chunkId: z.string(),
  source: z.string(),
  path: z.string(),
  lines: lineRangeSchema,
});
export type DeprecationEvidence = z.output<typeof deprecationEntrySchema>;

export const deprecationAnswerSchema = z.object({
  symbol: z.string().describe('as it was looked up'),
  status: z.enum(deprecationStatuses),
  since: z.string().nullable(),
  removal: z.string().nullable(),
  replacement: z.string().nullable(),
  message: z.string().describe('the answer in a sentence, with what to do next'),
  entries: z.array(deprecationEntrySchema).describe('what is said of the symbol itself, strongest evidence first'),
  related: z
    .array(deprecationEntrySchema)
    .describe('what is said of its parameters and members, or of others of the same last name'),
  definitions: z.array(
    z.object({ symbol: z.string(), chunkId: z.string(), source: z.string(), path: z.string(), lines: lineRangeSchema }),
  ),
  nearest: z.array(z.string()).describe('names that are written alike, when nothing was found'),
});
export type DeprecationAnswer = z.output<typeof deprecationAnswerSchema>;

export const deprecationRequestSchema = z.strictObject({
  symbol: z.string().min(1).max(500),
  library: z.string().min(1).max(200).optional().describe('source or repository to look in'),
  version: z.string().min(1).max(100).optional().describe('version in use: what a later one deprecates is said to be later'),
});

export const deprecationProcedures = {
  /** Whether a symbol is deprecated, removed, not known to be, or nowhere to be found. */
  'deprecations.find': call(deprecationRequestSchema, deprecationAnswerSchema),
};
