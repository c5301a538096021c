/** What a hub's answer says about itself, as far as it could be understood. */
export interface HubAnswer {
  /** Hits or items; null where the answer does not tell. */
  hits: number | null;
  lowConfidence: boolean;
  confidence: number | null;
  /** The answer says, or its numbers say, that there is more than it holds. */
  truncated: boolean;
  /** Why it is taken for cut. */
  truncatedReason: string | null;
  /** An error within an answer that is no error by its form: `{"error": …}`. */
  error: string | null;
  /** Files that it cites, each once, best first. */
  paths: string[];
}

type Fields = Record<string, unknown>;

/** Names under which servers give their list of hits. */
const listNames = [
  'hits',
  'results',
  'snippets',
  'items',
  'matches',
  'documents',
  'docs',
  'chunks',
  'examples',
  'files',
  'symbols',
  'content',
  'data',
  'libraries',
  'definitions',
  'edges',
  'issues',
  'pages',
  'records',
  'entries',
  'nodes',
];
const totalNames = [
  'total',
  'totalCount',
  'total_count',
  'count',
  'numResults',
  'num_results',
  'resultCount',
  'returned',
  'numFound',
];
const truncatedNames = ['truncated', 'isTruncated', 'is_truncated', 'wasTruncated', 'contentTruncated', 'cut'];
const pathNames = ['path', 'file_path', 'filePath', 'file', 'filename', 'source_path', 'relative_path'];

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The list of hits of an answer, and what is around it. */
function listOf(fields: Fields): unknown[] | null {
  for (const name of listNames) if (Array.isArray(fields[name])) return fields[name] as unknown[];
  // `{"answer": {"hits": []}}`: one level deeper.
  for (const inner of Object.values(fields)) {
    if (!isFields(inner)) continue;
    for (const name of listNames.slice(0, 5)) if (Array.isArray(inner[name])) return inner[name] as unknown[];
  }
  // `{"libraries_found": [], "totalCount": 0}`: a single list beside a count, or all that there is.
  const lists = Object.values(fields).filter((value): value is unknown[] => Array.isArray(value));
  return lists.length === 1 && (Object.keys(fields).length === 1 || totalNames.some((name) => fields[name] !== undefined))
    ? lists[0]!
    : null;
}

const mostPaths = 60;
const mostNodes = 5_000;

/** Cited files anywhere in an answer, in order. Iterative: a hostile answer may nest deeply. */
function pathsOf(root: unknown): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [root];
  for (let seen = 0; waiting.length > 0 && seen < mostNodes && found.size < mostPaths; seen += 1) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...(value as unknown[]).slice(0, 200).toReversed());
    else if (isFields(value)) {
      for (const name of pathNames) {
        const path = value[name];
        if (typeof path === 'string' && /[\w-]\.\w+$|\//.test(path) && path.length < 500 && !/\s{2}|\n/.test(path))
          found.add(path);
      }
      waiting.push(
        ...Object.entries(value)
          .filter(([name]) => name !== 'followUps' && name !== 'next')
          .map(([, inner]) => inner)
          .toReversed(),
      );
    }
  }
  return [...found];
}

/** The reference hub cuts snippets without a word: as many lines as were allowed is the only sign. */
function cutSnippet(fields: Fields, maxLines: number | null): string | null {
  const list = Array.isArray(fields['snippets']) ? (fields['snippets'] as unknown[]) : [fields];
  for (const item of list) {
    if (!isFields(item)) continue;
    const start = numberOf(item['line_start']) ?? numberOf(item['start_line']);
    const end = numberOf(item['line_end']) ?? numberOf(item['end_line']);
    if (start === null || end === null || maxLines === null) continue;
    if (end - start + 1 === maxLines) return `a snippet of exactly ${maxLines} lines, the most that was allowed`;
  }
  return null;
}

function readJson(value: unknown, maxLines: number | null): HubAnswer {
  const answer: HubAnswer = {
    hits: null,
    lowConfidence: false,
    confidence: null,
    truncated: false,
    truncatedReason: null,
    error: null,
    paths: [],
  };
  if (Array.isArray(value)) return { ...answer, hits: value.length, paths: pathsOf(value) };
  if (!isFields(value)) return answer;
  const evidence = isFields(value['evidence']) ? value['evidence'] : {};
  const list = listOf(value);
  const total = totalNames.map((name) => numberOf(value[name])).find((number) => number !== null) ?? null;
  answer.confidence = numberOf(evidence['confidence']) ?? numberOf(value['confidence']);
  answer.lowConfidence = [value, evidence].some(
    (fields) => fields['low_confidence'] === true || fields['lowConfidence'] === true,
  );
  const emptyReason = value['emptyReason'] ?? value['empty_reason'];
  const holdsText = ['content', 'text', 'markdown', 'body', 'code'].some(
    (name) => typeof value[name] === 'string' && value[name] !== '',
  );
  // One thing with lists in it (an issue without attachments) is no empty list of hits.
  const isThing =
    !['hits', 'results', 'snippets', 'matches', 'items'].some((name) => Array.isArray(value[name])) &&
    ['id', 'identifier', 'title', 'name', 'description', 'url', 'path', 'doc_id'].filter(
      (name) => typeof value[name] === 'string' && value[name] !== '',
    ).length >= 2;
  // A page by an unknown id: no text, confidence 0, and no flag that says so.
  if (isThing && answer.confidence !== 0) answer.hits = 1;
  else if (list !== null) answer.hits = list.length === 0 && total !== null && total > 0 ? total : list.length;
  else if (total !== null) answer.hits = total;
  else if (holdsText) answer.hits = 1;
  else if (answer.confidence === 0) answer.hits = 0;
  if (typeof emptyReason === 'string' && emptyReason !== '' && list === null) answer.hits = 0;
  if (typeof value['error'] === 'string' && value['error'] !== '' && list === null && !holdsText) answer.error = value['error'];
  else if (isFields(value['error']) && typeof value['error']['message'] === 'string') answer.error = value['error']['message'];
  answer.truncatedReason = cutReason(value, list, maxLines);
  answer.truncated = answer.truncatedReason !== null;
  answer.paths = pathsOf(value);
  return answer;
}

/** A list of hits that goes on at a cursor is no cut answer; a text that stops in the middle is. */
function cutReason(value: Fields, list: readonly unknown[] | null, maxLines: number | null): string | null {
  const parts = [value, ...(list ?? []).filter(isFields)];
  const said = parts.find((fields) => truncatedNames.some((name) => fields[name] === true));
  const isPage = said === value && (value['hits'] !== undefined || value['results'] !== undefined);
  if (said !== undefined && !isPage) return 'the hub says that it cut the answer';
  const next = parts.find(
    (fields) =>
      fields['nextStart'] != null ||
      fields['next_start'] != null ||
      (isFields(fields['next']) && fields['next']['lines'] !== undefined),
  );
  if (next !== undefined) return 'the hub says where the rest is';
  return cutSnippet(value, maxLines);
}

const emptySentence =
  /\b(?:no|0|zero)\s+(?:\w+\s+){0,4}(?:results?|matches|match|hits?|documents?|docs|documentation|librar(?:y|ies)|entries|content|files?|symbols?|snippets?|examples?|definitions?|issues?)\b(?:\s+\w+){0,3}?\s*(?:found|available|matched|match|for|were|exist|\.|$)|\b(?:nothing|none|not|could ?n[o']t be|cannot be|was ?n[o']t)\s+found\b|\bdid ?n[o']t (?:match|find|return)\b|\bfailed to find\b|\bunable to find\b|\bno (?:such|relevant|matching)\b/i;
/** An empty answer is a sentence or two. Unit: characters. */
const longestEmptySentence = 400;

function readText(text: string): HubAnswer {
  const trimmed = text.trim();
  const answer: HubAnswer = {
    hits: null,
    lowConfidence: false,
    confidence: null,
    truncated: false,
    truncatedReason: null,
    error: null,
    paths: [],
  };
  // JSON that was cut, by the reader or by the agent: what its beginning says still counts.
  if (/^[[{]/.test(trimmed)) {
    const empty = new RegExp(`^\\{\\s*"(?:${listNames.join('|')})"\\s*:\\s*\\[\\s*\\]|^\\[\\s*\\]$`).test(trimmed);
    const confidence = /"confidence"\s*:\s*([\d.]+)/.exec(trimmed)?.[1];
    return {
      ...answer,
      hits: empty ? 0 : null,
      lowConfidence: /"low_?confidence"\s*:\s*true/i.test(trimmed),
      confidence: confidence === undefined ? null : Number(confidence),
      truncated: /"(?:isT|t)runcated"\s*:\s*true/.test(trimmed),
      truncatedReason: /"(?:isT|t)runcated"\s*:\s*true/.test(trimmed) ? 'the hub says that it cut the answer' : null,
      paths: [
        ...new Set([...trimmed.matchAll(/"(?:path|file_path|file)"\s*:\s*"([^"\\\n]{1,400})"/g)].map((match) => match[1]!)),
      ],
    };
  }
  // A client may hand on the server's refusal as if it were an answer.
  if (/^(?:Error: )?MCP error -?\d{3,6}\b/.test(trimmed)) return { ...answer, error: trimmed.slice(0, 300) };
  if (trimmed === '') return { ...answer, hits: 0 };
  if (trimmed.length <= longestEmptySentence && emptySentence.test(trimmed)) return { ...answer, hits: 0 };
  if (
    /\[?(?:output|content|response|result) (?:was )?truncated|\.\.\.\s*\(?\d+ (?:more|lines|characters|tokens) (?:omitted|truncated)|\btruncated to \d+/i.test(
      trimmed.slice(-600),
    )
  )
    return { ...answer, truncated: true, truncatedReason: 'the answer ends in a mark of a cut' };
  return answer;
}

/**
 * Understands the answer of this program's hub, of the reference hub, and of search servers in general: a list under any of the usual
 * names, a count, or a sentence. `maxLines` is what the call allowed a snippet.
 */
export function readHubAnswer(texts: { text: string; structured: string | null }, maxLines: number | null): HubAnswer {
  const structured = texts.structured === null ? undefined : parsed(texts.structured);
  const value = structured ?? parsed(texts.text);
  return value === undefined ? readText(texts.structured ?? texts.text) : readJson(value, maxLines);
}
