import { homedir } from 'node:os';
import { join } from 'node:path';

/** `~/logs` as a path of this machine; what does not begin so stays as it is. */
export function expandHome(path: string, home: string = homedir()): string {
  return /^~(?=$|[\\/])/.test(path) ? join(home, path.slice(1)) : path;
}
