import { HubError } from '../../contract/errors.ts';
import type { SearchFilters, SearchTool } from '../../contract/search.ts';
import { isTestCode } from '../../core/ranking/score-chunks.ts';
import { fillPermalink } from '../../core/discovery/permalink.ts';
import { silentLogger } from '../../core/logger.ts';
import { namesLike } from '../../store/area-listing.ts';
import type { Connection } from '../../store/database.ts';
import { FileLookup, type StoredFile } from '../../store/file-lookup.ts';
import { SearchIndex, type ChunkRow, type Definition } from '../../store/search-index.ts';
import type { Retriever } from './retriever.ts';

export type SnippetRequest = {
  maxLines?: number;
  source?: string;
  /** Narrow a symbol or an intent further. */
  filters?: SearchFilters;
  /** What an intent is searched in; default: source of frameworks. */
  tool?: SearchTool;
} & ({ symbol: string } | { intent: string } | { path: string; lines?: { start: number; end: number } });

export interface Snippet {
  source: string;
  repo: string;
  path: string;
  language: string;
  symbol: string | null;
  lines: { start: number; end: number };
  /** Lines of the whole definition or request; more than `lines` when it was cut. */
  wholeLines: { start: number; end: number };
  truncated: boolean;
  /** Where to go on, when it was cut. */
  next: { source: string; path: string; lines: { start: number; end: number } } | null;
  content: string;
  sourceUrl: string | null;
  /** Other definitions that the same words name. */
  alternatives: { symbol: string | null; path: string; source: string; lines: { start: number; end: number } }[];
}

/** 97 of 100 methods of a large framework fit; those that agents ask about are the longer ones. Unit: lines. */
const defaultMaxLines = 100;
const mostAlternatives = 8;
/** Definitions of one name that are put in order; frameworks override one method hundreds of times. */
const mostDefinitions = 2_000;

/** Cuts exact lines out of indexed files. */
export class Snippets {
  readonly #connection: Connection;
  readonly #files: FileLookup;
  readonly #index: SearchIndex;
  readonly #retriever: Retriever;

  constructor(connection: Connection, retriever: Retriever) {
    this.#connection = connection;
    this.#files = new FileLookup(connection);
    this.#index = new SearchIndex(connection, silentLogger);
    this.#retriever = retriever;
  }

  /** Throws `not-found` with what to try next, `usage` for lines outside the file. */
  async get(request: SnippetRequest, signal?: AbortSignal): Promise<Snippet> {
    const maxLines = request.maxLines ?? defaultMaxLines;
    if (!Number.isInteger(maxLines) || maxLines < 1)
      throw new HubError('usage', 'The number of lines must be a whole number from 1.');
    if ('path' in request) return this.#byPath(request.path, request.lines, request.source, maxLines);
    const filters = { ...request.filters, ...(request.source === undefined ? {} : { source: [request.source] }) };
    if ('symbol' in request) {
      const name = symbolName(request.symbol);
      const found = this.#index.symbols(name, filters, null, mostDefinitions);
      const best = found[0]?.match;
      const alike = found.filter((item) => item.match === best).map((item) => item.id);
      const definitions = nearestFirst(name, this.#index.definitions(alike));
      const rows = this.#index.chunks(definitions.slice(0, mostAlternatives + 1).map((item) => item.id));
      if (rows.length === 0) {
        const elsewhere = this.#elsewhere(name, filters);
        throw new HubError(
          'not-found',
          elsewhere ??
            `No indexed definition is called “${request.symbol}”. Search for it: \`context-hub search ${JSON.stringify(request.symbol)} --tool api\`.`,
        );
      }
      return this.#ofChunks(rows, maxLines);
    }
    const answer = await this.#retriever.search(
      { query: request.intent, tool: request.tool ?? 'api', limit: 10, filters },
      signal,
    );
    const ids = this.#index.rowIds(answer.hits.map((hit) => hit.chunkId));
    const rows = this.#index.chunks(answer.hits.flatMap((hit) => ids.get(hit.chunkId) ?? []));
    if (rows.length === 0)
      throw new HubError('not-found', `No indexed source does what “${request.intent}” says. ${answer.advice.join(' ')}`);
    return this.#ofChunks(rows, maxLines);
  }

  /** Where a name is defined that the filters leave out, and what its class could be; null where nothing has the name. */
  #elsewhere(name: string, filters: SearchFilters): string | null {
    const given = Object.keys(filters);
    if (given.length === 0) return null;
    const found = this.#index.symbols(name, {}, null, mostDefinitions);
    if (found.length === 0) return null;
    const definitions = nearestFirst(name, this.#index.definitions(found.map(({ id }) => id))).slice(0, mostAlternatives);
    const places = definitions.map(({ symbol, source, path }) => `${symbol ?? name} (${source}:${path})`);
    const classes =
      filters.class_name === undefined ? [] : namesLike(this.#connection, 'class', filters.class_name, mostAlternatives);
    return [
      `“${name}” is not defined within ${given.join(', ')}, but here: ${places.join(', ')}.`,
      ...(classes.length > 0 ? [`Classes whose name is like “${filters.class_name}”: ${classes.join(', ')}.`] : []),
    ].join(' ');
  }

  #byPath(
    path: string,
    lines: { start: number; end: number } | undefined,
    source: string | undefined,
    maxLines: number,
  ): Snippet {
    const files = this.#files.byPath(path, source);
    const file = files[0];
    if (!file)
      throw new HubError(
        'not-found',
        `No indexed file is at “${path}”. Search with \`--filter path=…\` or see \`context-hub sources\`.`,
      );
    const whole = lines ?? { start: 1, end: file.lineCount };
    if (
      !Number.isInteger(whole.start) ||
      !Number.isInteger(whole.end) ||
      whole.start < 1 ||
      whole.end < whole.start ||
      whole.start > file.lineCount
    ) {
      throw new HubError('usage', `Line ${whole.start} is not in ${file.path}, which has ${file.lineCount} lines.`);
    }
    const alternatives = files
      .slice(1)
      .map((other) => ({ symbol: null, path: other.path, source: other.source, lines: { start: 1, end: other.lineCount } }));
    return this.#cut(file, { start: whole.start, end: Math.min(whole.end, file.lineCount) }, null, maxLines, alternatives);
  }

  #ofChunks(rows: readonly ChunkRow[], maxLines: number): Snippet {
    const best = rows[0]!;
    const found = this.#files.byChunk(best.chunkId)!;
    const alternatives = rows.slice(1).map((row) => ({
      symbol: row.symbol,
      path: row.path,
      source: row.source,
      lines: { start: row.startLine, end: row.endLine },
    }));
    return this.#cut(found.file, { start: best.startLine, end: best.endLine }, best.symbol, maxLines, alternatives);
  }

  #cut(
    file: StoredFile,
    whole: { start: number; end: number },
    symbol: string | null,
    maxLines: number,
    alternatives: Snippet['alternatives'],
  ): Snippet {
    const end = Math.min(whole.end, whole.start + maxLines - 1);
    const content = this.#files
      .text(file)
      .split('\n')
      .slice(whole.start - 1, end)
      .map((line) => line.replace(/\r$/, ''))
      .join('\n');
    const truncated = end < whole.end;
    return {
      source: file.source,
      repo: file.repo,
      path: file.path,
      language: file.language,
      symbol,
      lines: { start: whole.start, end },
      wholeLines: whole,
      truncated,
      next: truncated ? { source: file.source, path: file.path, lines: { start: end + 1, end: whole.end } } : null,
      content,
      sourceUrl: file.permalink === null ? null : fillPermalink(file.permalink, file.path, whole.start, end),
      alternatives: alternatives.slice(0, mostAlternatives),
    };
  }
}

/** The dotted name that `Class::method`, `Class#method` and `Class.method(arguments)` mean. */
function symbolName(written: string): string {
  const open = written.indexOf('(');
  return (open > 0 ? written.slice(0, open) : written)
    .trim()
    .replace(/::|#/g, '.')
    .replace(/^[.`'"]+|[.`'"]+$/g, '');
}

/** How many of the name's parts, from the last, a definition's full name (module, class, method) ends with, whatever the case. */
function sharedParts(name: readonly string[], row: Definition): number {
  const full = [row.modulePath, row.symbol]
    .filter((part) => part !== null)
    .join('.')
    .toLowerCase()
    .split('.');
  let shared = 0;
  while (shared < name.length && name.at(-1 - shared) === full.at(-1 - shared)) shared += 1;
  return shared;
}

const typeOrder: Record<string, number> = { source: 0, code: 1, doc: 2, readme: 3 };

/**
 * In order: the definition whose full name is most like the one asked for; of several the one spelled alike, the framework's before
 * its tests', those before an example's, a class before what else has its name; then by path, so that the answer is always the same.
 */
function nearestFirst(name: string, definitions: readonly Definition[]): Definition[] {
  const parts = name.toLowerCase().split('.');
  const last = name.slice(name.lastIndexOf('.') + 1);
  return definitions
    .map((row) => ({
      row,
      // Greater is nearer, one after the other.
      nearness: [
        sharedParts(parts, row),
        Number(row.symbol?.slice(row.symbol.lastIndexOf('.') + 1) === last),
        -typeOrder[row.contentType]!,
        -Number(isTestCode(row.path)),
        Number(row.chunkType === 'class'),
      ],
    }))
    .sort((a, b) => {
      const differing = a.nearness.findIndex((value, place) => value !== b.nearness[place]);
      if (differing !== -1) return b.nearness[differing]! - a.nearness[differing]!;
      return byPlace(a.row, b.row);
    })
    .map(({ row }) => row);
}

function byPlace(a: Definition, b: Definition): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.startLine - b.startLine;
}
