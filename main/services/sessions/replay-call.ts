import { HubError } from '../../contract/errors.ts';
import { filterSchema, type SearchAnswer, type SearchFilters, type SearchTool } from '../../contract/search.ts';
import type { HubOutcome } from '../../contract/session-findings.ts';
import { hubQuery } from '../../core/sessions/findings/hub-query.ts';
import type { ToolCall } from '../../core/sessions/model.ts';
import type { Hub } from '../hub.ts';

/** What today's index says to a call. */
export interface ReplayedCall {
  outcome: HubOutcome;
  reason: string;
  answer: SearchAnswer | null;
  text: string;
  paths: string[];
}

/** Beginning of a page or a snippet. Unit: characters. */
const shownText = 4_000;
const hits = 10;

/** Arguments of the hubs that agents know, as filters of ours. */
const filterNames: Record<string, keyof SearchFilters> = {
  module: 'module', module_path: 'module', class_name: 'class_name', chunk_type: 'chunk_type', is_dataclass: 'is_dataclass', yields: 'yields', calls: 'calls', base_class: 'base_class',
  imports: 'imports', language: 'language', path: 'path', repo: 'repo', source: 'source', domain: 'domain', tags: 'tags', execution_mode: 'execution_mode', version: 'version',
}; // prettier-ignore
const chunkTypeNames: Record<string, string> = { module_overview: 'module', class_overview: 'class', type_definition: 'type' };

function searchTool(tool: string): SearchTool {
  if (/example/i.test(tool)) return 'examples';
  if (/api|symbol|source|code/i.test(tool)) return 'api';
  return /doc/i.test(tool) ? 'docs' : 'any';
}

function filtersOf(args: Record<string, unknown>): SearchFilters {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const filter = Object.hasOwn(filterNames, name) ? filterNames[name] : undefined;
    if (filter === undefined || value === null || value === undefined || value === '') continue;
    given[filter] = filter === 'chunk_type' && typeof value === 'string' ? (chunkTypeNames[value] ?? value) : value;
  }
  // A filter of another hub that does not fit ours is left out one by one, so that the rest still counts.
  const kept = Object.entries(given).filter(([name, value]) => filterSchema.safeParse({ [name]: value }).success);
  return filterSchema.parse(Object.fromEntries(kept));
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

async function search(
  hub: Hub,
  call: ToolCall,
  query: string,
  weights: Readonly<Record<string, number>>,
  signal: AbortSignal,
): Promise<ReplayedCall> {
  const isKnown = /^search_(?:docs|examples|api)$/.test(call.tool);
  const answer = await (
    await hub.retriever()
  ).search(
    { query, tool: searchTool(call.tool), filters: isKnown ? filtersOf(call.arguments) : {}, limit: hits, weights },
    signal,
  );
  const outcome: HubOutcome = answer.total === 0 ? 'zero-hit' : answer.lowConfidence ? 'low-confidence' : 'ok';
  const reason = answer.total === 0 ? `nothing found (${answer.emptyReason ?? 'nothing alike'})` : answer.confidenceReason;
  return { outcome, reason, answer, text: '', paths: answer.hits.map(({ path }) => path) };
}

async function snippet(hub: Hub, { arguments: args }: ToolCall, signal: AbortSignal): Promise<ReplayedCall> {
  const maxLines = typeof args['max_lines'] === 'number' && args['max_lines'] >= 1 ? Math.floor(args['max_lines']) : undefined;
  const shared = maxLines === undefined ? {} : { maxLines };
  const symbol = text(args['symbol']);
  const path = text(args['path']);
  const intent = text(args['intent']) ?? text(args['query']);
  const start = args['line_start'];
  const end = args['line_end'];
  const lines = typeof start === 'number' && typeof end === 'number' ? { lines: { start, end } } : {};
  const request =
    symbol !== null
      ? { symbol, ...shared }
      : path !== null
        ? { path, ...lines, ...shared }
        : intent !== null
          ? { intent, ...shared }
          : null;
  if (request === null) throw new HubError('usage', 'The call names neither a symbol, nor a path, nor an intent.');
  const found = await (await hub.snippets()).get(request, signal);
  return {
    outcome: found.truncated ? 'truncated' : 'ok',
    reason: found.truncated
      ? `lines ${found.lines.start} to ${found.lines.end} of ${found.wholeLines.end}; it says where to go on`
      : `${found.path}, lines ${found.lines.start} to ${found.lines.end}`,
    answer: null,
    text: found.content.slice(0, shownText),
    paths: [found.path],
  };
}

function page(hub: Hub, { arguments: args, tool }: ToolCall): ReplayedCall {
  const reference =
    text(args['doc_id']) ?? text(args['example_id']) ?? text(args['path']) ?? text(args['url']) ?? text(args['id']);
  if (reference === null) throw new HubError('usage', 'The call names no page.');
  if (/example/i.test(tool)) {
    const found = hub.documents().example(reference);
    return {
      outcome: 'ok',
      reason: found.summary,
      answer: null,
      text: found.files
        .map(({ content }) => content)
        .join('\n')
        .slice(0, shownText),
      paths: found.files.map(({ path }) => path),
    };
  }
  const found = hub.documents().document(reference, text(args['section']) ?? undefined);
  return { outcome: 'ok', reason: found.title, answer: null, text: found.content.slice(0, shownText), paths: [found.path] };
}

/** Asks today's index what an agent asked. Throws `usage` where the call asks nothing that an index could answer. */
export async function replayCall(
  hub: Hub,
  call: ToolCall,
  weights: Readonly<Record<string, number>>,
  signal: AbortSignal,
): Promise<ReplayedCall> {
  const { text: query, kind } = hubQuery(call);
  try {
    if (/snippet/i.test(call.tool)) return await snippet(hub, call, signal);
    if (kind === 'direct' && /^get_|^read_|fetch/i.test(call.tool)) return page(hub, call);
  } catch (error) {
    // An id of another hub means nothing here, and what is not there is an answer.
    if (!(error instanceof HubError) || error.code !== 'not-found') throw error;
    return { outcome: 'zero-hit', reason: error.message, answer: null, text: '', paths: [] };
  }
  if (query === '') throw new HubError('usage', `The call of ${call.tool} asks nothing that an index could answer.`);
  return search(hub, call, query, weights, signal);
}
