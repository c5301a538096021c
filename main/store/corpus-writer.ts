import type { CapabilityTag } from '../core/chunk.ts';
import type { PreparedChunk, PreparedFile } from '../core/prepared.ts';
import type { FailedFile, SkippedFile, SourceSpecification } from '../core/source.ts';
import type { Connection } from './database.ts';
import { writeDeprecations } from './deprecation-store.ts';
import { GraphStore } from './graph-store.ts';
import type { SourceState } from './corpus-reader.ts';

export interface FileOrigin {
  version: string;
  /** Format, role and settings the file was cut with; another value cuts it again. */
  chunking: string;
  pageUrl: string | null;
  firstLine: number;
}

export interface ExampleRow {
  root: string;
  executionMode: string;
  summary: string;
  versionPin: string | null;
  keyFiles: string[];
  tags: CapabilityTag[];
}

/** Metadata lists that filters ask for, one row per value. */
const listedMetadata = ['yields', 'calls', 'imports', 'baseClasses', 'decorators'] as const;

/**
 * All writes to sources, files, chunks and examples. One writer per data directory (the owner's lock sees to it); each method
 * is one transaction, so a reader sees a file with all its chunks or as it was before.
 */
export class CorpusWriter {
  readonly #connection: Connection;
  readonly #graph: GraphStore;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#graph = new GraphStore(connection);
  }

  /** Adds a source or changes its definition; its files stay until the next refresh compares them. Returns its id. */
  putSource(specification: SourceSpecification): number {
    const row = this.#connection
      .prepare<unknown[], { id: number }>(
        `INSERT INTO sources(name, kind, location, ref, rules, site_url) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT(name) DO UPDATE SET kind = excluded.kind, location = excluded.location, ref = excluded.ref,
           rules = excluded.rules, site_url = excluded.site_url
         RETURNING id`,
      )
      .get(
        specification.name,
        specification.kind,
        specification.location,
        specification.ref ?? null,
        JSON.stringify(specification.rules ?? []),
        specification.siteUrl ?? null,
      );
    return row!.id;
  }

  removeSource(sourceId: number): void {
    this.#connection.transaction(() => {
      this.#connection.prepare(`DELETE FROM chunks WHERE file_id IN (SELECT id FROM files WHERE source_id = ?)`).run(sourceId);
      this.#connection.prepare(`DELETE FROM sources WHERE id = ?`).run(sourceId);
      this.#bumpGeneration();
    })();
  }

  setState(sourceId: number, state: SourceState, error: string | null = null): void {
    this.#connection.prepare(`UPDATE sources SET state = ?, last_error = ? WHERE id = ?`).run(state, error, sourceId);
  }

  /** Records what a look at the source found. `revision` null means it could not be compared as a whole. */
  setChecked(
    sourceId: number,
    found: {
      repo: string;
      permalink: string | null;
      revision: string | null;
      settings: string;
      notice: string | null;
      checkedAt: string;
      changed: boolean;
    },
  ): void {
    this.#connection
      .prepare(
        `UPDATE sources SET repo = @repo, permalink = @permalink, revision = @revision, settings = @settings, notice = @notice,
           last_checked_at = @checkedAt, last_changed_at = CASE WHEN @changed THEN @checkedAt ELSE last_changed_at END
         WHERE id = @sourceId`,
      )
      .run({ ...found, changed: found.changed ? 1 : 0, sourceId });
  }

  /** Replaces one file and all its chunks. Embeddings are kept by text, so an unchanged chunk keeps its vector. */
  replaceFile(sourceId: number, file: PreparedFile, origin: FileOrigin, indexedAt: string): void {
    this.#connection.transaction(() => {
      const { id } = this.#connection
        .prepare<unknown[], { id: number }>(
          `INSERT INTO files(source_id, path, role, language, version, chunking, content_hash, size_bytes, line_count, title, page_url, first_line)
           VALUES (@sourceId, @path, @role, @language, @version, @chunking, @contentHash, @sizeBytes, @lineCount, @title, @pageUrl, @firstLine)
           ON CONFLICT(source_id, path) DO UPDATE SET role = excluded.role, language = excluded.language, version = excluded.version,
             chunking = excluded.chunking, content_hash = excluded.content_hash, size_bytes = excluded.size_bytes,
             line_count = excluded.line_count, title = excluded.title, page_url = excluded.page_url,
             first_line = excluded.first_line
           RETURNING id`,
        )
        .get({
          sourceId,
          path: file.path,
          role: file.role,
          language: file.language,
          ...origin,
          contentHash: file.contentHash,
          sizeBytes: file.sizeBytes,
          lineCount: file.lineCount,
          title: file.title,
        })!;
      const { buffer, byteOffset, byteLength } = file.deflatedText;
      this.#connection
        .prepare(`INSERT OR REPLACE INTO file_texts(id, imports, text) VALUES (?, ?, ?)`)
        .run(id, JSON.stringify(file.imports), Buffer.from(buffer, byteOffset, byteLength));
      this.#connection.prepare(`DELETE FROM chunks WHERE file_id = ?`).run(id);
      this.#connection.prepare(`DELETE FROM unindexed_files WHERE source_id = ? AND path = ?`).run(sourceId, file.path);
      for (const chunk of file.chunks) this.#insertChunk(id, chunk, indexedAt);
      this.#graph.replaceFile(id, file.role, file.graph);
      writeDeprecations(this.#connection, id, file.deprecations);
      this.#bumpGeneration();
    })();
  }

  /** The content was read and is what is stored; only the cheap version moved (a touch, a checkout). */
  touchFile(fileId: number, version: string): void {
    this.#connection.prepare(`UPDATE files SET version = ? WHERE id = ?`).run(version, fileId);
  }

  removeFiles(fileIds: readonly number[]): void {
    if (fileIds.length === 0) return;
    this.#connection.transaction(() => {
      const chunks = this.#connection.prepare(`DELETE FROM chunks WHERE file_id = ?`);
      const file = this.#connection.prepare(`DELETE FROM files WHERE id = ?`);
      for (const id of fileIds) {
        chunks.run(id);
        file.run(id);
      }
      this.#bumpGeneration();
    })();
  }

  /** Replaces the account of files that discovery left out or could not list. */
  setUnindexed(sourceId: number, skipped: readonly SkippedFile[], failed: readonly FailedFile[]): void {
    this.#connection.transaction(() => {
      this.#connection.prepare(`DELETE FROM unindexed_files WHERE source_id = ?`).run(sourceId);
      for (const file of skipped) this.noteUnindexed(sourceId, { ...file, outcome: 'skipped' });
      for (const file of failed) this.noteUnindexed(sourceId, { ...file, outcome: 'failed' });
    })();
  }

  /** `version` lets the next refresh leave a file alone that was read and refused, until it changes. */
  noteUnindexed(
    sourceId: number,
    file: {
      path: string;
      outcome: 'skipped' | 'failed';
      reason: string;
      detail?: string | undefined;
      version?: string | undefined;
    },
  ): void {
    this.#connection
      .prepare(
        `INSERT INTO unindexed_files(source_id, path, outcome, reason, detail, version) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT(source_id, path) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail, version = excluded.version`,
      )
      .run(sourceId, file.path, file.outcome, file.reason, file.detail ?? null, file.version ?? null);
  }

  /** Replaces what is known of the example projects and says to which of them each file belongs. */
  setExamples(sourceId: number, examples: readonly ExampleRow[], rootOf: ReadonlyMap<number, string | null>): void {
    this.#connection.transaction(() => {
      this.#connection.prepare(`DELETE FROM examples WHERE source_id = ?`).run(sourceId);
      const example = this.#connection.prepare(
        `INSERT INTO examples(source_id, root, execution_mode, summary, version_pin, key_files, tags) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      );
      const tag = this.#connection.prepare(
        `INSERT OR IGNORE INTO example_tags(tag, source_id, root, confidence) VALUES (?, ?, ?, ?)`,
      );
      for (const row of examples) {
        example.run(
          sourceId,
          row.root,
          row.executionMode,
          row.summary,
          row.versionPin,
          JSON.stringify(row.keyFiles),
          JSON.stringify(row.tags),
        );
        for (const { name, confidence } of row.tags) tag.run(name, sourceId, row.root, confidence);
      }
      const file = this.#connection.prepare(`UPDATE files SET example_root = ? WHERE id = ? AND example_root IS NOT ?`);
      for (const [id, root] of rootOf) file.run(root, id, root);
      this.#bumpGeneration();
    })();
  }

  #insertChunk(fileId: number, chunk: PreparedChunk, indexedAt: string): void {
    const { metadata, fields } = chunk;
    const { lastInsertRowid } = this.#connection
      .prepare(
        `INSERT INTO chunks(chunk_id, file_id, ordinal, content_type, chunk_type, language, symbol, start_line, end_line,
           module_path, class_name, method_name, is_dataclass, domain, embedding_hash, indexed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        chunk.chunkId,
        fileId,
        chunk.ordinal,
        chunk.contentType,
        chunk.chunkType,
        chunk.language,
        chunk.symbol,
        chunk.startLine,
        chunk.endLine,
        metadata.modulePath ?? null,
        metadata.className ?? null,
        metadata.methodName ?? null,
        metadata.isDataclass === undefined ? null : Number(metadata.isDataclass),
        metadata.domain ?? null,
        chunk.embeddingHash,
        indexedAt,
      );
    this.#connection
      .prepare(
        `INSERT INTO chunk_texts(id, title, heading_trail, content, metadata, path_text, title_text, symbol_text, parts_text)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        lastInsertRowid,
        chunk.title,
        JSON.stringify(chunk.headingTrail),
        chunk.content,
        JSON.stringify(metadata),
        fields.path,
        fields.title,
        fields.symbol,
        fields.parts,
      );
    const value = this.#connection.prepare(`INSERT OR IGNORE INTO chunk_values(name, value, chunk) VALUES (?, ?, ?)`);
    for (const name of listedMetadata) for (const item of metadata[name] ?? []) value.run(name, item, lastInsertRowid);
  }

  setMeta(key: string, value: string): void {
    this.#connection
      .prepare(`INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`)
      .run(key, value);
  }

  /** The generation counts committed changes of what searches see; cursors and caches are tied to it. */
  #bumpGeneration(): void {
    this.#connection
      .prepare(
        `INSERT INTO meta(key, value) VALUES ('generation', '1') ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
      )
      .run();
  }
}
