import { chunkIdBytes } from '../../contract/latent-chunk-ids.ts';
import { chunkTypes, contentTypes } from '../../contract/vocabulary.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';
import type { Connection } from '../database.ts';

/** Rows between two looks at whether the work was cancelled. */
const rowsBetweenLooks = 2_000;

/** Pages in memory while everything is read once: the upper ones of each tree. */
const onceKibibytes = 2_048;

export interface Identity {
  chunkId: string;
  /** Names the chunk's vector within its space. */
  hash: string;
}

export interface LoadedPoints {
  columns: PointColumns;
  /** See `LatentMap`. */
  vectorKeys: Uint32Array;
  /** `dimension` numbers per point, in memory of their own: whoever lays them out gives it back. */
  vectors: Float32Array<ArrayBuffer>;
  /** In order of chunk id, as the points. */
  identities: Identity[];
  /** The row of the store that has each point's text; -1 for one that has none. */
  rows: Float64Array<ArrayBuffer>;
}

/** What is known of points before their facts and vectors are read. */
export type PointRows = Pick<LoadedPoints, 'rows' | 'vectorKeys'> & Pick<PointColumns, 'chunkIds' | 'count'>;

export interface LoadOptions {
  /** Told from time to time how many are read; may throw to cancel. */
  onRows: (done: number, total: number) => void;
  /** Which chunks are points, a good while before they are loaded. */
  onIdentified?: ((points: PointRows) => void) | undefined;
  /** The first so many of them alone: a fair sample. */
  most?: number | undefined;
}

/** Rows as tuples: making an object of each takes longer than reading it. */
type RawChunk = [
  file: number,
  vector: Buffer,
  contentType: string,
  chunkType: string,
  language: string,
  symbol: string | null,
  startLine: number,
  endLine: number,
  bytes: number,
  indexedAt: string,
];

/** What a map is made of: chunks that have a vector, their facts and their texts. */
export class LatentReader {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Says of the connection that everything is read once, from beginning to end: pages are not worth keeping. */
  readOnce(): void {
    this.#connection.pragma(`cache_size = -${onceKibibytes}`);
  }

  /** From now on until the connection is closed all that is read is of one moment. Not beside a writer for long: what he writes piles up. */
  stayAtThisMoment(): void {
    this.#connection.exec('BEGIN');
  }

  /** The space of that name, else the newest there is: a map needs vectors, not the model that made them. */
  space(preferred: string | null): { id: number; name: string; dimension: number } | null {
    return (
      this.#connection
        .prepare<[string | null], { id: number; name: string; dimension: number }>(
          `SELECT id, name, dimension FROM embedding_spaces s WHERE EXISTS (SELECT 1 FROM embeddings e WHERE e.space = s.id)
           ORDER BY name = ? DESC, id DESC LIMIT 1`,
        )
        .get(preferred) ?? null
    );
  }

  /** The next chunks with a vector after an id, in order of id; in steps, so that whoever reads them can let others in between. */
  identities(spaceId: number, after: string, limit: number): Identity[] {
    return this.#connection
      .prepare<[number, string, number], Identity>(
        `SELECT c.chunk_id AS chunkId, c.embedding_hash AS hash FROM chunks c
         CROSS JOIN embeddings e ON e.space = ? AND e.hash = c.embedding_hash WHERE c.chunk_id > ? ORDER BY c.chunk_id LIMIT ?`,
      )
      .all(spaceId, after, limit);
  }

  /** All at one moment, or the first of them. */
  load(spaceId: number, dimension: number, options: LoadOptions): LoadedPoints {
    return this.#connection.transaction(() => this.#load(spaceId, dimension, options))();
  }

  /** Title, symbol and beginning of the chunks in these rows of the store. */
  *texts(characters: number, rows: readonly number[]): IterableIterator<{ row: number; text: string }> {
    yield* this.#connection
      .prepare<[number, string], { row: number; text: string }>(
        `SELECT c.id AS row, coalesce(c.symbol, '') || ' ' || t.title || ' ' || substr(t.content, 1, ?) AS text
         FROM json_each(?) wanted CROSS JOIN chunks c ON c.id = wanted.value CROSS JOIN chunk_texts t ON t.id = c.id`,
      )
      .iterate(characters, JSON.stringify(rows));
  }

  #load(spaceId: number, dimension: number, { onRows, onIdentified, most }: LoadOptions): LoadedPoints {
    const found = this.#connection
      .prepare<[number], [id: number, chunkId: string, hash: string]>(
        `SELECT c.id, c.chunk_id, c.embedding_hash FROM chunks c
         CROSS JOIN embeddings e ON e.space = ? AND e.hash = c.embedding_hash ORDER BY c.id`,
      )
      .raw()
      .all(spaceId);
    const ordered = Array.from(found, ([id, chunkId, hash], place) => ({ id, chunkId, hash, place }))
      .sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1))
      .slice(0, most);
    /** Of each row in the order of the store, -1 for one that is left out. */
    const pointOf = new Int32Array(found.length).fill(-1);
    ordered.forEach(({ place }, point) => (pointOf[place] = point));
    const identities = ordered.map(({ chunkId, hash }): Identity => ({ chunkId, hash }));
    const columns = new ColumnWriter(identities.length);
    identities.forEach(({ chunkId, hash }, point) => columns.identify(point, chunkId, hash));
    const rows = Float64Array.from(ordered, ({ id }) => id);
    const { vectorKeys } = columns;
    const { chunkIds, count } = columns.columns;
    onIdentified?.({ rows, vectorKeys, chunkIds, count });
    const files = this.#files();
    const vectors = new Float32Array(count * dimension);
    const bytes = new Uint8Array(vectors.buffer);
    let done = 0;
    let place = 0;
    // In the order in which rows lie in the file, which is the one they were found in.
    const facts = this.#connection
      .prepare<[number], RawChunk>(
        `SELECT c.file_id, e.vector, c.content_type, c.chunk_type, c.language, c.symbol, c.start_line, c.end_line, octet_length(t.content), c.indexed_at
         FROM chunks c CROSS JOIN embeddings e ON e.space = ? AND e.hash = c.embedding_hash CROSS JOIN chunk_texts t ON t.id = c.id ORDER BY c.id`,
      )
      .raw()
      .iterate(spaceId);
    for (const row of facts) {
      const point = pointOf[place++]!;
      if (point === -1) continue;
      if (done % rowsBetweenLooks === 0) onRows(done, count);
      done += 1;
      const [file, vector] = row;
      columns.set(point, row, files.get(file)!);
      // As bytes: SQLite's buffer may not begin where floats can.
      bytes.set(vector.subarray(0, dimension * 4), point * dimension * 4);
    }
    return { columns: columns.columns, vectorKeys, vectors, identities, rows };
  }

  #files(): Map<number, FileFacts> {
    const rows = this.#connection
      .prepare<[], FileFacts & { id: number }>(
        `SELECT f.id, s.name AS source, f.path, coalesce(x.version_pin, '') AS version FROM files f JOIN sources s ON s.id = f.source_id
         LEFT JOIN examples x ON x.source_id = f.source_id AND x.root = f.example_root`,
      )
      .all();
    return new Map(rows.map((row) => [row.id, row]));
  }
}

interface FileFacts {
  source: string;
  path: string;
  version: string;
}

/** Texts by number, in the order in which they come. */
class Dictionary {
  readonly entries: string[];
  readonly #numbers: Map<string, number>;

  constructor(first: readonly string[] = []) {
    this.entries = [...first];
    this.#numbers = new Map(first.map((entry, number) => [entry, number]));
  }

  number(entry: string): number {
    let number = this.#numbers.get(entry);
    if (number === undefined) {
      number = this.entries.length;
      this.#numbers.set(entry, number);
      this.entries.push(entry);
    }
    return number;
  }
}

class ColumnWriter {
  readonly columns: PointColumns;
  readonly vectorKeys: Uint32Array;
  readonly #dictionaries = {
    source: new Dictionary(),
    path: new Dictionary(),
    language: new Dictionary(),
    symbol: new Dictionary(['']),
    version: new Dictionary(['']),
  };

  constructor(count: number) {
    const { source, path, language, symbol, version } = this.#dictionaries;
    this.vectorKeys = new Uint32Array(count * 2);
    this.columns = {
      count,
      chunkIds: new Uint8Array(count * chunkIdBytes),
      contentType: new Uint8Array(count),
      chunkType: new Uint8Array(count),
      source: new Uint16Array(count),
      path: new Uint32Array(count),
      language: new Uint16Array(count),
      symbol: new Uint32Array(count),
      version: new Uint32Array(count),
      startLine: new Uint32Array(count),
      endLine: new Uint32Array(count),
      length: new Uint32Array(count),
      indexedAt: new Float64Array(count),
      dictionaries: {
        source: source.entries,
        path: path.entries,
        language: language.entries,
        symbol: symbol.entries,
        version: version.entries,
      },
    };
  }

  identify(point: number, chunkId: string, hash: string): void {
    this.columns.chunkIds.set(Buffer.from(chunkId, 'hex').subarray(0, chunkIdBytes), point * chunkIdBytes);
    const key = Buffer.from(hash.padEnd(16, '0').slice(0, 16), 'hex');
    if (key.length === 8) {
      this.vectorKeys[point * 2] = key.readUInt32LE(0);
      this.vectorKeys[point * 2 + 1] = key.readUInt32LE(4);
    }
  }

  set(point: number, row: RawChunk, file: FileFacts): void {
    const { columns } = this;
    const [, , contentType, chunkType, language, symbol, startLine, endLine, length, indexedAt] = row;
    const dictionaries = this.#dictionaries;
    columns.contentType[point] = Math.max(0, contentTypes.indexOf(contentType as (typeof contentTypes)[number]));
    columns.chunkType[point] = Math.max(0, chunkTypes.indexOf(chunkType as (typeof chunkTypes)[number]));
    columns.source[point] = dictionaries.source.number(file.source);
    columns.path[point] = dictionaries.path.number(file.path);
    columns.language[point] = dictionaries.language.number(language);
    columns.symbol[point] = dictionaries.symbol.number(symbol ?? '');
    columns.version[point] = dictionaries.version.number(file.version);
    columns.startLine[point] = startLine;
    columns.endLine[point] = endLine;
    columns.length[point] = length;
    columns.indexedAt[point] = Date.parse(indexedAt) || 0;
  }
}
