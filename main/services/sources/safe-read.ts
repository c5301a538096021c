import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { unsafePathReason } from '../../core/discovery/discover.ts';
import { formatBytes } from '../../core/discovery/skip.ts';

/** Whether `path` is `root` or lies inside it; both resolved. */
export function isInside(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}

function unreadable(path: string, error: unknown): HubError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ELOOP' || code === 'EMLINK')
    return new HubError('source-invalid', `${path} is a symbolic link; links are not followed.`, { path }, error);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new HubError('source-unreachable', `${path} is no longer there.`, { path }, error);
  return new HubError('source-unreachable', `${path} cannot be read (${code || String(error)}).`, { path }, error);
}

/**
 * Reads a file below a resolved root. The path may have changed since it was listed, so everything is checked again: no link in
 * its last part, folders above it inside the root before and after opening, a regular file, and not over the limit.
 */
export async function readInside(root: string, path: string, maximumBytes: number): Promise<Uint8Array> {
  const unsafe =
    unsafePathReason(path) ??
    (sep === '\\' && /[\\:]/.test(path) ? 'the path has a character that Windows gives a meaning' : null);
  if (unsafe) throw new HubError('source-invalid', `${JSON.stringify(path.slice(0, 200))} cannot be read: ${unsafe}.`, { path });
  const absolute = join(root, path);
  const checkParent = async (): Promise<void> => {
    const parent = await realpath(dirname(absolute));
    if (!isInside(root, parent))
      throw new HubError('source-invalid', `${path} lies behind a link that leads out of the source.`, { path });
  };
  let handle;
  try {
    await checkParent();
    // O_NONBLOCK: opening a pipe that was put there meanwhile must not wait for a writer.
    handle = await open(absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const info = await handle.stat();
    if (!info.isFile()) throw new HubError('source-invalid', `${path} is no regular file.`, { path });
    if (info.size > maximumBytes)
      throw new HubError('source-invalid', `${path}: ${formatBytes(info.size)}, the limit is ${formatBytes(maximumBytes)}.`, {
        path,
      });
    await checkParent();
    const now = await stat(absolute);
    if (now.ino !== info.ino || now.dev !== info.dev)
      throw new HubError('source-unreachable', `${path} was replaced while it was read.`, { path });
    // One byte more than the size shows whether it has grown; the rest is for the next refresh.
    const buffer = new Uint8Array(Math.min(info.size + 1, maximumBytes));
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) return buffer.slice(0, length);
    }
  } catch (error) {
    throw error instanceof HubError ? error : unreadable(path, error);
  } finally {
    await handle?.close();
  }
}
