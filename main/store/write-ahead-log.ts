import { statSync } from 'node:fs';
import { busyTimeoutMs } from './constants.ts';
import type { Connection } from './database.ts';

/** Longest that the log grows before it is begun anew. Unit: bytes. */
const longestBytes = 32 * 1024 * 1024;
/** Whoever reads now has to let go, and after them who began before all was in the file; each reads for a second at most (hub-service.ts). Unit: milliseconds. */
const readersWaitMs = 4_000;

/** After an attempt in vain, how long the log may be until the next. */
const nextAttempt = new WeakMap<Connection, number>();

/**
 * Begins the write-ahead log anew where it has grown long. SQLite does so by itself in a moment without readers, which never comes while one snapshot follows another. Waits
 * for a moment until the readers of now have let go; who reads for longer is not waited for again until the log is twice as long. Returns whether the log is short. `most` and
 * `waitMs` are for tests.
 */
export function shortenLog(connection: Connection, most = longestBytes, waitMs = readersWaitMs): boolean {
  if (connection.memory || connection.inTransaction) return true;
  const size = (): number => statSync(`${connection.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  if (before <= (nextAttempt.get(connection) ?? most)) return before <= most;
  connection.pragma(`busy_timeout = ${waitMs}`);
  try {
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
  const after = size();
  if (after <= most) nextAttempt.delete(connection);
  else nextAttempt.set(connection, after * 2);
  return after <= most;
}
