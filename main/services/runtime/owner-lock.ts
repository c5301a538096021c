import Database from 'better-sqlite3';
import { HubError } from '../../contract/errors.ts';

export interface OwnerLock extends Disposable {
  readonly path: string;
}

/**
 * Makes this process the only writer of a data directory. The lock is an exclusive transaction on a small SQLite file: the
 * operating system drops it when the process dies, however it dies, so no stale lock ever has to be judged.
 */
export function takeOwnerLock(path: string): OwnerLock {
  const connection = new Database(path, { timeout: 0 });
  try {
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new HubError(
        'locked',
        'Another Context Hub process is writing to this data directory. Wait until it is done, stop it, or use another --data-dir.',
        { path },
        error,
      );
    }
    throw error;
  }
  return {
    path,
    [Symbol.dispose]() {
      connection.close();
    },
  };
}

/** True while some process (this one included) owns the directory. */
export function isOwned(path: string): boolean {
  try {
    takeOwnerLock(path)[Symbol.dispose]();
    return false;
  } catch (error) {
    if (error instanceof HubError && error.code === 'locked') return true;
    throw error;
  }
}
