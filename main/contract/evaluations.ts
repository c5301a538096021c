import { z } from 'zod';
import { wantedSchema } from './marks.ts';
import { stream } from './procedure.ts';
import { searchModes } from './search.ts';

/** How one saved case fared. */
export const caseResultSchema = z.object({
  id: z.int().describe('of the saved case'),
  query: z.string(),
  /** Place of each wanted file among the first hits, 1 = best; null where it is not among them. */
  wanted: z.array(z.object({ place: wantedSchema, rank: z.int().nullable() })),
  outcome: z
    .enum(['found', 'partly', 'missed', 'declared', 'false-answer'])
    .describe('declared and false-answer are of cases without a wanted place: the answer said so, or claimed to know'),
  ndcg10: z.number(),
  mrr10: z.number(),
  confidence: z.number(),
  /** What came first instead; the first hits. */
  first: z.array(z.object({ source: z.string(), path: z.string(), symbol: z.string().nullable() })),
});
export type CaseResult = z.output<typeof caseResultSchema>;

export const caseReportSchema = z.object({
  mode: z.enum(searchModes),
  depth: z.int().describe('hits that are looked at'),
  /** Why another ranking answered than was asked for, e.g. without a model; null where it did not. */
  fallback: z.string().nullable(),
  endedAt: z.string(),
  /** Over the cases with a wanted place; null where there are none. */
  averages: z
    .object({ cases: z.int(), found: z.int(), ndcg10: z.number(), mrr10: z.number(), recall5: z.number(), success1: z.number() })
    .nullable(),
  latencyMs: z.object({ p50: z.number(), p95: z.number() }),
  cases: z.array(caseResultSchema),
});
export type CaseReport = z.output<typeof caseReportSchema>;

/** Saved cases asked of today's index. */
export const evaluationProcedures = {
  /** Progress first, the report in the last value. Leaving the loop stops it. */
  'evaluations.run': stream(
    'latest',
    z.strictObject({
      mode: z.enum(searchModes).default('hybrid'),
      /** Ids of the cases; all of them where it is left out. */
      cases: z.array(z.int()).max(10_000).optional(),
    }),
    z.object({ done: z.int(), total: z.int(), report: caseReportSchema.nullable() }),
  ),
};
