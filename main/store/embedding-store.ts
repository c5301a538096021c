import type { ChunkDraft, ContentType } from '../core/chunk.ts';
import { spaceName, type EmbeddingSpace, type VectorRecord } from '../core/vectors.ts';
import { prepared } from './prepared.ts';
import type { Connection } from './database.ts';

/** A distinct text that waits for the model, with one chunk that has it (its passages follow from the chunk alone). */
export interface PendingEmbedding {
  hash: string;
  path: string;
  draft: ChunkDraft;
}

interface RawPending {
  hash: string;
  path: string;
  content_type: string;
  chunk_type: string;
  content: string;
  start_line: number;
  end_line: number;
  language: string;
  title: string;
  heading_trail: string;
  symbol: string | null;
  metadata: string;
}

/** Number of distinct texts that no model has read, counted without knowing a model: against the newest space there is. */
export function textsWithoutVector(connection: Connection): number {
  return connection
    .prepare<[], { count: number }>(
      `SELECT count(*) AS count FROM (SELECT embedding_hash FROM chunks
       EXCEPT SELECT hash FROM embeddings WHERE space = (SELECT max(id) FROM embedding_spaces))`,
    )
    .get()!.count;
}

const selectPending = `SELECT c.embedding_hash AS hash, f.path, c.content_type, c.chunk_type, t.content, c.start_line, c.end_line, c.language,
  t.title, t.heading_trail, c.symbol, t.metadata FROM chunks c JOIN chunk_texts t ON t.id = c.id JOIN files f ON f.id = c.file_id`;

function toPending(raw: RawPending): PendingEmbedding {
  return {
    hash: raw.hash,
    path: raw.path,
    draft: {
      contentType: raw.content_type as ContentType,
      chunkType: raw.chunk_type as ChunkDraft['chunkType'],
      content: raw.content,
      startLine: raw.start_line,
      endLine: raw.end_line,
      language: raw.language,
      title: raw.title,
      headingTrail: JSON.parse(raw.heading_trail) as string[],
      symbol: raw.symbol,
      metadata: JSON.parse(raw.metadata) as ChunkDraft['metadata'],
    },
  };
}

/** Up to `count` chunks in the order of their hash, which spreads them over all sources. */
export function sampleChunks(connection: Connection, count: number): PendingEmbedding[] {
  return connection.prepare<[number], RawPending>(`${selectPending} ORDER BY c.chunk_id LIMIT ?`).all(count).map(toPending);
}

/** Embeddings of one space, and the journal of what the vector store has still to be told. */
export class EmbeddingStore {
  readonly #connection: Connection;
  readonly space: EmbeddingSpace;

  constructor(connection: Connection, space: EmbeddingSpace) {
    this.#connection = connection;
    this.space = space;
  }

  /** Id of the space, null before anything was embedded in it. */
  spaceId(): number | null {
    return (
      prepared<[string], { id: number }>(this.#connection, `SELECT id FROM embedding_spaces WHERE name = ?`).get(
        spaceName(this.space),
      )?.id ?? null
    );
  }

  #ensureSpace(): number {
    const known = this.spaceId();
    if (known !== null) return known;
    const { model, checksum, dimension, pooling } = this.space;
    return Number(
      this.#connection
        .prepare(`INSERT INTO embedding_spaces(name, model, checksum, dimension, pooling) VALUES (?, ?, ?, ?, ?)`)
        .run(spaceName(this.space), model, checksum, dimension, pooling).lastInsertRowid,
    );
  }

  /** Number of distinct texts without a vector in this space. */
  pendingCount(): number {
    return this.#connection
      .prepare<unknown[], { count: number }>(
        `SELECT count(DISTINCT c.embedding_hash) AS count FROM chunks c
         WHERE NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.space = ? AND e.hash = c.embedding_hash)`,
      )
      .get(this.spaceId() ?? -1)!.count;
  }

  /** All distinct hashes that wait, source by source in order of indexing. */
  pendingHashes(): string[] {
    return this.#connection
      .prepare<unknown[], { hash: string }>(
        `SELECT c.embedding_hash AS hash FROM chunks c
         WHERE NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.space = ? AND e.hash = c.embedding_hash)
         GROUP BY c.embedding_hash ORDER BY min(c.id)`,
      )
      .all(this.spaceId() ?? -1)
      .map((row) => row.hash);
  }

  pending(hash: string): PendingEmbedding | null {
    const raw = this.#connection
      .prepare<unknown[], RawPending>(`${selectPending} WHERE c.embedding_hash = ? ORDER BY c.id LIMIT 1`)
      .get(hash);
    return raw ? toPending(raw) : null;
  }

  /** Stores vectors by text hash, in one transaction. */
  put(items: readonly { hash: string; vector: Float32Array }[]): void {
    this.#connection.transaction(() => {
      const space = this.#ensureSpace();
      const insert = this.#connection.prepare(`INSERT OR IGNORE INTO embeddings(space, hash, vector) VALUES (?, ?, ?)`);
      for (const { hash, vector } of items)
        insert.run(space, hash, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
      this.#connection
        .prepare(
          `INSERT INTO meta(key, value) VALUES ('generation', '1') ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
        )
        .run();
    })();
  }

  /** Whether vectors of another model are kept: asked before each search, so it counts nothing. */
  hasOtherSpaces(): boolean {
    return (
      prepared<[string], { found: number }>(
        this.#connection,
        `SELECT EXISTS (SELECT 1 FROM embedding_spaces WHERE name <> ?) AS found`,
      ).get(spaceName(this.space))!.found === 1
    );
  }

  /** Number of vectors in this space, and the most that another has: that is more while a new model takes the place of an old one. */
  progress(): { own: number; other: number } {
    const rows = this.#connection
      .prepare<[], { name: string; count: number }>(
        `SELECT name, (SELECT count(*) FROM embeddings e WHERE e.space = s.id) AS count FROM embedding_spaces s`,
      )
      .all();
    const own = rows.find(({ name }) => name === spaceName(this.space))?.count ?? 0;
    return { own, other: Math.max(0, ...rows.filter(({ name }) => name !== spaceName(this.space)).map(({ count }) => count)) };
  }

  /** Forgets the vectors of other models; to be called when nothing waits in this space. */
  pruneSpaces(): void {
    this.#connection.prepare(`DELETE FROM embedding_spaces WHERE name <> ?`).run(spaceName(this.space));
  }

  /** Forgets the vectors of texts that no chunk has any more. */
  prune(): void {
    this.#connection
      .prepare(`DELETE FROM embeddings WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.embedding_hash = embeddings.hash)`)
      .run();
  }

  readonly #select = `SELECT c.chunk_id, e.vector, s.name AS source, c.content_type, c.language
    FROM chunks c JOIN files f ON f.id = c.file_id JOIN sources s ON s.id = f.source_id
    JOIN embeddings e ON e.space = ? AND e.hash = c.embedding_hash`;

  /** Every chunk that has a vector, streamed. */
  *records(): IterableIterator<VectorRecord> {
    const rows = this.#connection.prepare<unknown[], RawRecord>(`${this.#select} ORDER BY c.id`).iterate(this.spaceId() ?? -1);
    for (const row of rows) yield toRecord(row);
  }

  /**
   * The chunks that have a vector, in steps by their row: the next `limit` after row `after`. `vector` is another one when the
   * chunk got another vector.
   */
  chunksAfter(after: number, limit: number): { row: number; id: string; vector: number }[] {
    // CROSS JOIN keeps the order of the loops: chunks by row, so that a step reads its own rows only.
    return this.#connection
      .prepare<[number, number, number], { row: number; id: string; vector: number }>(
        `SELECT c.id AS row, c.chunk_id AS id, e.rowid AS vector FROM chunks c
         CROSS JOIN embeddings e ON e.space = ? AND e.hash = c.embedding_hash WHERE c.id > ? ORDER BY c.id LIMIT ?`,
      )
      .all(this.spaceId() ?? -1, after, limit);
  }

  /** The whole records of the chunks that `chunksAfter` gives: much cheaper than one by one. */
  recordsAfter(after: number, limit: number): { row: number; vector: number; record: VectorRecord }[] {
    return this.#connection
      .prepare<[number, number, number], RawRecord & { row: number; vectorRow: number }>(
        `SELECT c.id AS row, e.rowid AS vectorRow, c.chunk_id, e.vector, s.name AS source, c.content_type, c.language
         FROM chunks c CROSS JOIN files f ON f.id = c.file_id CROSS JOIN sources s ON s.id = f.source_id
         CROSS JOIN embeddings e ON e.space = ? AND e.hash = c.embedding_hash WHERE c.id > ? ORDER BY c.id LIMIT ?`,
      )
      .all(this.spaceId() ?? -1, after, limit)
      .map((raw) => ({ row: raw.row, vector: raw.vectorRow, record: toRecord(raw) }));
  }

  recordsOf(ids: readonly string[]): VectorRecord[] {
    const statement = this.#connection.prepare<unknown[], RawRecord>(`${this.#select} WHERE c.chunk_id = ?`);
    const space = this.spaceId() ?? -1;
    return ids.flatMap((id) => {
      const row = statement.get(space, id);
      return row ? [toRecord(row)] : [];
    });
  }

  *ids(): IterableIterator<string> {
    const rows = this.#connection
      .prepare<unknown[], { chunk_id: string }>(
        `SELECT c.chunk_id FROM chunks c WHERE EXISTS (SELECT 1 FROM embeddings e WHERE e.space = ? AND e.hash = c.embedding_hash)`,
      )
      .iterate(this.spaceId() ?? -1);
    for (const row of rows) yield row.chunk_id;
  }

  /** Chunk ids whose state (there with a vector, or gone) the vector store has not been told of. */
  journal(limit: number): string[] {
    return this.#connection
      .prepare<[number], { chunk_id: string }>(`SELECT chunk_id FROM vector_journal ORDER BY chunk_id LIMIT ?`)
      .all(limit)
      .map((row) => row.chunk_id);
  }

  /** To be called once the vector store has acknowledged these ids. */
  settleJournal(ids: readonly string[]): void {
    this.#connection.transaction(() => {
      const statement = this.#connection.prepare(`DELETE FROM vector_journal WHERE chunk_id = ?`);
      for (const id of ids) statement.run(id);
    })();
  }
}

interface RawRecord {
  chunk_id: string;
  vector: Buffer;
  source: string;
  content_type: string;
  language: string;
}

function toRecord(row: RawRecord): VectorRecord {
  // Copied: better-sqlite3's buffer may not be aligned for floats.
  const bytes = new Uint8Array(row.vector);
  return {
    id: row.chunk_id,
    vector: new Float32Array(bytes.buffer, 0, bytes.byteLength / 4),
    source: row.source,
    contentType: row.content_type as ContentType,
    language: row.language,
  };
}
