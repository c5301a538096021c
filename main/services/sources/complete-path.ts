import { opendir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, basename, isAbsolute, join, resolve } from 'node:path';

/** Folders that are offered at most. */
const mostFolders = 50;
/** Entries of one folder that are looked at; a folder with more completes what comes first. */
const mostEntries = 20_000;

export interface CompletedPath {
  path: string;
  kind: 'folder' | 'repository';
}

/**
 * Existing folders that what was typed could mean: the ones of the folder before the last separator whose name begins like
 * what comes after it, in any case. `~` is the home folder, where relative paths begin too. Hidden folders are offered to who types their dot.
 * A folder that cannot be read completes nothing.
 */
export async function completePath(text: string, home: string = homedir()): Promise<CompletedPath[]> {
  if (text.includes('\0')) return [];
  const expanded = /^~(?=$|[\\/])/.test(text)
    ? join(home, text.slice(1)) + (/[\\/]$/.test(text) || text === '~' ? '/' : '')
    : text;
  const typed = isAbsolute(expanded) ? expanded : join(home, expanded) + (expanded === '' || /[\\/]$/.test(expanded) ? '/' : '');
  const inside = /[\\/]$/.test(typed);
  const folder = resolve(inside ? typed : dirname(typed));
  const prefix = inside ? '' : basename(typed);
  const names = await foldersIn(folder, prefix);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, kind: (await exists(join(path, '.git'))) ? ('repository' as const) : ('folder' as const) };
    }),
  );
}

async function foldersIn(folder: string, prefix: string): Promise<string[]> {
  const wanted = prefix.toLowerCase();
  const found: string[] = [];
  try {
    let seen = 0;
    for await (const entry of await opendir(folder)) {
      if ((seen += 1) > mostEntries) break;
      if (!entry.name.toLowerCase().startsWith(wanted) || (entry.name.startsWith('.') && !prefix.startsWith('.'))) continue;
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(folder, entry.name))))) found.push(entry.name);
    }
  } catch {
    // Not there, no folder, or not ours to read.
  }
  return found.sort((left, right) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1)).slice(0, mostFolders);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
