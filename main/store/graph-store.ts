import { changedKeys, type GraphFile } from '../core/graph/corpus.ts';
import type { FileGraph, ModuleNames, ScopeReferences } from '../core/graph/facts.ts';
import { ChunkPlaces, type ChunkPlace } from '../core/graph/place-chunk.ts';
import type { ResolvedEdge } from '../core/graph/resolve-file.ts';
import type { Connection, Statement } from './database.ts';

/** What is known of one file's names and calls, and the edges that follow from it. Writes belong to the caller's transaction. */
export class GraphStore {
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement<unknown[], unknown>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Prepared once: thousands of files ask the same. The caller vouches for the row's type. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  #statement<Row>(sql: string): Statement<unknown[], Row> {
    let known = this.#statements.get(sql);
    if (known === undefined) this.#statements.set(sql, (known = this.#connection.prepare(sql)));
    return known as Statement<unknown[], Row>;
  }

  /** Replaces one file's facts once its chunks are written; its edges went with its old chunks and wait for a resolution. */
  replaceFile(fileId: number, role: string, graph: FileGraph | null): void {
    const before = this.#statement<{ names: string }>(`SELECT names FROM graph_files WHERE file_id = ?`).get(fileId);
    if (graph === null) {
      if (before) this.#statement(`DELETE FROM graph_files WHERE file_id = ?`).run(fileId);
      return;
    }
    this.#statement(
      `INSERT INTO graph_files(file_id, module, is_package, role, names, scopes) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT(file_id) DO UPDATE SET module = excluded.module, is_package = excluded.is_package, role = excluded.role,
           names = excluded.names, scopes = excluded.scopes, dependencies = NULL`,
    ).run(fileId, graph.module, Number(graph.isPackage), role, JSON.stringify(graph.names), JSON.stringify(graph.scopes));
    if (before) {
      const change = this.#statement(`INSERT OR IGNORE INTO graph_changes(key) VALUES (?)`);
      for (const key of changedKeys(fileId, JSON.parse(before.names) as ModuleNames, graph.names)) change.run(key);
    }
    const chunks = this.#chunksOf(fileId);
    const definition = this.#statement(
      `INSERT INTO definitions(file_id, name, kind, start_line, end_line, chunk) VALUES (?, ?, ?, ?, ?, ?)`,
    );
    for (const { name, kind, startLine, endLine } of graph.definitions) {
      const chunk = chunks.at(startLine, name);
      if (chunk !== null) definition.run(fileId, name, kind, startLine, endLine, chunk.id);
    }
  }

  #chunksOf(fileId: number): ChunkPlaces {
    return new ChunkPlaces(
      this.#statement<ChunkPlace>(
        `SELECT id, ordinal, symbol, start_line AS startLine, end_line AS endLine FROM chunks WHERE file_id = ?`,
      ).all(fileId),
    );
  }

  /** All files that take part. */
  files(): GraphFile[] {
    return this.#statement<Omit<GraphFile, 'isPackage'> & { isPackage: number }>(
      `SELECT g.file_id AS id, s.name AS source, f.path, g.role, g.module, g.is_package AS isPackage
         FROM graph_files g JOIN files f ON f.id = g.file_id JOIN sources s ON s.id = f.source_id`,
    )
      .all()
      .map((file) => ({ ...file, isPackage: file.isPackage === 1 }));
  }

  names(fileId: number): ModuleNames {
    const row = this.#statement<{ names: string }>(`SELECT names FROM graph_files WHERE file_id = ?`).get(fileId);
    return row ? (JSON.parse(row.names) as ModuleNames) : { names: [], stars: [], exports: null };
  }

  scopes(fileId: number): ScopeReferences[] {
    const row = this.#statement<{ scopes: string }>(`SELECT scopes FROM graph_files WHERE file_id = ?`).get(fileId);
    return row ? (JSON.parse(row.scopes) as ScopeReferences[]) : [];
  }

  /** Files whose calls have not been resolved since they were written. */
  waiting(): number[] {
    return this.#statement<{ id: number }>(`SELECT file_id AS id FROM graph_files WHERE dependencies IS NULL ORDER BY file_id`)
      .all()
      .map(({ id }) => id);
  }

  /** Keys of what changed since the last resolution. */
  changes(): string[] {
    return this.#statement<{ key: string }>(`SELECT key FROM graph_changes ORDER BY key`)
      .all()
      .map(({ key }) => key);
  }

  /** Resolved files that looked at something of which the key's hash is among `hashes`. */
  dependants(hashes: ReadonlySet<number>): number[] {
    const found: number[] = [];
    const rows = this.#statement<{ id: number; dependencies: Buffer }>(
      `SELECT file_id AS id, dependencies FROM graph_files WHERE dependencies IS NOT NULL ORDER BY file_id`,
    ).iterate();
    for (const { id, dependencies } of rows) {
      for (let at = 0; at < dependencies.byteLength; at += 4) {
        if (!hashes.has(dependencies.readUInt32LE(at))) continue;
        found.push(id);
        break;
      }
    }
    return found;
  }

  /** Replaces the edges of some files, in one transaction. Of calls that read the same in one chunk the first stands for all. */
  writeEdges(files: readonly { id: number; edges: readonly ResolvedEdge[]; dependencies: Uint32Array }[]): void {
    const clear = this.#statement(`DELETE FROM edges WHERE from_chunk IN (SELECT id FROM chunks WHERE file_id = ?)`);
    const insert = this.#statement(
      `INSERT INTO edges(from_chunk, from_name, kind, name, line, confidence, to_file, to_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const settle = this.#statement(`UPDATE graph_files SET dependencies = ? WHERE file_id = ?`);
    this.#connection.transaction(() => {
      for (const { id, edges, dependencies } of files) {
        clear.run(id);
        const chunks = this.#chunksOf(id);
        const seen = new Set<string>();
        for (const { from, kind, name, line, confidence, to } of edges) {
          const chunk = chunks.at(line, from);
          const key = JSON.stringify([chunk?.id, from, kind, name, to]);
          if (chunk === null || seen.has(key)) continue;
          seen.add(key);
          insert.run(chunk.id, from, kind, name, line, confidence, to?.file ?? null, to?.name ?? null);
        }
        settle.run(littleEndian(dependencies), id);
      }
    })();
  }

  /** Notes that all changes were followed, and that readers may see something new. */
  settleChanges(): void {
    this.#connection.transaction(() => {
      this.#connection.exec(
        `DELETE FROM graph_changes;
         INSERT INTO meta(key, value) VALUES ('generation', '1') ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
      );
    })();
  }
}

function littleEndian(numbers: Uint32Array): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
}
