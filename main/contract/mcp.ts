import { z } from 'zod';
import { call, stream } from './procedure.ts';
import { searchScopeSchema } from './search.ts';
import { attentionKinds } from './vocabulary.ts';

export { attentionKinds, type AttentionKind } from './vocabulary.ts';

/** answered: with content; empty: nothing found, and why; refused: the arguments were off; failed: the hub's fault; cancelled: by the client. */
export const mcpOutcomes = ['answered', 'empty', 'refused', 'failed', 'cancelled'] as const;
export type McpOutcome = (typeof mcpOutcomes)[number];

export const mcpCallSchema = z.object({
  id: z.int(),
  calledAt: z.string(),
  transport: z.enum(['socket', 'http']),
  client: z.string().nullable().describe('name that the client gave'),
  clientVersion: z.string().nullable(),
  session: z.string().nullable().describe("the agent's own id of its session"),
  project: z.string().nullable().describe('folder that the agent works in'),
  tool: z.string(),
  arguments: z.string().describe('JSON as it was sent; long ones are cut'),
  outcome: z.enum(mcpOutcomes),
  message: z.string().nullable().describe('why it was refused, failed or empty'),
  hits: z.int().nullable(),
  topScore: z.number().nullable(),
  lowConfidence: z.boolean().nullable(),
  tokens: z.int().describe('of the answer, estimated'),
  elapsedMs: z.number(),
  queryId: z.string().nullable(),
  search: z
    .object({ query: z.string(), scope: searchScopeSchema })
    .nullable()
    .describe('what the workbench opens; null for calls that did not search'),
  sources: z.array(z.string()).describe('that the answer came from'),
});
export type McpCall = z.output<typeof mcpCallSchema>;

const mcpClientSchema = z.object({
  id: z.int(),
  transport: z.enum(['socket', 'http']),
  name: z.string().nullable(),
  version: z.string().nullable(),
  project: z.string().nullable(),
  session: z.string().nullable(),
  connectedAt: z.string(),
  calls: z.int(),
  lastCallAt: z.string().nullable(),
});
export type McpClient = z.output<typeof mcpClientSchema>;

export const mcpStatusSchema = z.object({
  state: z.enum(['starting', 'listening', 'taken', 'failed', 'stopped']),
  message: z.string().nullable().describe('what is wrong, and what to do'),
  address: z.string().nullable().describe('socket or pipe'),
  http: z.object({ url: z.string(), token: z.string() }).nullable().describe('Streamable HTTP, off by default'),
  clients: z.array(mcpClientSchema).describe('connected now, newest first'),
  newestCall: z.int().describe('id of the newest call; when it changes the list has more'),
});
export type McpStatus = z.output<typeof mcpStatusSchema>;

const toolViewSchema = z.object({ name: z.string(), title: z.string(), description: z.string(), readOnly: z.boolean() });

const countSchema = z.object({ value: z.string(), count: z.int() });

export const mcpCallFilterSchema = z.strictObject({
  tool: z.string().max(100).optional(),
  client: z.string().max(200).optional(),
  project: z.string().max(4096).optional(),
  session: z.string().max(200).optional(),
  outcome: z.enum(mcpOutcomes).optional(),
  contains: z.string().max(500).optional().describe('in the arguments'),
});
export type McpCallFilter = z.output<typeof mcpCallFilterSchema>;

export const mcpFeedbackSchema = z.object({
  id: z.int(),
  receivedAt: z.string(),
  helpful: z.boolean(),
  wanted: z.string(),
  note: z.string(),
  queryId: z.string().nullable(),
  client: z.string().nullable(),
  project: z.string().nullable(),
  caseId: z.int().nullable().describe('evaluation case that was made of it'),
  call: mcpCallSchema.nullable().describe('the call that it is about, while it is kept'),
});
export type McpFeedback = z.output<typeof mcpFeedbackSchema>;

const attentionSchema = z.object({
  source: z.string().nullable().describe('null where a search of everything found nothing'),
  counts: z.record(z.enum(attentionKinds), z.int()),
  queries: z
    .array(
      z.object({
        kind: z.enum(attentionKinds),
        query: z.string(),
        at: z.string(),
        callId: z.int().nullable(),
        finding: z
          .object({ session: z.string(), id: z.string() })
          .optional()
          .describe('of an analyzed session, that shows what the agent did instead'),
      }),
    )
    .describe('newest first, each query once'),
});
export type Attention = z.output<typeof attentionSchema>;

/** Agents: who is connected, what they asked, what they said of the answers. */
export const mcpProcedures = {
  'mcp.status': call(z.strictObject({}), mcpStatusSchema.extend({ tools: z.array(toolViewSchema) })),
  /** The same without the tools, at every change. */
  'mcp.watch': stream('latest', z.strictObject({}), mcpStatusSchema),
  /** Newest first; `before` is the `next` of the page before. */
  'mcp.calls': call(
    mcpCallFilterSchema.extend({ before: z.int().optional(), limit: z.int().min(1).max(500).default(100) }),
    z.object({
      total: z.int().describe('that pass the filter'),
      calls: z.array(mcpCallSchema),
      next: z.int().nullable(),
      values: z
        .object({
          tools: z.array(countSchema),
          clients: z.array(countSchema),
          projects: z.array(countSchema),
          outcomes: z.array(countSchema),
        })
        .describe('of all that are kept, most frequent first'),
    }),
  ),
  /** Forgets all calls; feedback stays. */
  'mcp.clear': call(z.strictObject({}), z.object({ removed: z.int() })),
  /** Newest first. */
  'mcp.feedback': call(
    z.strictObject({ before: z.int().optional(), limit: z.int().min(1).max(500).default(100) }),
    z.object({ total: z.int(), feedback: z.array(mcpFeedbackSchema), next: z.int().nullable() }),
  ),
  'mcp.removeFeedback': call(z.strictObject({ id: z.int() }), z.object({ removed: z.boolean() })),
  /** Sources whose answers went wrong of late, the worst first. */
  'mcp.attention': call(z.strictObject({ days: z.int().min(1).max(30).default(30) }), z.array(attentionSchema)),
};
