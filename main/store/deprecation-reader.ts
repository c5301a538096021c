import { lastPart, type DeprecationEntry } from '../core/deprecations/entry.ts';
import { prepared } from './prepared.ts';
import type { Connection } from './database.ts';
import { escapeLike } from './escape-like.ts';

/** An entry with the place that says it. */
export interface StoredDeprecation extends DeprecationEntry {
  chunkId: string;
  source: string;
  path: string;
  /** Module of the code that says it of itself. */
  modulePath: string | null;
}

/** Where a symbol is defined in indexed source. */
export interface DefinitionPlace {
  symbol: string;
  modulePath: string | null;
  chunkId: string;
  source: string;
  path: string;
  startLine: number;
  endLine: number;
}

/** Most rows of one question. */
const mostRows = 500;

/** Reads of deprecations. On an index that has none of their tables yet everything is empty. */
export class DeprecationReader {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** False on an index of a version before deprecations, until it is written to again. */
  get exists(): boolean {
    return (
      prepared(this.#connection, `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'deprecations'`).get() !== undefined
    );
  }

  /** Entries whose symbol ends with the last part of a name, or is a part of what has this name; of one source where it is given. */
  about(symbol: string, source: string | null): StoredDeprecation[] {
    if (!this.exists) return [];
    const last = lastPart(symbol);
    return prepared<[Record<string, unknown>], StoredDeprecation>(
      this.#connection,
      `SELECT d.symbol, d.kind, d.origin, d.version, d.removal, d.replacement, d.note, d.start_line AS startLine, d.end_line AS endLine,
           c.chunk_id AS chunkId, c.module_path AS modulePath, s.name AS source, f.path
         FROM deprecations d JOIN chunks c ON c.id = d.chunk JOIN files f ON f.id = c.file_id JOIN sources s ON s.id = f.source_id
         WHERE (d.last = @last OR d.symbol LIKE @parts ESCAPE '\\' OR d.symbol LIKE @inner ESCAPE '\\') AND (@source IS NULL OR s.name = @source COLLATE NOCASE OR s.repo = @source COLLATE NOCASE OR s.repo LIKE @repo ESCAPE '\\')
         ORDER BY s.name, f.path, d.start_line, d.symbol LIMIT ${mostRows}`,
    ).all({
      last,
      parts: `${escapeLike(last)}.%`,
      inner: `%.${escapeLike(last)}.%`,
      source,
      repo: `%/${escapeLike(source ?? '')}`,
    });
  }

  /** Whether another entry names the symbol as what to use instead. */
  replacing(symbol: string): { version: string | null }[] {
    if (!this.exists) return [];
    return prepared<[string, string], { version: string | null }>(
      this.#connection,
      `SELECT version FROM deprecations WHERE replacement = ? OR replacement LIKE ? ESCAPE '\\' LIMIT ${mostRows}`,
    ).all(symbol, `${escapeLike(symbol)}(%`);
  }

  /** What the code of chunks says of what they show, by chunk id. */
  ofChunks(chunkIds: readonly string[]): Map<string, StoredDeprecation[]> {
    if (!this.exists || chunkIds.length === 0) return new Map();
    const rows = prepared<[string], StoredDeprecation>(
      this.#connection,
      `SELECT d.symbol, d.kind, d.origin, d.version, d.removal, d.replacement, d.note, d.start_line AS startLine, d.end_line AS endLine,
           c.chunk_id AS chunkId, c.module_path AS modulePath, '' AS source, '' AS path
         FROM json_each(?) wanted JOIN chunks c ON c.chunk_id = wanted.value JOIN deprecations d ON d.chunk = c.id AND d.origin = 'code' ORDER BY d.start_line`,
    ).all(JSON.stringify(chunkIds));
    return Map.groupBy(rows, ({ chunkId }) => chunkId);
  }

  /** What release notes and documents say of exactly these symbols. */
  notesOf(symbols: readonly string[]): StoredDeprecation[] {
    if (!this.exists || symbols.length === 0) return [];
    return prepared<[string], StoredDeprecation>(
      this.#connection,
      `SELECT d.symbol, d.kind, d.origin, d.version, d.removal, d.replacement, d.note, d.start_line AS startLine, d.end_line AS endLine,
           '' AS chunkId, NULL AS modulePath, '' AS source, '' AS path
         FROM json_each(?) wanted JOIN deprecations d ON d.symbol = wanted.value COLLATE NOCASE AND d.origin <> 'code' AND d.kind <> 'removed' ORDER BY d.id LIMIT ${mostRows}`,
    ).all(JSON.stringify(symbols));
  }

  /** Where indexed source defines the last part of a name; modules by their whole name. */
  definitions(symbol: string, source: string | null): DefinitionPlace[] {
    return prepared<[Record<string, unknown>], DefinitionPlace>(
      this.#connection,
      `SELECT coalesce(c.symbol, c.module_path) AS symbol, c.module_path AS modulePath, c.chunk_id AS chunkId, s.name AS source, f.path, c.start_line AS startLine, c.end_line AS endLine
         FROM chunks c JOIN files f ON f.id = c.file_id JOIN sources s ON s.id = f.source_id
         WHERE f.role = 'source' AND (@source IS NULL OR s.name = @source COLLATE NOCASE OR s.repo = @source COLLATE NOCASE OR s.repo LIKE @repo ESCAPE '\\') AND c.id IN (
           SELECT id FROM chunks WHERE symbol = @last COLLATE NOCASE AND symbol IS NOT NULL
           UNION SELECT id FROM chunks WHERE symbol = @symbol COLLATE NOCASE AND symbol IS NOT NULL
           UNION SELECT id FROM chunks WHERE method_name = @last COLLATE NOCASE AND method_name IS NOT NULL
           UNION SELECT id FROM chunks WHERE module_path = @symbol AND chunk_type = 'module')
         ORDER BY s.name, f.path, c.start_line LIMIT ${mostRows}`,
    ).all({ symbol, last: lastPart(symbol), source, repo: `%/${escapeLike(source ?? '')}` });
  }

  /** Whether any indexed text holds the word; of one source where it is given. */
  mentions(word: string, source: string | null): boolean {
    const phrase = `"${word.replaceAll('"', '""')}"`;
    return (
      prepared<[Record<string, unknown>]>(
        this.#connection,
        `SELECT 1 FROM chunk_search x JOIN chunks c ON c.id = x.rowid JOIN files f ON f.id = c.file_id JOIN sources s ON s.id = f.source_id
           WHERE chunk_search MATCH @phrase AND (@source IS NULL OR s.name = @source COLLATE NOCASE OR s.repo = @source COLLATE NOCASE OR s.repo LIKE @repo ESCAPE '\\') LIMIT 1`,
      ).get({ phrase, source, repo: `%/${escapeLike(source ?? '')}` }) !== undefined
    );
  }

  /** All names that source defines and entries speak of, for those that are written alike. */
  names(): string[] {
    const noted = this.exists ? `UNION SELECT symbol FROM deprecations` : '';
    return prepared<[], string>(
      this.#connection,
      `SELECT symbol FROM chunks WHERE symbol IS NOT NULL AND content_type = 'source' ${noted}`,
    )
      .pluck()
      .all();
  }
}
