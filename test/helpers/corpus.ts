import { createHash } from 'node:crypto';
import type { Embedder } from '../../main/core/embedding.ts';
import type { IndexReport } from '../../main/core/index-events.ts';
import { silentLogger } from '../../main/core/logger.ts';
import type { SourceSpecification } from '../../main/core/source.ts';
import type { EmbeddingSpace } from '../../main/core/vectors.ts';
import type { ChunkPreparer } from '../../main/services/indexing/chunk-pool.ts';
import { prepareFile } from '../../main/services/indexing/prepare-file.ts';
import { loadTokenCounter } from '../../main/services/indexing/token-counter.ts';
import { runIndex, type IndexContext } from '../../main/services/indexing/run-index.ts';
import { CorpusReader } from '../../main/store/corpus-reader.ts';
import { CorpusWriter } from '../../main/store/corpus-writer.ts';
import { openDatabase, type Connection } from '../../main/store/database.ts';
import { EmbeddingStore } from '../../main/store/embedding-store.ts';

const testSpace: EmbeddingSpace = { model: 'test', checksum: '000000000000', dimension: 8, pooling: 'mean' };

/** Deterministic vectors from a hash of the text, with a count of what it was asked: the model itself has tests of its own. */
function hashEmbedder(): Embedder & { passages: string[] } {
  const vectorOf = (text: string): Float32Array => {
    const bytes = createHash('sha256').update(text).digest();
    const vector = Float32Array.from({ length: 8 }, (_, index) => bytes.readInt16LE(index * 2));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const passages: string[] = [];
  return {
    space: testSpace,
    passages,
    embedQuery: (text) => Promise.resolve(vectorOf(text)),
    embedPassages: (items) => {
      passages.push(...items.flat());
      return Promise.resolve(items.map((item) => vectorOf(item.join('\n'))));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Prepares files in this thread: the work of a thread of the pool, without starting one. */
export const inlinePreparer: ChunkPreparer = {
  threads: 1,
  prepare: (task) => prepareFile(task, loadTokenCounter()),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

export interface TestHub {
  connection: Connection;
  reader: CorpusReader;
  writer: CorpusWriter;
  embedder: ReturnType<typeof hashEmbedder>;
  embeddings: EmbeddingStore;
  index(specifications: readonly SourceSpecification[], options?: Partial<IndexContext>): Promise<IndexReport>;
}

/** A store with the real pipeline around it; only the model is a stand-in. */
export function testHub(path: string, dataDirectory: string): TestHub {
  const connection = openDatabase(path, { logger: silentLogger });
  const reader = new CorpusReader(connection);
  const writer = new CorpusWriter(connection);
  const embedder = hashEmbedder();
  const embeddings = new EmbeddingStore(connection, testSpace);
  return {
    connection,
    reader,
    writer,
    embedder,
    embeddings,
    index: (specifications, options = {}) =>
      runIndex(
        specifications.map((specification) => {
          writer.putSource(specification);
          return reader.source(specification.name)!;
        }),
        {
          connection,
          reader,
          writer,
          dataDirectory,
          threads: 1,
          createChunkPool: () => inlinePreparer,
          logger: silentLogger,
          openModel: () => Promise.resolve({ embeddings, openEmbedder: () => Promise.resolve(embedder) }),
          syncVectors: () => {
            embeddings.settleJournal(embeddings.journal(1_000_000));
            return Promise.resolve();
          },
          ...options,
        },
      ),
  };
}

/** Everything that a search can see, without row numbers and times: equal dumps answer every query alike. */
export function dumpIndex(connection: Connection): Record<string, unknown[]> {
  const all = (sql: string): unknown[] => connection.prepare<[]>(sql).all();
  return {
    files:
      all(`SELECT s.name, f.path, f.role, f.language, f.chunking, f.content_hash, f.size_bytes, f.line_count, f.title, f.page_url, f.first_line, f.example_root, x.imports, hex(x.text) AS text
      FROM files f JOIN file_texts x ON x.id = f.id JOIN sources s ON s.id = f.source_id ORDER BY s.name, f.path`),
    unindexed: all(
      `SELECT s.name, u.path, u.outcome, u.reason, u.detail FROM unindexed_files u JOIN sources s ON s.id = u.source_id ORDER BY s.name, u.path`,
    ),
    chunks:
      all(`SELECT c.chunk_id, f.path, c.ordinal, c.content_type, c.chunk_type, c.language, t.title, t.heading_trail, c.symbol, c.start_line, c.end_line, t.content, t.metadata,
      c.module_path, c.class_name, c.method_name, c.is_dataclass, c.domain, c.embedding_hash, t.path_text, t.title_text, t.symbol_text, t.parts_text
      FROM chunks c JOIN chunk_texts t ON t.id = c.id JOIN files f ON f.id = c.file_id ORDER BY c.chunk_id`),
    values: all(
      `SELECT c.chunk_id, v.name, v.value FROM chunk_values v JOIN chunks c ON c.id = v.chunk ORDER BY c.chunk_id, v.name, v.value`,
    ),
    embeddings: all(`SELECT e.hash, hex(e.vector) AS vector FROM embeddings e ORDER BY e.hash`),
    examples: all(
      `SELECT s.name, x.root, x.execution_mode, x.summary, x.version_pin, x.key_files, x.tags FROM examples x JOIN sources s ON s.id = x.source_id ORDER BY s.name, x.root`,
    ),
    tags: all(
      `SELECT s.name, t.tag, t.root, t.confidence FROM example_tags t JOIN sources s ON s.id = t.source_id ORDER BY s.name, t.root, t.tag`,
    ),
    graph: all(
      `SELECT s.name, f.path, g.module, g.is_package, g.role, g.names, g.scopes, g.dependencies IS NULL AS waiting
       FROM graph_files g JOIN files f ON f.id = g.file_id JOIN sources s ON s.id = f.source_id ORDER BY s.name, f.path`,
    ),
    definitions: all(
      `SELECT s.name AS source, f.path, d.name, d.kind, d.start_line, d.end_line, c.chunk_id
       FROM definitions d JOIN chunks c ON c.id = d.chunk JOIN files f ON f.id = d.file_id JOIN sources s ON s.id = f.source_id
       ORDER BY s.name, f.path, d.name`,
    ),
    edges: all(
      `SELECT c.chunk_id, e.from_name, e.kind, e.name, e.line, e.confidence, s.name AS source, f.path, e.to_name
       FROM edges e JOIN chunks c ON c.id = e.from_chunk LEFT JOIN files f ON f.id = e.to_file LEFT JOIN sources s ON s.id = f.source_id
       ORDER BY c.chunk_id, e.from_name, e.kind, e.line, e.name, s.name, f.path, e.to_name`,
    ),
    deprecations: all(
      `SELECT c.chunk_id, d.symbol, d.last, d.kind, d.origin, d.version, d.removal, d.replacement, d.note, d.start_line, d.end_line
       FROM deprecations d JOIN chunks c ON c.id = d.chunk ORDER BY c.chunk_id, d.symbol, d.kind, d.start_line`,
    ),
    terms: all(`SELECT term, doc, cnt FROM chunk_terms ORDER BY term`),
  };
}
