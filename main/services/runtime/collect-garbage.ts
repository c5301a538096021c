import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' | 'major' }) => void;

let collect: Collect | null | undefined;

/**
 * Lets go of what nobody holds, now: `minor` of what is young, in about a millisecond; `major` of everything. For threads that take much memory outside of the
 * engine's own and know when they are done with it: the engine looks by itself only when its own is full. Does nothing where the engine does not offer it.
 */
export function collectGarbage(type: 'minor' | 'major'): void {
  if (collect === undefined) collect = findCollector();
  collect?.({ type });
}

function findCollector(): Collect | null {
  try {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    return typeof found === 'function' ? (found as Collect) : null;
  } catch {
    return null;
  }
}
