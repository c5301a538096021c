import { z } from 'zod';
import { wantedSchema } from './marks.ts';
import { callRoles, certainties, findingPatterns, hubOutcomes, queryKinds } from './session-vocabulary.ts';

export * from './session-vocabulary.ts';

/** Names a session: agent and id. */
export const sessionKeySchema = z.string().min(1).max(500);

export const lookupSchema = z.object({
  kind: z.enum(['read', 'search', 'list', 'docs-command', 'registry', 'web']),
  /** Within a dependency, or documentation of one. */
  dependency: z.boolean(),
  paths: z.array(z.string()),
  patterns: z.array(z.string()).describe('what was searched for'),
});

export const sessionCallSchema = z.object({
  key: z.string().describe('names the call in every other question'),
  session: sessionKeySchema,
  number: z.int().describe('place among the calls of its session, from 0'),
  id: z.string().describe('as in the transcript'),
  thread: z.string(),
  turn: z.int(),
  name: z.string(),
  server: z.string().nullable(),
  tool: z.string(),
  role: z.enum(callRoles),
  outcome: z.enum(hubOutcomes).nullable().describe('of calls of MCP servers that look something up'),
  /** Why that outcome, in words. */
  outcomeReason: z.string().nullable(),
  query: z.string().nullable(),
  queryKind: z.enum(queryKinds).nullable(),
  lookup: lookupSchema.nullable(),
  arguments: z.string().describe('JSON, cut'),
  result: z.string().describe('beginning of the result'),
  resultCharacters: z.int(),
  isError: z.boolean(),
  at: z.number().nullable(),
  durationMs: z.number().nullable(),
  afterEdit: z.boolean().describe('after the first change of a file in its session'),
  file: z.string().describe('path of the file it was read from'),
  line: z.int(),
});
export type SessionCall = z.output<typeof sessionCallSchema>;

/** A call as findings name it. */
export const callReferenceSchema = z.object({
  key: z.string(),
  id: z.string(),
  name: z.string(),
  what: z.string().describe('its query, pattern, path or command, short'),
  outcome: z.enum(hubOutcomes).nullable(),
  thread: z.string(),
  file: z.string(),
  line: z.int(),
  resultLine: z.int().nullable(),
});
export type CallReference = z.output<typeof callReferenceSchema>;

/** Suggested causes, after the reference hub's own classes of failure. */
export const causes = ['missing result', 'wrong ranking', 'cut', 'unavailable', 'not used', 'other'] as const;

export const foundByAgentSchema = z.object({
  path: z.string().describe('as recorded'),
  corpusPath: z.string().describe('the part that a corpus can know: below site-packages, node_modules, the module …'),
  symbol: z.string().nullable(),
  lines: z.object({ start: z.int(), end: z.int() }).nullable(),
  /** Files of the corpus that it is, when it was last looked up; empty where the corpus does not have it. */
  mapped: z.array(wantedSchema),
});
export type FoundByAgent = z.output<typeof foundByAgentSchema>;

export const findingSchema = z.object({
  id: z.string().describe('the same whenever the same session is read'),
  pattern: z.enum(findingPatterns),
  certainty: z.enum(certainties),
  cause: z.enum(causes),
  reasons: z.array(z.string()).describe('why it is one, and why that certain'),
  session: sessionKeySchema,
  agent: z.string(),
  file: z.string(),
  hub: z.string().nullable(),
  tool: z.string().nullable(),
  query: z.string(),
  queryKind: z.enum(queryKinds),
  calls: z.array(callReferenceSchema).describe('of the hub, in order; empty for a bypass'),
  fallback: z.array(callReferenceSchema),
  followUps: z.array(callReferenceSchema).describe('further calls of the hub about the same'),
  shared: z.array(z.string()).describe('identifiers and words that both sides share'),
  cost: z.object({
    calls: z.int().describe('of the fallback, and of the hub in vain'),
    seconds: z.number().nullable().describe('from the end of the failed call to the end of the fallback'),
    tokens: z.int().describe('characters of the results by 4'),
  }),
  wanted: foundByAgentSchema.nullable().describe('what the agent found by itself: the read that ended the fallback'),
  at: z.number().nullable(),
  fixed: z.object({ at: z.number(), note: z.string() }).nullable(),
  caseId: z.int().nullable().describe('evaluation case it was saved as'),
});
export type Finding = z.output<typeof findingSchema>;
