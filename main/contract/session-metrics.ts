import { z } from 'zod';
import { queryKinds, rateNames } from './session-vocabulary.ts';

export { rateNames, type RateName } from './session-vocabulary.ts';

/** A share with what it was counted over. */
export const rateSchema = z.object({
  count: z.int(),
  n: z.int(),
  rate: z.number().nullable().describe('null where n is 0'),
  /** What the same rate is where nothing failed, measured on public sessions; null where nobody has measured it. */
  noise: z.number().nullable(),
  /** Null below 20 calls: too few to judge. */
  grade: z.enum(['good', 'fair', 'poor']).nullable(),
});
export type Rate = z.output<typeof rateSchema>;

const ratesSchema = z.record(z.enum(rateNames), rateSchema);

const latencySchema = z
  .object({ n: z.int(), p50: z.number(), p95: z.number(), max: z.number() })
  .nullable()
  .describe('milliseconds; upper bounds of classes that are 10 % wide');

export const metricsSchema = z.object({
  calls: z.int(),
  hubCalls: z.int(),
  judged: z.boolean().describe('at least 20 calls of the hub'),
  outcomes: z.record(z.string(), z.int()),
  rates: ratesSchema,
  latency: latencySchema,
  resultTokens: z.int().describe('characters of the hub’s results by 4'),
  wastedTokens: z.int(),
  fallback: z.object({
    calls: z.int(),
    tokens: z.int(),
    seconds: z.number(),
    /** Mean number of calls between a failed call and its fallback; null without one. */
    meanCallsUntil: z.number().nullable(),
  }),
  pointerRank: z.object({ n: z.int(), mrr: z.number().nullable(), hitAt5: z.number().nullable() }),
  reformulations: z.object({ chains: z.int(), longest: z.int(), meanLength: z.number().nullable() }),
  /** Share of the hub among calls that look something up. */
  phases: z.object({
    beforeEdit: rateSchema,
    afterEdit: rateSchema,
    split: z.boolean().describe('asked before, forgotten after'),
  }),
  byTool: z.array(z.object({ tool: z.string(), calls: z.int(), rates: ratesSchema, latency: latencySchema })),
  byKind: z.array(z.object({ kind: z.enum(queryKinds), calls: z.int(), rates: ratesSchema })),
});
export type Metrics = z.output<typeof metricsSchema>;
