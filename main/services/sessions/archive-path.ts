import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The archive that the path of a transcript in it leads through; null where nothing of it is there. */
export async function archiveOf(path: string): Promise<string | null> {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const info = await stat(at).catch(() => null);
    if (info !== null) return info.isFile() ? at : null;
  }
  return null;
}
