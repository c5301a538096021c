import Database from 'better-sqlite3';
import { HubError } from '../contract/errors.ts';
import type { Logger } from '../core/logger.ts';
import { busyTimeoutMs, cacheKibibytes, slowQueryMs } from './constants.ts';
import { migrations, type Migration } from './migrations/index.ts';

export type Connection = Database.Database;
export type Statement<Values extends unknown[], Row> = Database.Statement<Values, Row>;

/** Turns SQLite's own errors into coded ones, so that a host can react to a damaged file without reading messages. */
function asStoreError(thrown: unknown, path: string): unknown {
  if (!(thrown instanceof Database.SqliteError)) return thrown;
  if (thrown.code.startsWith('SQLITE_CORRUPT') || thrown.code === 'SQLITE_NOTADB') {
    return new HubError(
      'store-corrupt',
      `The index file ${path} is damaged (${thrown.code}). Move it away and index again; sources are read anew.`,
      { path },
      thrown,
    );
  }
  return thrown;
}

/** Applies the migrations above the file's user_version, each in a transaction of its own. Returns those applied. */
export function migrate(connection: Connection, list: readonly Migration[] = migrations): Migration[] {
  const current = connection.pragma('user_version', { simple: true }) as number;
  const newest = list.at(-1)?.number ?? 0;
  if (current > newest) {
    throw new HubError(
      'store-newer',
      `This data directory was written by a newer version (schema ${current}, this program knows ${newest}). Update Context Hub or use another --data-dir.`,
      { current, newest },
    );
  }
  const pending = list.filter((migration) => migration.number > current);
  for (const migration of pending) {
    connection.transaction(() => {
      connection.exec(migration.sql);
      connection.pragma(`user_version = ${migration.number}`);
    })();
  }
  return pending;
}

export interface OpenOptions {
  /** Readers never migrate and cannot write. */
  readonly?: boolean;
  logger: Logger;
}

/** Opens (and, as the writer, creates and migrates) the index file at `path`; `:memory:` works for tests. */
export function openDatabase(path: string, options: OpenOptions): Connection {
  try {
    const connection = new Database(path, { readonly: options.readonly ?? false, timeout: busyTimeoutMs });
    connection.pragma(`cache_size = -${cacheKibibytes}`);
    connection.pragma('temp_store = MEMORY');
    if (!options.readonly) {
      connection.pragma('journal_mode = WAL');
      // NORMAL may lose the last transactions on power failure but never corrupts; the index can be made again.
      connection.pragma('synchronous = NORMAL');
      connection.pragma('foreign_keys = ON');
      for (const migration of migrate(connection))
        options.logger.debug('migrated', { number: migration.number, name: migration.name });
    }
    return connection;
  } catch (error) {
    throw asStoreError(error, path);
  }
}

/** Runs `work` and logs its name when it took longer than the limit. */
export function timed<T>(logger: Logger, name: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  const elapsedMs = performance.now() - start;
  if (elapsedMs > slowQueryMs) logger.warn('slow query', { name, elapsedMs: Math.round(elapsedMs) });
  return result;
}
