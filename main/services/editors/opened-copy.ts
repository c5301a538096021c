import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Copies that nobody opened for this long are removed. Unit: milliseconds. */
const keptMs = 30 * 86_400_000;
/** Longest part of a path that file systems take. Unit: UTF-16 units. */
const longestPart = 120;

/** Names that Windows keeps for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A part of a path as every file system takes it, and never one that leads elsewhere. */
function safePart(part: string): string {
  const clean = part.replaceAll(/[\0-\x1f\x7f<>:"|?*\\/]/g, '_').replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  const short = clean.length <= longestPart ? clean : `${clean.slice(0, longestPart - 20)}…${clean.slice(-19)}`;
  return short === '' || deviceName.test(short) ? `_${short}` : short;
}

/**
 * A read-only copy of an indexed text in `folder`, by its text, so that a file that changed is another copy. A copy that somebody
 * wrote to is left alone. Returns its absolute path.
 */
export async function writeOpenedCopy(
  folder: string,
  file: { source: string; path: string; text: string; ending?: string },
): Promise<string> {
  // Says what is wrong with the folder itself, which no other copy's number would mend.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOldCopies(folder);
  const hash = createHash('sha256').update(file.text).digest('hex').slice(0, 12);
  const parts = file.path.split('/').map(safePart);
  for (let number = 1; ; number += 1) {
    const root = join(folder, `${safePart(file.source)}-${hash}${number === 1 ? '' : `-${number}`}`);
    const target = `${join(root, ...parts)}${file.ending ?? ''}`;
    const known = await readKnown(target);
    if (known === null) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const fresh = `${target}.${process.pid}.new`;
      await writeFile(fresh, file.text, { mode: 0o600 });
      await chmod(fresh, 0o400);
      await rename(fresh, target);
      return target;
    }
    if (known === file.text) {
      const now = new Date();
      await utimes(root, now, now);
      return target;
    }
  }
}

/** What stands there: null for nothing yet, undefined where a folder is in the way or a file is in the place of one of its folders. */
async function readKnown(target: string): Promise<string | null | undefined> {
  try {
    return await readFile(target, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'EISDIR' || code === 'ENOTDIR' ? undefined : null;
  }
}

async function removeOldCopies(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [] as string[]);
  for (const name of names) {
    const root = join(folder, name);
    const info = await stat(root).catch(() => null);
    if (info?.isDirectory() && Date.now() - info.mtimeMs > keptMs) await rm(root, { recursive: true, force: true });
  }
}
