import type { SearchAnswer, SearchFiltersInput, SearchHit, SearchTool } from '../../../contract/search.ts';
import type { ChunkRow } from '../../../store/search-index.ts';
import { bytesOf, cutText, jsonBytes } from '../budget.ts';
import { dataNotice, fenced, oneLine } from '../markdown.ts';
import { unknownLead } from '../../retrieval/evidence.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import { availableValues } from './available-values.ts';
import { shortId } from './chunk-id.ts';

/** Shown of each hit by default, with everything around it: ten hits stay below 6,000 characters. Unit: bytes. */
const bytesPerHit = 540;
const bytesAround = 500;
const detailedBytesPerHit = 1_500;
/** A hit without text is none. Unit: bytes. */
const leastSnippet = 80;
/** What a fence and its line breaks take. Unit: bytes. */
const fenceBytes = 12;
/** Of a commit. */
const identifierLength = 12;

export interface SearchInput {
  query: string;
  limit?: number | undefined;
  cursor?: string | undefined;
  response_format?: 'concise' | 'detailed' | undefined;
  max_tokens?: number | undefined;
}

/** A hit with the chunk behind it. */
export interface FoundHit {
  hit: SearchHit;
  row: ChunkRow;
}

export interface SearchShape<Hit> {
  tool: SearchTool;
  filters: SearchFiltersInput;
  input: SearchInput;
  /** A hit as the tool names its parts. */
  shape(found: FoundHit, detailed: boolean): Hit & { snippet: string };
  /** Its first line in the text: what it is. */
  heading(found: FoundHit): string;
}

type Structured<Hit> = { hits: Hit[] } & Omit<ReturnType<typeof evidenceOf>, never>;

/** What all hits say of where they are. */
export function placeOf(
  { hit, row }: FoundHit,
  detailed: boolean,
): {
  source: string;
  path: string;
  lines: [number, number];
  snippet: string;
  score: number;
  source_url?: string;
  deprecated?: NonNullable<SearchHit['deprecated']>;
} {
  const isPage = (row.metadata.pageUrl ?? row.pageUrl ?? null) !== null;
  return {
    source: hit.source,
    path: hit.path,
    lines: [hit.lines.start, hit.lines.end],
    snippet: excerptOf(hit, row),
    score: Math.round(hit.score * 1000) / 1000,
    ...(hit.sourceUrl !== null && (detailed || isPage) ? { source_url: hit.sourceUrl } : {}),
    ...(hit.deprecated === null ? {} : { deprecated: hit.deprecated }),
  };
}

/** The chunk from where the query's words are on, without headings that the hit's own title says. */
function excerptOf(hit: SearchHit, row: ChunkRow): string {
  const beginning = hit.snippet.replace(/…$/, '');
  const at = Math.max(0, row.content.indexOf(beginning));
  const said = new Set([hit.title, ...hit.section].map((text) => text.trim().toLowerCase()));
  const lines = row.content.slice(at).split('\n');
  const isSaid = (line: string): boolean => {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line.trim());
    return line.trim() === '' || (heading !== null && said.has(heading[1]!.toLowerCase()));
  };
  const first = lines.findIndex((line) => !isSaid(line));
  return (first === -1 ? lines : lines.slice(first)).join('\n').trimEnd();
}

/** Searches and says what was found, within the budget of the caller. */
export async function runSearch<Hit extends object>(
  search: SearchShape<Hit>,
  context: ToolContext,
): Promise<ToolAnswer<Structured<Hit>>> {
  const { input, tool, filters } = search;
  const detailed = input.response_format === 'detailed';
  const limit = input.limit ?? 10;
  const budget =
    input.max_tokens === undefined
      ? bytesAround + limit * (detailed ? detailedBytesPerHit : bytesPerHit)
      : bytesOf(input.max_tokens);
  return context.parts.answering.use(async (hub) => {
    const retriever = await hub.retriever();
    const page = await retriever.searchPage(
      { query: input.query, tool, filters, limit, cursor: input.cursor, weights: context.parts.weights() },
      context.signal,
    );
    const whole = page.answer;
    const available =
      whole.emptyReason === 'filtered-away' ? await availableValues(hub, tool, filters, context.signal) : undefined;
    const found = whole.hits.map((hit, place): FoundHit => ({ hit, row: page.rows[place]! }));
    const fitting = hitsWithin(search, found, whole, detailed, budget);
    // The cursor has to go on behind the last hit that is shown.
    const answer = fitting < found.length ? page.first(fitting) : whole;
    const shown = found.slice(0, fitting);
    const around = evidenceOf(answer, shown, detailed, available);
    const snippetBytes = room(search, shown, around, detailed, budget);
    const hits = shown.map((each) => {
      const shaped = search.shape(each, detailed);
      return { ...shaped, snippet: cutText(detailed ? each.row.content : shaped.snippet, snippetBytes) };
    });
    const structured = { hits, ...around };
    return {
      structured,
      text: textOf(search, shown, hits, around, detailed),
      facts: {
        outcome: answer.emptyReason === null ? 'answered' : 'empty',
        message: answer.emptyReason,
        hits: answer.returned,
        topScore: answer.hits[0]?.score ?? null,
        lowConfidence: answer.lowConfidence,
        queryId: answer.queryId,
        search: { query: input.query, scope: { tool, mode: 'hybrid', filters: filters as never } },
        sources: answer.index.map(({ source }) => source),
      },
    };
  });
}

/** How many hits can be shown with some text each. */
function hitsWithin<Hit extends object>(
  search: SearchShape<Hit>,
  found: readonly FoundHit[],
  answer: SearchAnswer,
  detailed: boolean,
  budget: number,
): number {
  let count = found.length;
  while (count > 1) {
    const shown = found.slice(0, count);
    if (room(search, shown, evidenceOf(answer, shown, detailed), detailed, budget) >= leastSnippet) break;
    count -= 1;
  }
  return count;
}

/** Bytes for each snippet, by the longer of both forms of the answer. */
function room<Hit extends object>(
  search: SearchShape<Hit>,
  shown: readonly FoundHit[],
  around: ReturnType<typeof evidenceOf>,
  detailed: boolean,
  budget: number,
): number {
  if (shown.length === 0) return 0;
  const bare = shown.map((each) => ({ ...search.shape(each, detailed), snippet: '' }));
  const text = Buffer.byteLength(textOf(search, shown, bare, around, detailed)) + fenceBytes * shown.length;
  // Line breaks and quotes take two bytes in JSON.
  const left = Math.min(budget - text, (budget - jsonBytes({ hits: bare, ...around })) / 1.1);
  return Math.floor(left / shown.length);
}

function evidenceOf(
  answer: SearchAnswer,
  shown: readonly FoundHit[],
  detailed: boolean,
  available?: Record<string, string[]>,
): {
  query_id: string;
  total: number;
  returned: number;
  truncated: boolean;
  next_cursor: string | null;
  empty_reason: SearchAnswer['emptyReason'];
  evidence: {
    confidence: number;
    low_confidence: boolean;
    confidence_rationale?: string;
    not_found?: string[];
    next_retrieval_queries?: string[];
    advice?: string[];
  };
  available_values?: Record<string, string[]>;
  index: { source: string; state: string; commit: string | null; checked_at: string | null; link?: string }[];
} {
  const doubtful = detailed || answer.lowConfidence || answer.emptyReason !== null;
  const isEmpty = answer.emptyReason !== null;
  const advice = [
    // What a filter could be is said apart.
    ...answer.advice
      .filter((line) => available === undefined || !line.startsWith(unknownLead))
      .map((line) => forAgents(line, answer.tool)),
    ...(answer.fallback === null ? [] : [`Searched by words alone: ${answer.fallback.split('\n', 1)[0]!}`]),
  ];
  const links = new Map(shown.flatMap(({ row }) => (row.permalink === null || row.pageUrl ? [] : [[row.source, row.permalink]])));
  return {
    query_id: answer.queryId,
    total: answer.total,
    returned: shown.length,
    truncated: answer.truncated || shown.length < answer.returned,
    next_cursor: answer.nextCursor,
    empty_reason: answer.emptyReason,
    evidence: {
      confidence: Math.round(answer.confidence * 100) / 100,
      low_confidence: answer.lowConfidence,
      ...(doubtful && !isEmpty ? { confidence_rationale: answer.confidenceReason } : {}),
      ...(answer.notFound.length > 0 && !isEmpty ? { not_found: answer.notFound } : {}),
      ...(doubtful && answer.followUps.length > 0 ? { next_retrieval_queries: answer.followUps } : {}),
      ...(advice.length > 0 ? { advice } : {}),
    },
    ...(available === undefined ? {} : { available_values: available }),
    index: answer.index.map(({ source, commit, checkedAt, state }) => {
      const link = detailed ? undefined : links.get(source);
      const short = detailed ? commit : (commit?.slice(0, identifierLength) ?? null);
      return { source, state, commit: short, checked_at: checkedAt, ...(link === undefined ? {} : { link }) };
    }),
  };
}

/** Advice names commands of the command line; an agent has tools. */
function forAgents(advice: string, tool: SearchTool): string {
  const said = advice.replace('when `context-hub status` says complete', 'when get_hub_status says complete');
  return tool === 'docs' ? said.replace(/^(Filters in force: .*)\bpath\b/, '$1area') : said;
}

function textOf<Hit extends object>(
  search: SearchShape<Hit>,
  shown: readonly FoundHit[],
  hits: readonly { snippet: string; source_url?: string; deprecated?: { note: string; replacement?: string } }[],
  around: ReturnType<typeof evidenceOf>,
  detailed: boolean,
): string {
  const { evidence } = around;
  const lines: string[] = [];
  if (shown.length === 0) lines.push(`Nothing found (${around.empty_reason ?? 'end of the list'}). query_id ${around.query_id}`);
  else
    lines.push(
      `${around.returned} of ${around.total} hits, confidence ${evidence.confidence}${evidence.low_confidence ? ' (low)' : ''}. query_id ${around.query_id}. ${dataNotice}`,
    );
  if (evidence.confidence_rationale !== undefined) lines.push(evidence.confidence_rationale);
  if (evidence.not_found !== undefined) lines.push(`In none of the best hits: ${evidence.not_found.map(oneLine).join(', ')}.`);
  for (const advice of evidence.advice ?? []) lines.push(advice);
  for (const [filter, values] of Object.entries(around.available_values ?? {}))
    lines.push(`${filter} can be: ${values.map(oneLine).join(', ')}.`);
  if (evidence.next_retrieval_queries !== undefined)
    lines.push(`Try: ${evidence.next_retrieval_queries.map((query) => `“${oneLine(query)}”`).join(', ')}.`);
  for (const [place, each] of shown.entries()) {
    const { hit } = each;
    const shaped = hits[place]!;
    lines.push(
      '',
      `${place + 1}. ${search.heading(each)} · ${hit.source}:${hit.path}:${hit.lines.start}-${hit.lines.end} · ${hit.score.toFixed(2)} · id ${shortId(hit.chunkId)}`,
    );
    if (shaped.source_url !== undefined) lines.push(shaped.source_url);
    if (shaped.deprecated !== undefined) lines.push(deprecationLine(shaped.deprecated));
    if (detailed) lines.push(...detailLines(shaped));
    if (shaped.snippet !== '') lines.push(fenced(shaped.snippet, hit.language === 'mdx' ? 'markdown' : hit.language));
  }
  if (around.next_cursor !== null) lines.push('', `More: cursor "${around.next_cursor}"`);
  for (const { source, commit, checked_at, state, link } of around.index)
    lines.push(
      `${source}${commit === null ? '' : ` at ${commit}`}, checked ${checked_at?.slice(0, 10) ?? 'never'}${state === 'complete' ? '' : `, ${state}`}${link === undefined ? '' : `, lines at ${link}`}`,
    );
  return lines.join('\n');
}

function deprecationLine({ note, replacement }: { note: string; replacement?: string }): string {
  return `Deprecated: ${oneLine(note).slice(0, 200)}${replacement === undefined ? '' : ` Use ${oneLine(replacement)}.`}`;
}

/** The parts of a hit that only a detailed answer has. */
const detailNames = [
  'summary',
  'capability_tags',
  'execution_mode',
  'version_pin',
  'base_classes',
  'members',
  'yields',
  'calls',
  'imports',
];

function detailLines(hit: object): string[] {
  const parts = new Map<string, unknown>(Object.entries(hit));
  return detailNames.flatMap((name) => {
    const value = parts.get(name);
    const text = Array.isArray(value) ? value.join(', ') : value;
    return typeof text === 'string' && text !== '' ? [`${name.replaceAll('_', ' ')}: ${oneLine(text)}`] : [];
  });
}
