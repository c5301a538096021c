import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { unsafePathReason } from '../../core/discovery/discover.ts';
import type { SourceSpecification } from '../../core/source.ts';
import { isInside } from '../sources/safe-read.ts';

/** Whether a path has a character that Windows gives a meaning. */
function isOddOnWindows(path: string): boolean {
  return sep === '\\' && /[\\:<>"|?*]/.test(path);
}

/**
 * The file itself, where the source is a folder of this machine or a git repository whose work tree has it; null otherwise. Links
 * are resolved, and what they lead to must lie inside the source.
 */
export async function fileOnDisk(specification: SourceSpecification, path: string): Promise<string | null> {
  const { kind, location } = specification;
  if (kind === 'llms' || !isAbsolute(location) || unsafePathReason(path) !== null || isOddOnWindows(path)) return null;
  try {
    const root = await realpath(location);
    const file = await realpath(join(root, path));
    if (!isInside(root, file) || file === root) return null;
    return (await stat(file)).isFile() ? file : null;
  } catch {
    // Gone since it was indexed, or a bare repository: the indexed text is shown instead.
    return null;
  }
}
