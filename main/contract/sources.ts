import { z } from 'zod';
import { call, stream } from './procedure.ts';
import { contentTypes, indexPhases, skipReasons, sourceKinds, sourceStates } from './vocabulary.ts';

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const sourceNameSchema = z.string().regex(namePattern, 'letters, digits, dot, underscore and dash');
const countsSchema = z.record(z.enum(contentTypes), z.int());

/** `glob` is matched against the path relative to the root (gitignore syntax); the first rule that matches decides. */
export const roleRuleSchema = z.strictObject({ glob: z.string().min(1).max(1000), role: z.enum([...contentTypes, 'skip']) });

export const sourceSpecificationSchema = z.strictObject({
  name: sourceNameSchema,
  kind: z.enum(sourceKinds),
  location: z.string().min(1).max(4096),
  ref: z.string().min(1).max(500).optional(),
  rules: z.array(roleRuleSchema).max(200).optional(),
  siteUrl: z.string().max(2000).optional(),
});

export const sourceDescriptionSchema = z.object({
  name: z.string(),
  kind: z.enum(sourceKinds),
  location: z.string(),
  ref: z.string().nullable(),
  rules: z.array(roleRuleSchema),
  siteUrl: z.string().nullable(),
  repo: z.string(),
  state: z.enum(sourceStates),
  pendingTexts: z.int().describe('distinct texts that wait for the model'),
  commit: z.string().nullable(),
  files: z.int(),
  skipped: z.int(),
  failed: z.int(),
  textBytes: z.int().describe('of the indexed files'),
  chunks: countsSchema,
  lastCheckedAt: z.string().nullable(),
  lastChangedAt: z.string().nullable(),
  lastError: z.string().nullable(),
  notice: z.string().nullable(),
});
export type SourceDescription = z.output<typeof sourceDescriptionSchema>;

/** One state of one phase; the newest replaces the one before. */
const indexProgressSchema = z.object({
  phase: z.enum(indexPhases),
  source: z.string().nullable().describe('null for phases that serve all sources at once'),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.enum(['files', 'chunks', 'vectors', 'bytes']),
  rate: z.number().describe('units per second, 0 before the first'),
  secondsLeft: z.number().nullable(),
});

const sourceReportSchema = z.object({
  name: z.string(),
  outcome: z.enum(['unchanged', 'indexed', 'partial', 'failed']),
  notice: z.string().nullable(),
  files: z.object({ indexed: z.int(), changed: z.int(), removed: z.int(), skipped: z.int(), failed: z.int() }),
  chunks: countsSchema,
});

export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(['index', 'refresh', 'reindex', 'remove']),
  sources: z.array(z.string()),
  state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed']),
  queuedAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  progress: z.array(indexProgressSchema).describe('the newest state of each phase and source that was reached, in order'),
  reports: z.array(sourceReportSchema),
  embedded: z.int(),
  pending: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
/** Work on the index: queued, running, or ended not long ago. One runs at a time. */
export type Job = z.output<typeof jobSchema>;

export const previewSchema = z.object({
  specification: sourceSpecificationSchema,
  repo: z.string(),
  commit: z.string().nullable(),
  notice: z.string().nullable(),
  roles: z.array(z.object({ role: z.enum(contentTypes), files: z.int(), bytes: z.int(), samples: z.array(z.string()) })),
  skipped: z.array(z.object({ reason: z.enum(skipReasons), files: z.int(), samples: z.array(z.string()) })),
  failed: z.int(),
  estimatedSeconds: z.number().nullable().describe('of a first index on this machine; null where there is nothing to go by'),
  nameTakenBy: z.string().nullable().describe('location of the source that has this name already'),
});
export type SourcePreview = z.output<typeof previewSchema>;

const jobStarted = z.object({ jobId: z.string() });
const named = z.strictObject({ name: sourceNameSchema });

/** Sources and the work on them. */
export const sourceProcedures = {
  'sources.list': call(z.strictObject({}), z.array(sourceDescriptionSchema)),
  /** What is typed or dropped (folder, git URL, docs URL, file) as a specification with a free name; throws `usage`. */
  'sources.parse': call(z.strictObject({ text: z.string().min(1).max(4096) }), sourceSpecificationSchema),
  /** What would be indexed, after looking (a git URL is fetched). Ends with one preview. */
  'sources.preview': stream(
    'latest',
    z.strictObject({ specification: sourceSpecificationSchema }),
    z.object({ step: z.string(), preview: previewSchema.nullable() }),
  ),
  'sources.presets': call(
    z.strictObject({}),
    z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        description: z.string(),
        origin: z.enum(['built-in', 'user']),
        problem: z.string().nullable(),
        sources: z.array(sourceSpecificationSchema),
      }),
    ),
  ),
  /** Adds sources, or changes those of the same name and location, and indexes them. */
  'sources.add': call(z.strictObject({ specifications: z.array(sourceSpecificationSchema).min(1).max(200) }), jobStarted),
  /** Changes rules, pin or site; null unpins. */
  'sources.change': call(
    named.extend({
      ref: z.string().min(1).max(500).nullable().optional(),
      rules: z.array(roleRuleSchema).max(200).optional(),
      siteUrl: z.string().max(2000).nullable().optional(),
    }),
    jobStarted,
  ),
  /** Looks at sources again; all when none is named. `force` prepares every file again. */
  'sources.refresh': call(
    z.strictObject({ names: z.array(sourceNameSchema).max(200).default([]), force: z.boolean().default(false) }),
    jobStarted,
  ),
  /** Removes a source. The answer is what `sources.add` takes to undo it; vectors are kept long enough for an undo to be quick. */
  'sources.remove': call(named, z.object({ removed: sourceSpecificationSchema })),
  /** Files of a source by outcome, in order of path. */
  'sources.files': call(
    named.extend({
      outcome: z.enum(['indexed', 'skipped', 'failed']),
      reason: z.string().max(100).optional(),
      contains: z.string().max(500).default(''),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(100),
    }),
    z.object({
      total: z.int(),
      reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
      files: z.array(
        z.object({
          path: z.string(),
          role: z.enum(contentTypes).nullable(),
          reason: z.string().nullable(),
          detail: z.string().nullable(),
        }),
      ),
    }),
  ),
  'jobs.cancel': call(z.strictObject({ jobId: z.string().max(100) }), z.object({ cancelled: z.boolean() })),
  /** Folders that a typed path could mean, for completion. */
  'paths.complete': call(
    z.strictObject({
      text: z.string().max(4096),
      endings: z
        .array(z.string().min(1).max(20).toLowerCase())
        .max(50)
        .optional()
        .describe('files whose names end so are offered too'),
    }),
    z.array(z.object({ path: z.string(), kind: z.enum(['folder', 'repository', 'file']) })),
  ),
};
