import { existsSync, renameSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { HubError } from '../../contract/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { busyTimeoutMs } from '../constants.ts';
import { migrate, type Connection } from '../database.ts';
import { sessionMigrations } from './migrations/index.ts';

const companions = ['', '-wal', '-shm', '-journal'];
const smallestPageBytes = 512;
/**
 * Rows hold texts of one to four thousand bytes. On SQLite's usual pages each takes one or two of its own, so that three times as much is written as there is. Unit: bytes.
 */
const pageBytes = 16_384;

function open(path: string): Connection {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  // SQLite takes a file that is smaller than its smallest page for an empty one, and would write over what is in it.
  if (size > 0 && size < smallestPageBytes) throw new Database.SqliteError('the file is too short', 'SQLITE_NOTADB');
  const connection = new Database(path, { timeout: busyTimeoutMs });
  try {
    // Counts in a new file alone.
    connection.pragma(`page_size = ${pageBytes}`);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    connection.transaction(() => migrate(connection, sessionMigrations)).immediate();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function isDamage(thrown: unknown): boolean {
  return thrown instanceof Database.SqliteError && (thrown.code.startsWith('SQLITE_CORRUPT') || thrown.code === 'SQLITE_NOTADB');
}

/** Runs what writes or opens. Another process that writes is waited for (`busyTimeoutMs`); one that writes longer is told of. */
export function orLocked<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw new HubError(
      'locked',
      'Another program is writing what was read from transcripts, and has not finished. Nothing is lost: do this again in a moment.',
      {},
      error,
    );
  }
}

function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.damaged-${number}`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Opens the file that keeps sessions, made when it is missing; the service and its reading thread both have it open. A damaged file is kept
 * under another name, and a new one begun: the transcripts can be dropped again. `:memory:` works for tests.
 */
export function openSessionDatabase(path: string, logger: Logger): Connection {
  try {
    return orLocked(() => open(path));
  } catch (error) {
    if (error instanceof HubError) throw error;
    if (!isDamage(error))
      throw new HubError(
        'usage',
        `What was read from transcripts cannot be opened: ${path}: ${(error as Error).message}. Check that the folder can be written to.`,
        { path },
        error,
      );
    const aside = freeName(path);
    for (const end of companions) if (existsSync(path + end)) renameSync(path + end, aside + end);
    logger.warn(`What was read from transcripts was damaged. It was kept as ${aside}; drop the transcripts again.`);
    return open(path);
  }
}
