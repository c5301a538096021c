import Database from 'better-sqlite3';

/** A lock that the operating system releases by itself when its process dies, however it dies. */
export interface FileLock extends Disposable {
  readonly path: string;
}

/**
 * Takes the lock, or returns null where this or another process holds it. SQLite's own file locking does the work: unlike a file with
 * a process id in it there is nothing to clean up after a crash, and no race between two that clean up.
 */
export function tryFileLock(path: string): FileLock | null {
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const code = (error as { code?: string }).code ?? '';
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return null;
    throw error;
  }
  return { path, [Symbol.dispose]: () => database.close() };
}
