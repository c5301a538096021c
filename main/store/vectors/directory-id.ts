import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Twelve random digits that name a data directory on servers that several directories share; made once and kept in the file. */
export async function directoryId(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '');
  if (/^[0-9a-f]{12}$/.test(known.trim())) return known.trim();
  const id = randomBytes(6).toString('hex');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Renamed into place, so that a crash leaves no half of it.
  await writeFile(`${path}.new`, `${id}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return id;
}
