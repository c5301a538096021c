import { setTimeout as delay } from 'node:timers/promises';
import { tryFileLock, type FileLock } from '../main/store/file-lock.ts';

const pollMs = 100;

/** Takes a lock as soon as its holder lets it go. Test files run at the same time; one of them builds or installs, the others wait. */
export async function waitForLock(path: string): Promise<FileLock> {
  for (;;) {
    const lock = tryFileLock(path);
    if (lock !== null) return lock;
    await delay(pollMs);
  }
}
