import { lastPart, type DeprecationEntry } from '../core/deprecations/entry.ts';
import { ChunkPlaces, type ChunkPlace } from '../core/graph/place-chunk.ts';
import type { Connection } from './database.ts';

/** Writes what a file says of deprecations, once its chunks are written; what it said before went with its old chunks. The caller has the transaction. */
export function writeDeprecations(connection: Connection, fileId: number, entries: readonly DeprecationEntry[]): void {
  if (entries.length === 0) return;
  const places = new ChunkPlaces(
    connection
      .prepare<[number], ChunkPlace>(
        `SELECT id, ordinal, symbol, start_line AS startLine, end_line AS endLine FROM chunks WHERE file_id = ?`,
      )
      .all(fileId),
  );
  const insert = connection.prepare(
    `INSERT INTO deprecations(chunk, symbol, last, kind, origin, version, removal, replacement, note, start_line, end_line) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { symbol, kind, origin, version, removal, replacement, note, startLine, endLine } of entries) {
    const chunk = places.at(startLine, symbol);
    if (chunk !== null)
      insert.run(chunk.id, symbol, lastPart(symbol), kind, origin, version, removal, replacement, note, startLine, endLine);
  }
}
