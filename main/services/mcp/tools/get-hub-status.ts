import { z } from 'zod';
import type { SourceDescription } from '../../../contract/sources.ts';
import { contentTypes, type ContentType } from '../../../contract/vocabulary.ts';
import { areasOf } from '../../../store/area-listing.ts';
import { counted, oneLine } from '../markdown.ts';
import { defineTool, type ToolParts } from '../tool.ts';
import { answerFields } from './common-input.ts';

/** Sources that are named before the rest is counted. */
const mostSources = 40;
const mostValues = 25;
/** Filters whose values are listed. */
const listed = ['language', 'domain', 'execution_mode', 'tags', 'chunk_type', 'version'] as const;

const statusSchema = z.object({
  server_version: z.string(),
  state: z.enum(['empty', 'partial', 'complete']),
  total_records: z.int(),
  counts_by_type: z.record(z.enum(contentTypes), z.int()),
  last_refresh_at: z.string().nullable().describe('newest check of any source'),
  index_path: z.string(),
  pending: z.int().describe('texts that wait for the model: found by words, not yet by meaning'),
  work: z.array(z.string()).describe('what is running or queued'),
  sources: z.array(
    z.object({
      name: z.string(),
      repo: z.string(),
      state: z.string(),
      ref: z.string().nullable(),
      commit: z.string().nullable(),
      records: z.int(),
      checked_at: z.string().nullable(),
      changed_at: z.string().nullable(),
      problem: z.string().optional(),
    }),
  ),
  commit_shas: z.array(z.string()),
  values: z.record(z.string(), z.array(z.string())).optional().describe('what filters take'),
  advice: z.string().optional(),
});
export type HubStatusAnswer = z.output<typeof statusSchema>;

export const getHubStatus = defineTool({
  name: 'get_hub_status',
  title: 'What is indexed',
  description:
    'Which sources are indexed, at which commit, how fresh and how many passages, and what is being indexed now. response_format detailed also lists the values that filters take: areas, languages, domains, tags, execution modes. Use it when results look wrong or old, and before you say that something is not there.',
  atOnce: true,
  input: z.strictObject({ response_format: answerFields.response_format }),
  output: statusSchema,
  run: async (input, context) => {
    const status = await statusOf(context.parts, input.response_format === 'detailed', context.signal);
    return {
      structured: status,
      text: statusText(status),
      facts: { hits: status.sources.length, outcome: status.state === 'empty' ? 'empty' : 'answered' },
    };
  },
});

/** The state of everything, as agents see it. */
export async function statusOf(parts: ToolParts, detailed: boolean, signal?: AbortSignal): Promise<HubStatusAnswer> {
  const [sources, { pendingTexts }] = await Promise.all([parts.overview.describe(), parts.overview.figures()]);
  const counts = Object.fromEntries(
    contentTypes.map((type) => [type, sources.reduce((sum, source) => sum + source.chunks[type], 0)]),
  ) as Record<ContentType, number>;
  const total = contentTypes.reduce((sum, type) => sum + counts[type], 0);
  const complete = pendingTexts === 0 && sources.every((source) => source.state === 'complete');
  const checks = sources.flatMap(({ lastCheckedAt }) => lastCheckedAt ?? []).toSorted();
  const work = parts.state.value.jobs
    .filter(({ state }) => state === 'running' || state === 'queued')
    .map(({ kind, sources: names, state }) => `${state === 'running' ? '' : 'queued: '}${kind} ${names.join(', ')}`);
  const shas = detailed ? [...new Set(sources.flatMap(({ commit }) => commit ?? []))] : [];
  return {
    server_version: parts.version,
    state: sources.length === 0 ? 'empty' : complete ? 'complete' : 'partial',
    total_records: total,
    counts_by_type: counts,
    last_refresh_at: checks.at(-1) ?? null,
    index_path: parts.dataDirectory,
    pending: pendingTexts,
    work,
    sources: sources.slice(0, mostSources).map((source) => sourceView(source, detailed)),
    commit_shas: shas,
    ...(detailed ? { values: await valuesOf(parts, signal) } : {}),
    ...(sources.length === 0
      ? {
          advice:
            'Nothing is indexed yet. Ask the user to add a source in Context Hub, or run `context-hub index FOLDER|GIT-URL`.',
        }
      : sources.length > mostSources
        ? { advice: `${sources.length - mostSources} more sources are not listed.` }
        : {}),
  };
}

function sourceView(source: SourceDescription, detailed: boolean): HubStatusAnswer['sources'][number] {
  const problem = source.lastError ?? source.notice;
  return {
    name: source.name,
    repo: source.repo,
    state: source.state,
    ref: source.ref,
    commit: detailed ? source.commit : (source.commit?.slice(0, 12) ?? null),
    records: contentTypes.reduce((sum, type) => sum + source.chunks[type], 0),
    checked_at: source.lastCheckedAt,
    changed_at: source.lastChangedAt,
    ...(problem === null ? {} : { problem }),
  };
}

async function valuesOf(parts: ToolParts, signal: AbortSignal | undefined): Promise<Record<string, string[]>> {
  return parts.answering.use(async (hub) => {
    const { facets } = await (await hub.facets()).count({ query: '', tool: 'any' }, signal);
    const values: Record<string, string[]> = { area: areasOf(hub.connection, ['doc', 'readme']).slice(0, mostValues) };
    for (const { filter, values: known } of facets)
      if ((listed as readonly string[]).includes(filter)) values[filter] = known.slice(0, mostValues).map(({ value }) => value);
    return values;
  });
}

/** The same in words. */
export function statusText(status: HubStatusAnswer): string {
  const counts = Object.entries(status.counts_by_type).map(([type, count]) => `${count} ${type}`);
  return [
    `Context Hub ${status.server_version}: index ${status.state}, ${counted(status.total_records, 'passage')} (${counts.join(', ')}) in ${status.index_path}.`,
    ...(status.advice === undefined ? [] : [status.advice]),
    ...(status.pending > 0 ? [`${counted(status.pending, 'text')} wait for the model: found by words, not yet by meaning.`] : []),
    ...status.work.map((line) => `Working: ${line}`),
    ...status.sources.map(
      ({ name, repo, state, ref, commit, records, checked_at, problem }) =>
        `- ${name} (${repo}${ref === null ? '' : ` @ ${oneLine(ref)}`}): ${state}, ${counted(records, 'passage')}${commit === null ? '' : `, commit ${commit}`}, checked ${checked_at?.slice(0, 16).replace('T', ' ') ?? 'never'}${problem === undefined ? '' : `. ${oneLine(problem)}`}`,
    ),
    ...Object.entries(status.values ?? {}).map(([filter, values]) => `${filter}: ${values.map(oneLine).join(', ')}`),
  ].join('\n');
}
