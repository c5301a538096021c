import { setImmediate } from 'node:timers';
import type { Connection } from './database.ts';

const batching = new WeakSet<Connection>();

/**
 * Lets the reads of one turn of the event loop share a transaction. Each statement by itself takes and gives back SQLite's lock, some system calls that take longer
 * than most reads do; a search makes dozens. For a connection that lives long, reads only, and whose writers are other threads or processes: what they
 * commit is seen a turn later.
 */
export function readInBatches(connection: Connection): void {
  if (!connection.memory) batching.add(connection);
}

/** Begins the turn's transaction where it has none. */
export function joinBatch(connection: Connection): void {
  if (!batching.has(connection) || connection.inTransaction) return;
  connection.exec('BEGIN');
  setImmediate(() => endBatch(connection));
}

/** Whoever reads next sees what has been committed until now. */
export function endBatch(connection: Connection): void {
  if (!batching.has(connection) || !connection.open || !connection.inTransaction) return;
  try {
    connection.exec('COMMIT');
  } catch {
    // Somebody goes through a result row by row over turns of the loop; later then.
    setImmediate(() => endBatch(connection));
  }
}
