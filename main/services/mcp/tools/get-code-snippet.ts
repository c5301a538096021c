import { z } from 'zod';
import { HubError } from '../../../contract/errors.ts';
import type { SearchFilters } from '../../../contract/search.ts';
import { silentLogger } from '../../../core/logger.ts';
import { FileLookup } from '../../../store/file-lookup.ts';
import { SearchIndex } from '../../../store/search-index.ts';
import type { Hub } from '../../hub.ts';
import type { Snippet, SnippetRequest } from '../../retrieval/snippets.ts';
import { bytesOf, linesWithin } from '../budget.ts';
import { dataNotice, fenced, oneLine } from '../markdown.ts';
import { defineTool } from '../tool.ts';
import {
  answerFields,
  lineField,
  longestPath,
  maxLinesField,
  nameField,
  namesField,
  queryField,
  versionFields,
} from './common-input.ts';
import { nothingText, orNothing } from './nothing-found.ts';
import { shortId } from './chunk-id.ts';
import { versionFilters } from './search-filters.ts';

/** Unit: tokens. */
const defaultTokens = 6_000;
const aroundBytes = 1_500;

const placeSchema = z.object({ source: z.string(), path: z.string(), line_start: z.int(), line_end: z.int() });

const snippetSchema = placeSchema.extend({
  repo: z.string(),
  language: z.string(),
  symbol: z.string().nullable(),
  content: z.string(),
  source_url: z.string().nullable(),
  truncated: z.boolean(),
  next: z.object({ path: z.string(), line_start: z.int(), line_end: z.int() }).nullable().describe('arguments that go on'),
  chunk_id: z.string().optional(),
  dependency_notes: z.array(z.string()).optional().describe('imports of the module'),
  companion_snippets: z.array(z.string()).optional().describe('methods that the body calls'),
  interface_expectations: z.array(z.string()).optional().describe('bases, and what the body yields'),
});

export const getCodeSnippet = defineTool({
  name: 'get_code_snippet',
  title: 'Read code',
  description:
    'Exact lines of an indexed file. Give one of: symbol (Class.method, function, module.name) for a whole definition; intent, what the code should do; or path with line_start and line_end. 100 lines by default (max_lines); when it was cut, next has the arguments that go on. module, class_name and content_type (source for frameworks, code for examples) narrow symbol and intent.',
  input: z.strictObject({
    symbol: nameField.optional().describe('as the code has it'),
    intent: queryField.optional(),
    path: z.string().min(1).max(longestPath).optional().describe('repository path or its end; with intent: path prefix'),
    line_start: lineField.optional(),
    line_end: lineField.optional(),
    max_lines: maxLinesField.optional().describe('default 100'),
    module: nameField.optional().describe('dotted module, or a prefix of it'),
    class_name: nameField.optional().describe('class, as written'),
    content_type: z.enum(['source', 'code']).optional(),
    language: namesField.optional(),
    source: nameField.optional().describe('name of an indexed source'),
    repo: namesField.optional().describe('owner/name, or its last part'),
    ...versionFields,
    response_format: answerFields.response_format,
    max_tokens: answerFields.max_tokens,
  }),
  output: z.object({
    snippets: z.array(snippetSchema),
    alternatives: z
      .array(placeSchema.extend({ symbol: z.string().nullable() }))
      .optional()
      .describe('what else has the name'),
    empty_reason: z.enum(['not-indexed', 'not-found']).nullable(),
    message: z.string().optional(),
    nearest: z.array(z.object({ id: z.string(), title: z.string(), source: z.string(), path: z.string() })).optional(),
  }),
  aliases: { name: 'symbol', start_line: 'line_start', end_line: 'line_end', query: 'intent' },
  run: async (input, context) => {
    const request = requestOf(input);
    return orNothing(
      async () => {
        const { snippet, facts } = await context.parts.answering.use(async (hub) => {
          const found = await (await hub.snippets()).get(request, context.signal);
          return { snippet: found, facts: input.response_format === 'detailed' ? factsOf(hub, found) : {} };
        });
        const budget = Math.max(300, bytesOf(input.max_tokens ?? defaultTokens) - aroundBytes);
        const cut = within(snippet, budget);
        const alternatives = snippet.alternatives.slice(0, 5).map(({ source, path, symbol, lines }) => ({
          source,
          path,
          symbol,
          line_start: lines.start,
          line_end: lines.end,
        }));
        const { next } = cut;
        return {
          structured: {
            snippets: [
              {
                source: snippet.source,
                repo: snippet.repo,
                path: snippet.path,
                line_start: cut.start,
                line_end: cut.end,
                language: snippet.language,
                symbol: snippet.symbol,
                content: cut.content,
                source_url: snippet.sourceUrl,
                truncated: next !== null,
                next,
                ...facts,
              },
            ],
            ...(alternatives.length > 0 ? { alternatives } : {}),
            empty_reason: null,
          },
          text: [
            `${snippet.symbol === null ? '' : `${oneLine(snippet.symbol)} · `}${snippet.source}:${snippet.path}:${cut.start}-${cut.end}${snippet.sourceUrl === null ? '' : ` · ${snippet.sourceUrl}`}`,
            ...Object.entries(facts).map(
              ([name, value]) => `${name.replaceAll('_', ' ')}: ${[value].flat().map(oneLine).join(', ')}`,
            ),
            dataNotice,
            fenced(cut.content, snippet.language),
            ...(next === null
              ? []
              : [
                  `Cut: it ends in line ${next.line_end}. Go on with path "${next.path}", line_start ${next.line_start}, line_end ${next.line_end}.`,
                ]),
            ...alternatives.map(
              (other) =>
                `Also: ${other.symbol === null ? '' : `${oneLine(other.symbol)} · `}${other.source}:${other.path}:${other.line_start}-${other.line_end}`,
            ),
          ].join('\n'),
          facts: { hits: 1, sources: [snippet.source] },
        };
      },
      { words: input.symbol ?? input.intent ?? input.path ?? '', tool: 'any', context },
      (nothing) => ({
        structured: { snippets: [], empty_reason: nothing.reason, message: nothing.message, nearest: nothing.nearest },
        text: nothingText(nothing),
        facts: { outcome: 'empty', hits: 0, message: nothing.reason },
      }),
    );
  },
});

interface SnippetInput {
  symbol?: string | undefined;
  intent?: string | undefined;
  path?: string | undefined;
  line_start?: number | undefined;
  line_end?: number | undefined;
  max_lines?: number | undefined;
  module?: string | undefined;
  class_name?: string | undefined;
  content_type?: 'source' | 'code' | undefined;
  language?: string | string[] | undefined;
  source?: string | undefined;
  repo?: string | string[] | undefined;
  version?: string | undefined;
  pipecat_version?: string | undefined;
  version_filter?: 'prefer' | 'only' | 'compatible_only' | undefined;
}

/** What of the arguments is looked up; throws `usage` where they name none or two. */
function requestOf(input: SnippetInput): SnippetRequest {
  const { symbol, intent, path, line_start: start, line_end: end, module, class_name, content_type: type } = input;
  if (symbol !== undefined && intent !== undefined) throw new HubError('usage', 'Give symbol or intent, not both.');
  if (symbol === undefined && intent === undefined && path === undefined)
    throw new HubError('usage', 'Give symbol, intent, or path with line_start and line_end.');
  if (path === undefined && (start !== undefined || end !== undefined))
    throw new HubError('usage', 'line_start and line_end need path.');
  if (start !== undefined && end !== undefined && end < start)
    throw new HubError('usage', `line_end (${end}) lies before line_start (${start}).`);
  const limits = {
    ...(input.max_lines === undefined ? {} : { maxLines: input.max_lines }),
    ...(input.source === undefined ? {} : { source: input.source }),
  };
  const { language, repo } = input;
  const filters = {
    ...(module === undefined ? {} : { module }),
    ...(class_name === undefined ? {} : { class_name }),
    ...(type === undefined ? {} : { content_type: [type] }),
    ...(language === undefined ? {} : { language: [language].flat() }),
    ...(repo === undefined ? {} : { repo: [repo].flat() }),
    ...(path === undefined ? {} : { path }),
    ...(versionFilters(input) as SearchFilters),
  };
  if (symbol !== undefined) return { ...limits, symbol, filters };
  if (intent !== undefined) {
    // Pages about the code are for get_doc.
    if (type === undefined) return { ...limits, intent, filters: { ...filters, content_type: ['source', 'code'] }, tool: 'any' };
    return { ...limits, intent, filters, tool: type === 'code' ? 'examples' : 'api' };
  }
  const lines =
    start === undefined && end === undefined ? {} : { lines: { start: start ?? 1, end: end ?? Number.MAX_SAFE_INTEGER } };
  return { ...limits, path: path!, ...lines };
}

/** The lines that fit, and the arguments that go on behind them. */
function within(
  snippet: Snippet,
  budget: number,
): { content: string; start: number; end: number; next: { path: string; line_start: number; line_end: number } | null } {
  const lines = snippet.content.split('\n');
  const count = linesWithin(lines, budget);
  const { start } = snippet.lines;
  const end = start + count - 1;
  const last = snippet.wholeLines.end;
  return {
    content: lines.slice(0, count).join('\n'),
    start,
    end,
    next: end < last ? { path: snippet.path, line_start: end + 1, line_end: last } : null,
  };
}

/** What the chunk of these lines knows of itself. */
function factsOf(hub: Hub, snippet: Snippet): Record<string, string | string[]> {
  const file = new FileLookup(hub.connection).exact(snippet.source, snippet.path);
  if (file === null) return {};
  const row = new SearchIndex(hub.connection, silentLogger)
    .chunksOfFile(file.id)
    .find((chunk) => chunk.startLine === snippet.lines.start && chunk.symbol === snippet.symbol);
  if (row === undefined) return {};
  const { imports = [], calls = [], yields = [], baseClasses = [] } = row.metadata;
  return {
    chunk_id: shortId(row.chunkId),
    ...(imports.length > 0 ? { dependency_notes: imports } : {}),
    ...(calls.length > 0 ? { companion_snippets: calls } : {}),
    ...(yields.length + baseClasses.length > 0 ? { interface_expectations: [...baseClasses, ...yields] } : {}),
  };
}
