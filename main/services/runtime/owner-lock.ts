import { HubError } from '../../contract/errors.ts';
import { isFileLocked, tryFileLock, type FileLock } from '../../store/file-lock.ts';

/** Whoever looks whether there is an owner holds a share of the lock for less than this. Unit: milliseconds. */
const lockWaitMs = 200;

/**
 * Makes this process the only writer of a data directory; throws `locked` where another one is. The operating system drops the lock
 * when the process dies, however it dies, so no stale lock ever has to be judged.
 */
export function takeOwnerLock(path: string): FileLock {
  const lock = tryFileLock(path, lockWaitMs);
  if (lock !== null) return lock;
  throw new HubError(
    'locked',
    'Another Context Hub process is writing to this data directory. Wait until it is done, stop it, or use another --data-dir.',
    { path },
  );
}

/** True while some process (this one included) owns the directory. */
export function isOwned(path: string): boolean {
  return isFileLocked(path);
}
