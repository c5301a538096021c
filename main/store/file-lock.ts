import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';

/** A lock that the operating system releases by itself when its process dies, however it dies. */
export interface FileLock extends Disposable {
  readonly path: string;
}

/**
 * Takes the lock, or returns null where this or another process holds it for longer than `waitMs`. SQLite's own file locking does the work: unlike a file with
 * a process id in it there is nothing to clean up after a crash, and no race between two that clean up.
 */
export function tryFileLock(path: string, waitMs = 0): FileLock | null {
  const database = new Database(path, { timeout: waitMs });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { path, [Symbol.dispose]: () => database.close() };
}

/** Whether this or another process holds the lock. It takes a reader's share of it for a moment, so that two who look do not meet. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new Database(path, { readonly: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

function isBusy(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED');
}
