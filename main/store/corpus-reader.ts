import { inflateRawSync } from 'node:zlib';
import type { SourceState } from '../contract/vocabulary.ts';
import type { ContentType } from '../core/chunk.ts';
import type { RoleRule, SourceKind, SourceSpecification } from '../core/source.ts';
import { prepared } from './prepared.ts';
import type { Connection } from './database.ts';

export type { SourceState };

export interface SourceRow {
  id: number;
  specification: SourceSpecification;
  repo: string;
  revision: string | null;
  permalink: string | null;
  /** Format and settings of the last complete run; another value reads everything again. */
  settings: string;
  state: SourceState;
  lastCheckedAt: string | null;
  lastChangedAt: string | null;
  lastError: string | null;
  notice: string | null;
}

export interface FileRow {
  id: number;
  path: string;
  role: ContentType;
  language: string;
  version: string;
  chunking: string;
  contentHash: string;
  exampleRoot: string | null;
}

export interface UnindexedRow {
  path: string;
  outcome: 'skipped' | 'failed';
  reason: string;
  detail: string | null;
  version: string | null;
}

interface RawSource {
  id: number;
  name: string;
  kind: string;
  location: string;
  ref: string | null;
  rules: string;
  site_url: string | null;
  repo: string;
  revision: string | null;
  permalink: string | null;
  settings: string;
  state: string;
  last_checked_at: string | null;
  last_changed_at: string | null;
  last_error: string | null;
  notice: string | null;
}

function toSource(raw: RawSource): SourceRow {
  const rules = JSON.parse(raw.rules) as RoleRule[];
  return {
    id: raw.id,
    specification: {
      name: raw.name,
      kind: raw.kind as SourceKind,
      location: raw.location,
      ...(raw.ref === null ? {} : { ref: raw.ref }),
      ...(rules.length === 0 ? {} : { rules }),
      ...(raw.site_url === null ? {} : { siteUrl: raw.site_url }),
    },
    repo: raw.repo,
    revision: raw.revision,
    permalink: raw.permalink,
    settings: raw.settings,
    state: raw.state as SourceState,
    lastCheckedAt: raw.last_checked_at,
    lastChangedAt: raw.last_changed_at,
    lastError: raw.last_error,
    notice: raw.notice,
  };
}

/** Reads of sources and files for indexing, status and whole-file answers. Works on the writer's or on a reader's connection. */
export class CorpusReader {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  sources(): SourceRow[] {
    return prepared<[], RawSource>(this.#connection, `SELECT * FROM sources ORDER BY name`).all().map(toSource);
  }

  source(name: string): SourceRow | null {
    const raw = prepared<[string], RawSource>(this.#connection, `SELECT * FROM sources WHERE name = ?`).get(name);
    return raw ? toSource(raw) : null;
  }

  files(sourceId: number): FileRow[] {
    return prepared<[number], FileRow>(
      this.#connection,
      `SELECT id, path, role, language, version, chunking, content_hash AS contentHash, example_root AS exampleRoot
         FROM files WHERE source_id = ? ORDER BY path`,
    ).all(sourceId);
  }

  unindexed(sourceId: number): UnindexedRow[] {
    return prepared<[number], UnindexedRow>(
      this.#connection,
      `SELECT path, outcome, reason, detail, version FROM unindexed_files WHERE source_id = ? ORDER BY path`,
    ).all(sourceId);
  }

  /** Whole text of one indexed file. */
  fileText(fileId: number): string {
    const row = prepared<[number], { text: Buffer }>(this.#connection, `SELECT text FROM file_texts WHERE id = ?`).get(fileId);
    return row ? inflateRawSync(row.text).toString('utf8') : '';
  }

  /** Number of chunks of each content type in a source. */
  chunkCounts(sourceId: number): Record<ContentType, number> {
    const counts: Record<ContentType, number> = { doc: 0, code: 0, source: 0, readme: 0 };
    const rows = prepared<[number], { type: ContentType; count: number }>(
      this.#connection,
      `SELECT c.content_type AS type, count(*) AS count FROM chunks c JOIN files f ON f.id = c.file_id WHERE f.source_id = ? GROUP BY c.content_type`,
    ).all(sourceId);
    for (const { type, count } of rows) counts[type] = count;
    return counts;
  }

  /** What a file imports; what a taxonomy is inferred from. */
  importsOf(fileId: number): string[] {
    const row = prepared<[number], { imports: string }>(this.#connection, `SELECT imports FROM file_texts WHERE id = ?`).get(
      fileId,
    );
    return row ? (JSON.parse(row.imports) as string[]) : [];
  }

  /** Counts committed changes of what searches see. */
  generation(): number {
    const row = prepared<[], { value: string }>(this.#connection, `SELECT value FROM meta WHERE key = 'generation'`).get();
    return row ? Number(row.value) : 0;
  }

  /** Whether anything was ever embedded here. */
  hasVectors(): boolean {
    return prepared(this.#connection, `SELECT 1 FROM embeddings LIMIT 1`).get() !== undefined;
  }

  /** Number of the last migration; 0 for a file that was only just made. */
  schema(): number {
    return this.#connection.pragma('user_version', { simple: true }) as number;
  }

  /** Changes whenever another connection has committed anything. */
  dataVersion(): number {
    return this.#connection.pragma('data_version', { simple: true }) as number;
  }

  meta(key: string): string | null {
    return (
      prepared<[string], { value: string }>(this.#connection, `SELECT value FROM meta WHERE key = ?`).get(key)?.value ?? null
    );
  }

  integrityProblems(): string[] {
    const rows = this.#connection.pragma('integrity_check') as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  }
}
