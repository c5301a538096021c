import { setImmediate } from 'node:timers';
import type { Connection } from './database.ts';

interface Batches {
  /** How long the next transaction is kept. Unit: milliseconds; 0: to the end of the turn. */
  keptMs: () => number;
  /** Raised with each transaction that ends, so that its timer does not end the next. */
  ended: number;
}

const batching = new WeakMap<Connection, Batches>();

/**
 * Lets the reads of one turn of the event loop share a transaction. Each statement by itself takes and gives back SQLite's lock, some system calls that take longer
 * than most reads do; a search makes dozens. For a connection that lives long, reads only, and whose writers are other threads or processes: what they
 * commit is seen a turn later. `keptMs` is asked at the beginning of a transaction how long it may be kept instead: each change of an index that is being written
 * costs searches what they have in memory.
 */
export function readInBatches(connection: Connection, keptMs: () => number = () => 0): void {
  if (!connection.memory) batching.set(connection, { keptMs, ended: 0 });
}

/** Begins the turn's transaction where it has none. */
export function joinBatch(connection: Connection): void {
  const batches = batching.get(connection);
  if (batches === undefined || connection.inTransaction) return;
  connection.exec('BEGIN');
  const { ended } = batches;
  const keptMs = batches.keptMs();
  if (keptMs <= 0) setImmediate(() => endBatch(connection));
  else
    setTimeout(() => {
      if (batches.ended === ended) endBatch(connection);
    }, keptMs).unref();
}

/** Whoever reads next sees what has been committed until now. */
export function endBatch(connection: Connection): void {
  const batches = batching.get(connection);
  if (batches === undefined || !connection.open || !connection.inTransaction) return;
  try {
    connection.exec('COMMIT');
    batches.ended += 1;
  } catch {
    // Somebody goes through a result row by row over turns of the loop; later then.
    setImmediate(() => endBatch(connection));
  }
}
