import { z } from 'zod';
import { evaluationCaseSchema, wantedSchema } from './marks.ts';
import { call, stream } from './procedure.ts';
import { searchAnswerSchema } from './search.ts';
import { metricsSchema, rateSchema } from './session-metrics.ts';
import {
  findingPatterns,
  findingSchema,
  hubOutcomes,
  sessionCallSchema,
  sessionKeySchema,
  certainties,
} from './session-findings.ts';

export const analyzedFileSchema = z.object({
  path: z.string(),
  agent: z.string().describe('"unknown" for what is of no agent'),
  transcript: z.boolean().describe('false: a side file, or of no agent; then `reason` says so'),
  reason: z.string().nullable(),
  bytes: z.number(),
  records: z.int(),
  skipped: z.int(),
  skippedLines: z.array(z.object({ line: z.int(), reason: z.string() })).describe('the first of them'),
  repaired: z.int(),
  pendingTail: z.boolean().describe('the last line is still being written'),
  unknownTypes: z.record(z.string(), z.int()),
  duplicates: z.int(),
  toolCalls: z.int(),
  mcpCalls: z.int(),
  unanswered: z.int(),
  messages: z.int(),
  outputTokens: z.number(),
  sessionIds: z.array(z.string()),
});
export type AnalyzedFile = z.output<typeof analyzedFileSchema>;

export const sessionSummarySchema = z.object({
  key: z.string().describe('agent and id; names the session in every other question'),
  agent: z.string(),
  id: z.string(),
  title: z.string().nullable(),
  cwd: z.string().nullable(),
  startedAt: z.number().nullable().describe('milliseconds since 1970'),
  endedAt: z.number().nullable(),
  readAt: z.number(),
  /** Server that counts as the hub in it; null where it saw none. */
  hub: z.string().nullable(),
  files: z.array(z.string()),
  calls: z.int(),
  hubCalls: z.int(),
  failedHubCalls: z.int(),
  findings: z.int().describe('without observations such as the phase split, and without those marked as fixed'),
});
export type SessionSummary = z.output<typeof sessionSummarySchema>;

export const serverSeenSchema = z.object({
  server: z.string(),
  names: z.array(z.string()).describe('as agents write it; the same server shows under several names'),
  calls: z.int(),
  searches: z.int().describe('calls of tools that look something up'),
  own: z.boolean().optional().describe('a search of the web of the agent’s own, no server'),
  isHub: z.boolean(),
});
export type ServerSeen = z.output<typeof serverSeenSchema>;

export const analyzeProgressSchema = z.object({
  phase: z.enum(['looking', 'reading', 'analyzing', 'storing', 'done']),
  files: z.int(),
  filesDone: z.int(),
  bytes: z.number(),
  bytesDone: z.number(),
  current: z.string().nullable().describe('file or session that is worked on'),
});
export type AnalyzeProgress = z.output<typeof analyzeProgressSchema>;

export const analyzeSummarySchema = z.object({
  files: z.array(analyzedFileSchema),
  sessions: z.array(sessionSummarySchema),
  servers: z.array(serverSeenSchema),
  hub: z.string().nullable(),
});
export type AnalyzeSummary = z.output<typeof analyzeSummarySchema>;

/** Which sessions are meant: those named, else all; of these those that began within a time. */
export const sessionSelectionSchema = z.strictObject({
  sessions: z.array(sessionKeySchema).max(5_000).optional(),
  /** Milliseconds since 1970; `from` counts, `until` no longer does. Sessions without times are left out where either is set. */
  from: z.number().optional(),
  until: z.number().optional(),
});
export type SessionSelection = z.output<typeof sessionSelectionSchema>;

const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(500).default(100) };

export const conversationItemSchema = z.object({
  /** Place in the conversation, from 0, over all threads. */
  number: z.int(),
  thread: z.string(),
  turn: z.int(),
  at: z.number().nullable(),
  message: z
    .object({
      role: z.enum(['user', 'assistant']),
      kind: z.enum(['said', 'summary', 'wrapper', 'error']),
      text: z.string(),
      characters: z.int().describe('of the whole text'),
    })
    .nullable(),
  call: sessionCallSchema.nullable(),
});
export type ConversationItem = z.output<typeof conversationItemSchema>;

export const rawRecordSchema = z.object({
  path: z.string(),
  line: z.int(),
  what: z.enum(['call', 'result', 'message']),
  text: z.string().nullable().describe('null where the file is gone or no longer says what it said; then `reason` is set'),
  reason: z.string().nullable(),
  cut: z.boolean().describe('the record is longer than what is shown'),
});

export const replayVerdicts = ['fixed', 'still failing', 'changed', 'not replayable'] as const;
export type ReplayVerdict = (typeof replayVerdicts)[number];

export const replaySchema = z.object({
  call: sessionCallSchema,
  verdict: z.enum(replayVerdicts),
  reason: z.string(),
  /** What the agent got then, as far as it was understood. */
  old: z.object({
    outcome: z.enum(hubOutcomes),
    text: z.string(),
    paths: z.array(z.string()),
  }),
  /** What today's index says; null where the call cannot be made here. */
  now: z
    .object({
      outcome: z.enum(hubOutcomes),
      answer: searchAnswerSchema.nullable().describe('of a search'),
      text: z.string().describe('of a page or a snippet: its beginning; of a search: empty'),
      paths: z.array(z.string()),
      wantedRank: z.int().nullable().describe('place of what the agent found by itself, 1 = best'),
    })
    .nullable(),
});
export type Replay = z.output<typeof replaySchema>;

export const missedSymbolSchema = z.object({
  symbol: z.string().describe('identifier that the fallback was about, or the wanted path where there is none'),
  count: z.int().describe('findings'),
  sessions: z.int(),
  queries: z.array(z.string()),
  wanted: z.array(z.object({ path: z.string(), symbol: z.string().nullable(), mapped: wantedSchema.nullable() })),
  findings: z.array(z.string()).describe('ids'),
  lastAt: z.number().nullable(),
});
export type MissedSymbol = z.output<typeof missedSymbolSchema>;

export const sessionReportSchema = z.object({
  format: z.enum(['markdown', 'json']),
  /** What would go out, whole: nothing leaves this machine before somebody has seen it. */
  text: z.string(),
  redacted: z.boolean(),
  redactions: z.array(z.object({ kind: z.string(), count: z.int() })),
});

const timelineMarkSchema = z.object({
  key: z.string().describe('of the call'),
  number: z.int().describe('place among the calls of the session, from 0'),
  thread: z.string(),
  at: z.number().nullable(),
  role: sessionCallSchema.shape.role,
  outcome: z.enum(hubOutcomes).nullable(),
  afterEdit: z.boolean(),
});

/** Transcripts of coding agents: what was asked of a hub, what came back, what the agent did then. */
export const sessionProcedures = {
  /**
   * Reads files and folders (recursively; .gz, .zst and .zip too), finds what failed and keeps it. Progress first, the summary in the
   * last value. Leaving the loop stops it; what was kept before stays as it was.
   */
  'sessions.analyze': stream(
    'latest',
    z.strictObject({
      paths: z.array(z.string().min(1).max(4096)).min(1).max(2_000),
      hub: z.string().min(1).max(200).optional().describe('server that counts as the hub; guessed where it is left out'),
    }),
    z.object({ progress: analyzeProgressSchema, summary: analyzeSummarySchema.nullable() }),
  ),
  /** Reads files that are being written, and again whatever has changed, until the loop is left. */
  'sessions.follow': stream(
    'latest',
    z.strictObject({ paths: z.array(z.string().min(1).max(4096)).min(1).max(50) }),
    z.object({ changes: z.int().describe('0: the first reading'), summary: analyzeSummarySchema }),
  ),
  /** Reads everything that is kept anew with another server as the hub, without the files. */
  'sessions.chooseHub': call(z.strictObject({ hub: z.string().min(1).max(200) }), z.object({ sessions: z.int() })),
  /** Newest first. */
  'sessions.list': call(
    z.strictObject({ ...page }),
    z.object({ total: z.int(), sessions: z.array(sessionSummarySchema), servers: z.array(serverSeenSchema) }),
  ),
  'sessions.overview': call(
    sessionSelectionSchema,
    z.object({
      sessions: z.int(),
      servers: z.array(serverSeenSchema),
      metrics: metricsSchema,
      /** Other servers, measured in the same way. */
      others: z.array(z.object({ server: z.string(), metrics: metricsSchema })),
      patterns: z.array(z.object({ pattern: z.enum(findingPatterns), count: z.int(), certain: z.int(), fixed: z.int() })),
      overTime: z.array(z.object({ day: z.string().describe('YYYY-MM-DD, UTC'), metrics: metricsSchema })),
    }),
  ),
  /** Every call of one session as a mark, and findings as arcs between two marks. */
  'sessions.timeline': call(
    z.strictObject({ session: sessionKeySchema }),
    z.object({
      marks: z.array(timelineMarkSchema),
      firstEdit: z.int().nullable().describe('number of the first call that changed a file'),
      arcs: z.array(z.object({ finding: z.string(), pattern: z.enum(findingPatterns), from: z.int(), to: z.int() })),
    }),
  ),
  'sessions.calls': call(
    sessionSelectionSchema.extend({
      roles: z.array(sessionCallSchema.shape.role).max(10).optional(),
      servers: z.array(z.string().max(200)).max(100).optional(),
      tools: z.array(z.string().max(200)).max(100).optional(),
      outcomes: z.array(z.enum(hubOutcomes)).max(20).optional(),
      /** In arguments and results, whatever the case. */
      text: z.string().max(1_000).optional(),
      ...page,
    }),
    z.object({
      total: z.int(),
      calls: z.array(sessionCallSchema),
      /** Values to filter by, within the selection of sessions. */
      tools: z.array(z.object({ name: z.string(), count: z.int() })),
    }),
  ),
  'sessions.findings': call(
    sessionSelectionSchema.extend({
      patterns: z.array(z.enum(findingPatterns)).max(20).optional(),
      certainty: z.enum(certainties).optional(),
      fixed: z.boolean().optional(),
      /** In query, shared identifiers and wanted path. */
      text: z.string().max(1_000).optional(),
      ...page,
    }),
    z.object({ total: z.int(), findings: z.array(findingSchema) }),
  ),
  'sessions.finding': call(z.strictObject({ id: z.string().max(100) }), findingSchema),
  /** Messages and calls as they came; `around` opens the page that holds a call. */
  'sessions.conversation': call(
    z.strictObject({ session: sessionKeySchema, around: z.string().max(500).optional(), ...page }),
    z.object({ total: z.int(), offset: z.int(), items: z.array(conversationItemSchema) }),
  ),
  /** Records of a call as they stand in the file. */
  'sessions.raw': call(z.strictObject({ call: z.string().max(500) }), z.object({ records: z.array(rawRecordSchema) })),
  /** The same call on today's index, for a finding (the first question, which is its query) or any call of a hub. */
  'sessions.replay': call(
    z.union([z.strictObject({ finding: z.string().max(100) }), z.strictObject({ call: z.string().max(500) })]),
    replaySchema,
  ),
  /** Keeps a finding as an evaluation case: its query, and what the agent found by itself as what is wanted. */
  'sessions.saveCase': call(
    z.strictObject({
      finding: z.string().max(100),
      query: z.string().min(1).max(20_000).optional(),
      wanted: z.array(wantedSchema).max(50).optional().describe('instead of what the agent found'),
      note: z.string().max(4_000).default(''),
    }),
    evaluationCaseSchema,
  ),
  'sessions.markFixed': call(
    z.strictObject({ finding: z.string().max(100), fixed: z.boolean(), note: z.string().max(4_000).default('') }),
    findingSchema,
  ),
  'sessions.report': call(
    sessionSelectionSchema.extend({ format: z.enum(['markdown', 'json']), redact: z.boolean().default(true) }),
    sessionReportSchema,
  ),
  /** What the hub should have known: the to-do list over all sessions. Most frequent first. */
  'sessions.missed': call(
    sessionSelectionSchema.extend({ includeFixed: z.boolean().default(false), limit: z.int().min(1).max(2_000).default(200) }),
    z.object({ total: z.int(), symbols: z.array(missedSymbolSchema) }),
  ),
  /** The missed symbols as evaluation cases in the form that `evaluate` reads. */
  'sessions.exportMissed': call(sessionSelectionSchema, z.object({ cases: z.int(), text: z.string() })),
  /** Two selections side by side: two sessions, or before and after a date. */
  'sessions.compare': call(
    z.strictObject({ left: sessionSelectionSchema, right: sessionSelectionSchema }),
    z.object({
      left: z.object({ sessions: z.int(), metrics: metricsSchema }),
      right: z.object({ sessions: z.int(), metrics: metricsSchema }),
      differences: z.array(
        z.object({
          name: z.string(),
          left: rateSchema,
          right: rateSchema,
          /** Null where one side has too few calls to tell. */
          better: z.boolean().nullable(),
          reason: z.string(),
        }),
      ),
    }),
  ),
  /** Takes sessions out of what is kept; the files are left alone. All of them where none are named. */
  'sessions.forget': call(
    z.strictObject({ sessions: z.array(sessionKeySchema).max(5_000).optional() }),
    z.object({ removed: z.int() }),
  ),
};
