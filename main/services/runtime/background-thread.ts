import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How much this thread gives way to the ones that answer: about a tenth of the time where both want a core. */
const niceness = 10;

/**
 * Lets the calling thread give way to all others of normal priority. Linux alone knows priorities of single threads; elsewhere
 * nothing happens.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    // `PID/task/TID`, of the thread that reads it.
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (threadId > 0 && threadId !== process.pid) setPriority(threadId, niceness);
  } catch {
    // A system that does not allow it runs as before.
  }
}
