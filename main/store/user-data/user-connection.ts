import { existsSync, renameSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { HubError } from '../../contract/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { busyTimeoutMs } from '../constants.ts';
import { migrate, type Connection } from '../database.ts';
import { tryFileLock } from '../file-lock.ts';
import { userMigrations } from './migrations/index.ts';

/** What SQLite keeps beside a file. */
const companions = ['-journal', '-wal', '-shm'];

const smallestPageBytes = 512;

export interface OpenedUserFile {
  connection: Connection;
  /** What the user should know: that a damaged file was put aside, and where. */
  notice: string | null;
}

export function isDamage(thrown: unknown): boolean {
  return thrown instanceof Database.SqliteError && (thrown.code.startsWith('SQLITE_CORRUPT') || thrown.code === 'SQLITE_NOTADB');
}

/**
 * Opens and migrates the user's own file. Several processes may: each waits for the others. It has no write-ahead log: writes are
 * few, each is on the disk before it is answered, and one file is easy to copy.
 */
function openSound(path: string): Connection {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  // SQLite takes a file that is smaller than its smallest page for an empty one, and would write over what is in it.
  if (size > 0 && size < smallestPageBytes) throw new Database.SqliteError('the file is too short', 'SQLITE_NOTADB');
  const connection = new Database(path, { timeout: busyTimeoutMs });
  try {
    connection.pragma('synchronous = FULL');
    // One look at the whole file while it is small; a page that is damaged later shows when it is read.
    const [first] = connection.pragma('quick_check(1)') as { quick_check: string }[];
    if (first && first.quick_check !== 'ok') throw new Database.SqliteError(first.quick_check, 'SQLITE_CORRUPT');
    // The version is read under the write lock: two that start together do not both migrate.
    connection.transaction(() => migrate(connection, userMigrations)).immediate();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A free name beside the file that says what it is. */
function asideOf(path: string): string {
  const stamp = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '');
  for (let number = 1; ; number += 1) {
    const name = `${path}.damaged-${stamp}${number === 1 ? '' : `-${number}`}`;
    if (!existsSync(name)) return name;
  }
}

/** Puts a damaged file aside and starts a new one; one process at a time, and the second finds the first one's. */
function replaceDamaged(path: string, cause: unknown): OpenedUserFile {
  const lock = tryFileLock(`${path}.repair.lock`, busyTimeoutMs);
  if (lock === null)
    throw new HubError('locked', `Another process is replacing the damaged file ${path}. Try again.`, { path }, cause);
  try {
    return { connection: openSound(path), notice: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const aside = asideOf(path);
    renameSync(path, aside);
    for (const end of companions) if (existsSync(path + end)) renameSync(path + end, aside + end);
    return {
      connection: openSound(path),
      notice: `Your marks, cases, saved searches and history could not be read: the file is damaged. It was kept as ${aside}, and a new one was started.`,
    };
  } finally {
    lock[Symbol.dispose]();
  }
}

/** Opens the user's own file at `path`, made when it is missing; `:memory:` works for tests. A damaged one is put aside, and said. */
export function openUserFile(path: string, logger: Logger): OpenedUserFile {
  try {
    return { connection: openSound(path), notice: null };
  } catch (error) {
    if (isDamage(error)) {
      const opened = replaceDamaged(path, error);
      if (opened.notice !== null) logger.warn(opened.notice);
      return opened;
    }
    if (error instanceof HubError) throw error;
    throw new HubError(
      'usage',
      `Your marks and searches cannot be opened: ${path}: ${(error as Error).message}. Check that the folder can be written to.`,
      { path },
      error,
    );
  }
}
