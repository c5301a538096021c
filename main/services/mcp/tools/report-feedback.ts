import { z } from 'zod';
import type { McpCall } from '../../../contract/mcp.ts';
import type { EvaluationCase } from '../../../contract/marks.ts';
import { silentLogger } from '../../../core/logger.ts';
import { FileLookup } from '../../../store/file-lookup.ts';
import type { StoredFeedback } from '../../../store/user-data/mcp-feedback.ts';
import { SearchIndex } from '../../../store/search-index.ts';
import type { Hub } from '../../hub.ts';
import { defineTool, type ToolContext } from '../tool.ts';
import { flagField, longestPath, longestQuery } from './common-input.ts';

type Wanted = EvaluationCase['wanted'];

const longestNote = 4_000;

export const reportFeedback = defineTool({
  name: 'report_feedback',
  title: 'Say whether a result helped',
  description:
    'Say whether a search helped. Give query_id of that search, helpful, and when it did not help: wanted (path, symbol, id or URL that should have been found) and a note in one sentence. It stays on this machine; a failure with wanted becomes a test case that the search is measured by.',
  readOnly: false,
  input: z.strictObject({
    query_id: z.string().max(100).optional().describe('of the search'),
    helpful: flagField,
    wanted: z.string().max(longestPath).optional().describe('path, symbol, id or URL'),
    note: z.string().max(longestNote).optional(),
    query: z.string().max(longestQuery).optional().describe('what was asked, where there is no query_id'),
  }),
  output: z.object({
    recorded: z.boolean(),
    feedback_id: z.int(),
    known_query: z.boolean().describe('whether the query_id is of a search that is remembered'),
    case_id: z.int().nullable().describe('test case that was made'),
    wanted: z
      .array(z.object({ source: z.string(), path: z.string(), symbol: z.string().optional() }))
      .describe('what wanted was taken for'),
    message: z.string(),
  }),
  aliases: { queryId: 'query_id', comment: 'note', expected: 'wanted' },
  run: async (input, context) => {
    const queryId = input.query_id ?? null;
    const wanted = (input.wanted ?? '').trim();
    const places = input.helpful || wanted === '' ? [] : await placesOf(wanted, context);
    const { call, query, saved, feedback } = record(context, { ...input, queryId, wanted, places });
    const message = messageOf({
      helpful: input.helpful,
      wanted,
      query,
      known: call !== null,
      queryId,
      places,
      saved: saved !== null,
    });
    return {
      structured: {
        recorded: true,
        feedback_id: feedback.id,
        known_query: call !== null,
        case_id: saved?.id ?? null,
        wanted: places,
        message,
      },
      text: message,
      facts: { queryId: null },
    };
  },
});

/** Each write of the user's file waits for the disk: the search that it is about, the case and the feedback go in one. */
function record(
  context: ToolContext,
  report: {
    helpful: boolean;
    queryId: string | null;
    query?: string | undefined;
    wanted: string;
    places: Wanted;
    note?: string | undefined;
  },
): { call: McpCall | null; query: string; saved: EvaluationCase | null; feedback: StoredFeedback } {
  const { userData, log } = context.parts;
  const { helpful, queryId, wanted, places, note } = report;
  return userData.together(() => {
    if (queryId !== null) log.flushQuery(queryId);
    const call = queryId === null ? null : userData.mcpCalls((calls) => calls.byQuery(queryId));
    const query = call?.search?.query ?? report.query ?? '';
    const isCase = !helpful && wanted !== '' && query.trim() !== '';
    const saved = isCase ? saveCase(context, { query, call, wanted, places, note }) : null;
    const { client, project } = context.caller;
    const feedback = userData.mcpFeedback((store) =>
      store.add({ helpful, wanted, note: note ?? '', queryId, client, project, caseId: saved?.id ?? null }),
    );
    return { call, query, saved, feedback };
  });
}

function saveCase(
  context: ToolContext,
  {
    query,
    call,
    wanted,
    places,
    note,
  }: { query: string; call: McpCall | null; wanted: string; places: Wanted; note: string | undefined },
): EvaluationCase {
  const scope = call?.search?.scope ?? { tool: 'any', mode: 'hybrid', filters: {} };
  const words = [`Reported by an agent. Wanted: ${wanted}`, note ?? ''].filter((part) => part !== '').join('\n');
  return context.parts.userData.cases((cases) => cases.save({ query, scope, wanted: places, note: words.slice(0, longestNote) }));
}

/** What an agent's words for the right answer mean in the index: a chunk, a page, a file, a symbol; nothing where it is not indexed. */
function placesOf(wanted: string, context: ToolContext): Promise<Wanted> {
  return context.parts.answering.use((hub) => placesIn(hub, wanted));
}

function placesIn(hub: Hub, wanted: string): Wanted {
  const files = new FileLookup(hub.connection);
  const index = new SearchIndex(hub.connection, silentLogger);
  const chunk = files.byChunk(wanted);
  if (chunk !== null) {
    const symbol = index.chunks([chunk.rowId])[0]?.symbol ?? null;
    return [{ source: chunk.file.source, path: chunk.file.path, ...(symbol === null ? {} : { symbol }) }];
  }
  const place = wanted.replace(/:\d+(-\d+)?$/, '');
  const found = files.page(place);
  if (found.length > 0) return found.slice(0, 3).map(({ source, path }) => ({ source, path }));
  if (/\s/.test(wanted)) return [];
  const matches = index.symbols(wanted.replace(/\(\)$/, ''), {}, null, 5);
  // Those of the best kind of match alone: an exact name is not meant to be another's too.
  const rows = index.definitions(matches.filter(({ match }) => match === matches[0]!.match).map(({ id }) => id));
  return rows.slice(0, 3).map(({ source, path, symbol }) => ({ source, path, ...(symbol === null ? {} : { symbol }) }));
}

function messageOf(facts: {
  helpful: boolean;
  wanted: string;
  query: string;
  known: boolean;
  queryId: string | null;
  places: Wanted;
  saved: boolean;
}): string {
  const said: string[] = ['Recorded on this machine.'];
  if (facts.queryId !== null && !facts.known) said.push('No search with this query_id is remembered.');
  if (facts.helpful) return said.join(' ');
  if (facts.saved)
    said.push(
      facts.places.length > 0
        ? `It became a test case that wants ${facts.places.map(({ source, path, symbol }) => `${source}:${path}${symbol === undefined ? '' : ` (${symbol})`}`).join(', ')}.`
        : `It became a test case; “${facts.wanted}” is not in the index, so its source may have to be added.`,
    );
  else if (facts.wanted === '') said.push('With wanted (path, symbol or URL) it would become a test case.');
  else if (facts.query.trim() === '') said.push('With query_id or query it would become a test case.');
  return said.join(' ');
}
