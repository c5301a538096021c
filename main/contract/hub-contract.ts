import { z } from 'zod';
import { clientProcedures } from './clients.ts';
import { deprecationProcedures } from './deprecations.ts';
import { evaluationProcedures } from './evaluations.ts';
import { latentProcedures } from './latent.ts';
import { markProcedures } from './marks.ts';
import { mcpProcedures } from './mcp.ts';
import { call, stream } from './procedure.ts';
import { readingProcedures } from './reading.ts';
import { facetSchema, searchAnswerSchema, searchHitSchema, searchRequestSchema, searchScopeSchema } from './search.ts';
import { sessionProcedures } from './sessions.ts';
import { settingProcedures } from './settings.ts';
import { jobSchema, sourceProcedures } from './sources.ts';
import { contentTypes } from './vocabulary.ts';

export const hubStatusSchema = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  dataDirectory: z.string(),
  databaseBytes: z.int(),
  state: z.enum(['empty', 'partial', 'complete']),
  chunks: z.record(z.enum(contentTypes), z.int()),
  totalChunks: z.int(),
  pendingTexts: z.int(),
  model: z.object({
    state: z.enum(['found', 'missing']),
    id: z.string(),
    path: z.string().nullable(),
    message: z.string().describe('where it is, or why it is not there and what to do'),
  }),
  notices: z.array(z.string()).describe('what the user should know about this start, e.g. that a damaged file was put aside'),
  vectors: z
    .object({ kind: z.string(), reason: z.string(), tried: z.array(z.object({ what: z.string(), outcome: z.string() })) })
    .nullable(),
});
export type HubStatusView = z.output<typeof hubStatusSchema>;

export const hubStateSchema = z.object({
  generation: z.int().describe('counts changes of what searches see'),
  jobs: z.array(jobSchema).describe('newest first'),
  writer: z
    .object({ state: z.enum(['starting', 'ready', 'locked', 'restarting']), message: z.string().nullable() })
    .describe('whether sources can be changed here; another process may own the data directory'),
  vectors: z
    .enum(['opening', 'chroma', 'own'])
    .optional()
    .describe('where vectors are searched; `hub.status` says why, and may say something else after each change of this'),
});
/** What the window follows at all times. */
export type HubState = z.output<typeof hubStateSchema>;

/** Everything that the window, and any other client on this machine, may ask of the service. */
export const hubContract = {
  'hub.state': stream('latest', z.strictObject({}), hubStateSchema),
  'hub.status': call(z.strictObject({}), hubStatusSchema),
  'hub.doctor': call(
    z.strictObject({}),
    z.array(z.object({ check: z.string(), outcome: z.enum(['ok', 'repaired', 'problem']), detail: z.string() })),
  ),
  'search.run': call(searchRequestSchema, searchAnswerSchema),
  'search.facets': call(
    searchScopeSchema.extend({ query: z.string().max(20_000) }),
    z.object({ total: z.int(), facets: z.array(facetSchema) }),
  ),
  /** Everything that passes the filters, in order of source, path and line, without a query. Any part of the list by its offset. */
  'search.browse': call(
    searchScopeSchema.pick({ tool: true, filters: true }).extend({
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(100),
    }),
    z.object({ total: z.int(), hits: z.array(searchHitSchema) }),
  ),
  ...readingProcedures,
  ...sourceProcedures,
  ...markProcedures,
  ...evaluationProcedures,
  ...deprecationProcedures,
  ...clientProcedures,
  ...settingProcedures,
  ...latentProcedures,
  ...mcpProcedures,
  ...sessionProcedures,
} as const;

export type HubContract = typeof hubContract;
