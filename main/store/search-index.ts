import type { SearchFilters } from '../contract/search.ts';
import { chunkTypes as allChunkTypes, contentTypes as allContentTypes } from '../contract/vocabulary.ts';
import type { ChunkDraft, ContentType } from '../core/chunk.ts';
import type { Logger } from '../core/logger.ts';
import type { Candidate } from '../core/ranking/candidate.ts';
import { defaultWeights, type RankingWeights } from '../core/ranking/weights.ts';
import { matchExpression, type QueryTerm } from '../core/ranking/query.ts';
import { RecentEntries } from '../core/recent-entries.ts';
import { timed, type Connection, type Statement } from './database.ts';
import { FilteredChunks } from './filtered-chunks.ts';
import { IndexChanges } from './index-changes.ts';
import { KeywordPostings } from './keyword-postings.ts';
import { prepared } from './prepared.ts';
import { filterConditions, joins, joinsFor, whereOf } from './search-filters.ts';
import { symbolsNamed, type SymbolMatch } from './symbols-named.ts';

/** A chunk as answers show it. */
export interface ChunkRow {
  id: number;
  chunkId: string;
  fileId: number;
  source: string;
  sourceId: number;
  repo: string;
  path: string;
  permalink: string | null;
  revision: string | null;
  pageUrl: string | null;
  firstLine: number;
  contentType: ContentType;
  chunkType: ChunkDraft['chunkType'];
  language: string;
  title: string;
  headingTrail: string[];
  symbol: string | null;
  startLine: number;
  endLine: number;
  content: string;
  metadata: ChunkDraft['metadata'];
  /** Everything that the text index holds of it, for confidence and highlights. */
  searchedText: string;
}

/** What tells definitions of one name apart. */
export type Definition = Pick<
  ChunkRow,
  'id' | 'source' | 'path' | 'contentType' | 'chunkType' | 'symbol' | 'startLine' | 'endLine'
> & {
  modulePath: string | null;
};

type RawChunk = Omit<ChunkRow, 'headingTrail' | 'metadata'> & { headingTrail: string; metadata: string };
type BareCandidate = Omit<Candidate, 'keyword' | 'vector' | 'symbolMatch'>;

/** Chunks whose facts are kept between searches, about 220 bytes each. */
const mostKeptChunks = 50_000;
/** Whole chunks that are kept, about 3 KB each: what answers one agent answers the next. */
const mostKeptRows = 1_000;

const chunkColumns = `c.id, c.chunk_id AS chunkId, c.file_id AS fileId, s.name AS source, s.id AS sourceId, s.repo, f.path, s.permalink, s.revision,
  f.page_url AS pageUrl, f.first_line AS firstLine, c.content_type AS contentType, c.chunk_type AS chunkType, c.language, t.title,
  t.heading_trail AS headingTrail, c.symbol, c.start_line AS startLine, c.end_line AS endLine, t.content, t.metadata,
  t.content || ' ' || t.path_text || ' ' || t.title_text AS searchedText`;

/** What ranking asks of a candidate's file, and of itself. */
type FileFacts = Pick<Candidate, 'sourceId' | 'path' | 'exampleRoot' | 'versionPin'>;
type BareChunk = Omit<BareCandidate, keyof FileFacts>;

const selectBare = `SELECT c.id, c.chunk_id AS chunkId, c.file_id AS fileId, c.content_type AS contentType, c.chunk_type AS chunkType, c.symbol FROM chunks c`;

function toChunk(raw: RawChunk): ChunkRow {
  return {
    ...raw,
    headingTrail: JSON.parse(raw.headingTrail) as string[],
    metadata: JSON.parse(raw.metadata) as ChunkDraft['metadata'],
  };
}

/** The reads that a search makes. Works on any connection; keeps only small caches, of one generation of the index; of the next they keep what has not changed. */
export class SearchIndex {
  readonly #connection: Connection;
  readonly #logger: Logger;
  // Everything below is of one generation.
  #cachedGeneration = -1;
  readonly #frequencies = new Map<string, number>();
  readonly #files = new Map<number, FileFacts>();
  readonly #bare = new Map<number, BareChunk>();
  readonly #idOf = new Map<string, number>();
  readonly #filtered: FilteredChunks;
  readonly #rows = new RecentEntries<number, ChunkRow>({ most: mostKeptRows });
  readonly #entries = new Map<string, number[]>();
  #total: number | null = null;
  readonly #postings: KeywordPostings;
  readonly #changes: IndexChanges;

  constructor(connection: Connection, logger: Logger) {
    this.#connection = connection;
    this.#logger = logger;
    this.#filtered = new FilteredChunks(connection);
    this.#postings = new KeywordPostings(connection);
    this.#changes = new IndexChanges(connection);
  }

  #prepare<Values extends unknown[], Row>(sql: string): Statement<Values, Row> {
    return prepared<Values, Row>(this.#connection, sql);
  }

  /** Forgets what is another in a later generation. A search that began before another one saw a newer index is served from that. */
  #at(generation: number): void {
    if (generation <= this.#cachedGeneration) return;
    this.#cachedGeneration = generation;
    const change = this.#changes.look();
    if (change === null || change.gone.length > 0 || change.come.length > 0) {
      this.#frequencies.clear();
      this.#total = null;
    }
    if (change === null || change.listing) this.#entries.clear();
    if (change === null || change.revisions) this.#rows.clear();
    if (change === null) {
      this.#files.clear();
      this.#bare.clear();
      this.#idOf.clear();
      this.#filtered.clear();
      this.#postings.clear();
      return;
    }
    for (const file of change.files) this.#files.delete(file);
    for (const row of [...change.gone, ...change.come]) {
      const bare = this.#bare.get(row);
      this.#bare.delete(row);
      this.#rows.delete(row);
      // Another row may have the same chunk by now.
      if (bare !== undefined && this.#idOf.get(bare.chunkId) === row) this.#idOf.delete(bare.chunkId);
    }
    this.#filtered.apply(change);
    this.#postings.apply(change);
  }

  /**
   * The keyword list: chunks by BM25 with a weight per column, best first. `raw` is larger for better; ties are in order of
   * chunk id, so that the list does not depend on the order of indexing.
   */
  keyword(
    match: string,
    filters: SearchFilters,
    contentTypes: readonly ContentType[] | null,
    limit: number,
    columns: RankingWeights['columns'] = defaultWeights.columns,
  ): { id: number; raw: number }[] {
    const { content, path, title, symbol, parts } = columns;
    const where = whereOf(filterConditions(filters, contentTypes), 'AND');
    const needed = where.sql === '' ? '' : `JOIN chunks c ON c.id = chunk_search.rowid ${joinsFor(where.sql)}`;
    return timed(this.#logger, 'keyword search', () =>
      this.#prepare<unknown[], { id: number; raw: number }>(
        `SELECT chunk_search.rowid AS id, -bm25(chunk_search, ?, ?, ?, ?, ?) AS raw
           FROM chunk_search ${needed} WHERE chunk_search MATCH ? ${where.sql} ORDER BY raw DESC LIMIT ?`,
      ).all(content, path, title, symbol, parts, match, ...where.values, limit),
    );
  }

  /**
   * The keyword list for terms joined by OR, as `keyword` gives it, from postings in memory where FTS5 makes the same stems of the words; the last digit of `raw`
   * may be another one.
   */
  keywordOf(
    terms: readonly QueryTerm[],
    filters: SearchFilters,
    contentTypes: readonly ContentType[] | null,
    limit: number,
    columns: RankingWeights['columns'],
    generation: number,
  ): { id: number; raw: number }[] {
    if (terms.length === 0) return [];
    this.#at(generation);
    const found = timed(this.#logger, 'keyword search', () =>
      this.#postings.best(terms, columns, this.#filtered.marks(filters, contentTypes), limit),
    );
    return found ?? this.keyword(matchExpression({ terms })!, filters, contentTypes, limit, columns);
  }

  /** Ids that all filters allow; for vector stores that cannot evaluate them. Not to be changed. */
  allowedIds(filters: SearchFilters, contentTypes: readonly ContentType[] | null, generation: number): ReadonlySet<string> {
    this.#at(generation);
    return this.#filtered.ids(filters, contentTypes);
  }

  countMatching(filters: SearchFilters, contentTypes: readonly ContentType[] | null): number {
    const where = whereOf(filterConditions(filters, contentTypes), 'WHERE');
    return this.#prepare<unknown[], { count: number }>(
      `SELECT count(*) AS count FROM chunks c ${joinsFor(where.sql)} ${where.sql}`,
    ).get(...where.values)!.count;
  }

  /** Chunks whose own symbol a name means. */
  symbols(name: string, filters: SearchFilters, contentTypes: readonly ContentType[] | null, limit: number): SymbolMatch[] {
    return symbolsNamed(this.#connection, name, filters, contentTypes, limit);
  }

  candidates(ids: readonly number[], generation: number): BareCandidate[] {
    this.#at(generation);
    const missing = ids.filter((id) => !this.#bare.has(id));
    if (missing.length > 0) {
      const rows = this.#prepare<[string], BareChunk>(`${selectBare} WHERE c.id IN (SELECT value FROM json_each(?))`).all(
        JSON.stringify(missing),
      );
      this.#keep(rows);
    }
    const chunks: BareChunk[] = [];
    for (const id of ids.toSorted((a, b) => a - b)) {
      const chunk = this.#bare.get(id);
      if (chunk !== undefined) chunks.push(chunk);
    }
    this.#readFiles(chunks);
    const candidates: BareCandidate[] = [];
    for (const { id, chunkId, fileId, contentType, chunkType, symbol } of chunks) {
      const file = this.#files.get(fileId);
      if (file === undefined) continue;
      const { sourceId, path, exampleRoot, versionPin } = file;
      // Name by name: a tenth of the time that spreading two objects takes, some hundred times a search.
      candidates.push({ id, chunkId, fileId, sourceId, path, contentType, chunkType, symbol, exampleRoot, versionPin });
    }
    return candidates;
  }

  #keep(rows: readonly BareChunk[]): void {
    if (this.#bare.size + rows.length > mostKeptChunks) {
      this.#bare.clear();
      this.#idOf.clear();
    }
    for (const row of rows) {
      // The words of the vocabulary, not a copy of them per row.
      row.contentType = allContentTypes.find((type) => type === row.contentType) ?? row.contentType;
      row.chunkType = allChunkTypes.find((type) => type === row.chunkType) ?? row.chunkType;
      this.#bare.set(row.id, row);
      this.#idOf.set(row.chunkId, row.id);
    }
  }

  /** Facts of the chunks' files, each read once per generation: they lie scattered over the whole table. */
  #readFiles(chunks: readonly BareChunk[]): void {
    const missing = new Set<number>();
    for (const { fileId } of chunks) if (!this.#files.has(fileId)) missing.add(fileId);
    if (missing.size === 0) return;
    const rows = this.#prepare<[string], FileFacts & { id: number }>(
      `SELECT f.id, f.source_id AS sourceId, f.path, f.example_root AS exampleRoot, x.version_pin AS versionPin
         FROM json_each(?) wanted JOIN files f ON f.id = wanted.value LEFT JOIN examples x ON x.source_id = f.source_id AND x.root = f.example_root`,
    ).all(JSON.stringify([...missing]));
    for (const { id, ...facts } of rows) this.#files.set(id, facts);
  }

  /** Row numbers of chunks, in the order of their ids as they were asked for; what is not there has none. */
  candidateIds(chunkIds: readonly string[], generation: number): number[] {
    this.#at(generation);
    const missing = chunkIds.filter((id) => !this.#idOf.has(id));
    if (missing.length > 0)
      this.#keep(
        this.#prepare<[string], BareChunk>(`${selectBare} WHERE c.chunk_id IN (SELECT value FROM json_each(?))`).all(
          JSON.stringify(missing),
        ),
      );
    const rows: number[] = [];
    for (const id of chunkIds) {
      const row = this.#idOf.get(id);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  rowIds(chunkIds: readonly string[]): Map<string, number> {
    const rows = this.#prepare<[string], { id: number; chunkId: string }>(
      `SELECT id, chunk_id AS chunkId FROM chunks WHERE chunk_id IN (SELECT value FROM json_each(?))`,
    ).all(JSON.stringify(chunkIds));
    return new Map(rows.map((row) => [row.chunkId, row.id]));
  }

  chunks(ids: readonly number[]): ChunkRow[] {
    const rows = this.#prepare<[string], RawChunk>(
      `SELECT ${chunkColumns} FROM json_each(?) wanted JOIN chunks c ON c.id = wanted.value JOIN chunk_texts t ON t.id = c.id ${joins}`,
    ).all(JSON.stringify(ids));
    const byId = new Map(rows.map((raw) => [raw.id, raw]));
    return ids.flatMap((id) => {
      const raw = byId.get(id);
      return raw ? [toChunk(raw)] : [];
    });
  }

  /** As `chunks`, those of the last searches from memory: not to be changed. */
  chunksAt(ids: readonly number[], generation: number): ChunkRow[] {
    this.#at(generation);
    const missing = ids.filter((id) => !this.#rows.has(id));
    const read = new Map(this.chunks(missing).map((row) => [row.id, row]));
    const rows = ids.flatMap((id) => this.#rows.get(id) ?? read.get(id) ?? []);
    for (const row of rows) this.#rows.set(row.id, row);
    return rows;
  }

  /** The given chunks without their texts, in no order: a framework defines one name a thousand times. */
  definitions(ids: readonly number[]): Definition[] {
    return this.#prepare<[string], Definition>(
      `SELECT c.id, s.name AS source, f.path, c.content_type AS contentType, c.chunk_type AS chunkType, c.symbol,
         c.start_line AS startLine, c.end_line AS endLine, c.module_path AS modulePath
       FROM json_each(?) wanted JOIN chunks c ON c.id = wanted.value ${joins}`,
    ).all(JSON.stringify(ids));
  }

  chunksOfFile(fileId: number): ChunkRow[] {
    return this.#prepare<[number], RawChunk>(
      `SELECT ${chunkColumns} FROM chunks c JOIN chunk_texts t ON t.id = c.id ${joins} WHERE c.file_id = ? ORDER BY c.ordinal`,
    )
      .all(fileId)
      .map(toChunk);
  }

  /** Vectors of chunks in one embedding space, by row id. */
  vectors(ids: readonly number[], spaceId: number): Map<number, Float32Array> {
    const statement = this.#prepare<unknown[], { vector: Buffer }>(
      `SELECT e.vector FROM chunks c JOIN embeddings e ON e.space = ? AND e.hash = c.embedding_hash WHERE c.id = ?`,
    );
    const found = new Map<number, Float32Array>();
    for (const id of ids) {
      const row = statement.get(spaceId, id);
      if (row) found.set(id, new Float32Array(new Uint8Array(row.vector).buffer));
    }
    return found;
  }

  chunkTotal(generation: number): number {
    this.#at(generation);
    this.#total ??= this.#prepare<[], { count: number }>(`SELECT count(*) AS count FROM chunks`).get()!.count;
    return this.#total;
  }

  /** Number of chunks that hold a stem, from the text index's own vocabulary. */
  documentFrequency(stem: string, generation: number): number {
    this.#at(generation);
    if (this.#frequencies.size > 10_000) this.#frequencies.clear();
    let frequency = this.#frequencies.get(stem);
    if (frequency === undefined) {
      frequency =
        this.#postings.known(stem) ??
        this.#prepare<[string], { doc: number }>(`SELECT doc FROM chunk_terms WHERE term = ?`).get(stem)?.doc ??
        0;
      this.#frequencies.set(stem, frequency);
    }
    return frequency;
  }

  /** Entry files of each example of the given keys (`sourceId\nroot`), in order of the example's own list. */
  entryFiles(keys: readonly string[], generation: number): Map<string, number[]> {
    this.#at(generation);
    const example = this.#prepare<unknown[], { key_files: string }>(
      `SELECT key_files FROM examples WHERE source_id = ? AND root = ?`,
    );
    const file = this.#prepare<unknown[], { id: number }>(
      `SELECT id FROM files WHERE source_id = ? AND path = ? AND role = 'code'`,
    );
    const entries = new Map<string, number[]>();
    for (const key of new Set(keys)) {
      const known = this.#entries.get(key);
      if (known !== undefined) {
        entries.set(key, known);
        continue;
      }
      const [sourceId, root] = key.split('\n') as [string, string];
      const row = example.get(Number(sourceId), root);
      if (!row) continue;
      const paths = JSON.parse(row.key_files) as string[];
      const found = paths.flatMap((path) => file.get(Number(sourceId), path)?.id ?? []);
      this.#entries.set(key, found);
      entries.set(key, found);
    }
    return entries;
  }
}
