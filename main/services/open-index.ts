import { existsSync } from 'node:fs';
import type { Logger } from '../core/logger.ts';
import { CorpusReader } from '../store/corpus-reader.ts';
import { openDatabase, type Connection } from '../store/database.ts';

/** Opens an index to write it, or to read beside a writer. A reader of a directory without one sees an empty one, so that every answer says "not indexed" rather than failing. */
export function openIndex(path: string, access: 'read' | 'write', logger: Logger): Connection {
  if (access === 'write') return openDatabase(path, { logger });
  if (existsSync(path)) {
    const connection = openDatabase(path, { readonly: true, logger });
    // A file without tables is being made at this moment.
    if (new CorpusReader(connection).schema() > 0) return connection;
    connection.close();
  }
  return openDatabase(':memory:', { logger });
}
