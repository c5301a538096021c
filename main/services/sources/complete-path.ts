import { opendir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, basename, isAbsolute, join, resolve } from 'node:path';

/** Folders and files that are offered at most. */
const mostOffered = 50;
/** Entries of one folder that are looked at; a folder with more completes what comes first. */
const mostEntries = 20_000;

export interface CompletedPath {
  path: string;
  kind: 'folder' | 'repository' | 'file';
}

/**
 * Existing folders that what was typed could mean: the ones of the folder before the last separator whose name begins like
 * what comes after it, in any case. `~` is the home folder, where relative paths begin too. Hidden folders are offered to who types their dot.
 * A folder that cannot be read completes nothing. Files are offered where their names end like one of `endings`.
 */
export async function completePath(
  text: string,
  home: string = homedir(),
  endings: readonly string[] = [],
): Promise<CompletedPath[]> {
  if (text.includes('\0')) return [];
  const expanded = /^~(?=$|[\\/])/.test(text)
    ? join(home, text.slice(1)) + (/[\\/]$/.test(text) || text === '~' ? '/' : '')
    : text;
  const typed = isAbsolute(expanded) ? expanded : join(home, expanded) + (expanded === '' || /[\\/]$/.test(expanded) ? '/' : '');
  const inside = /[\\/]$/.test(typed);
  const folder = resolve(inside ? typed : dirname(typed));
  const prefix = inside ? '' : basename(typed);
  const entries = await entriesIn(folder, prefix, endings);
  return Promise.all(
    entries.map(async ({ name, isFile }) => {
      const path = join(folder, name);
      if (isFile) return { path, kind: 'file' as const };
      return { path, kind: (await exists(join(path, '.git'))) ? ('repository' as const) : ('folder' as const) };
    }),
  );
}

interface FoundEntry {
  name: string;
  isFile: boolean;
}

async function entriesIn(folder: string, prefix: string, endings: readonly string[]): Promise<FoundEntry[]> {
  const wanted = prefix.toLowerCase();
  const found: FoundEntry[] = [];
  try {
    let seen = 0;
    for await (const entry of await opendir(folder)) {
      if ((seen += 1) > mostEntries) break;
      if (!entry.name.toLowerCase().startsWith(wanted) || (entry.name.startsWith('.') && !prefix.startsWith('.'))) continue;
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(folder, entry.name)))))
        found.push({ name: entry.name, isFile: false });
      else if (endings.some((ending) => entry.name.toLowerCase().endsWith(ending)))
        found.push({ name: entry.name, isFile: true });
    }
  } catch {
    // Not there, no folder, or not ours to read.
  }
  const rank = ({ name, isFile }: FoundEntry): string => `${isFile ? 1 : 0}${name.toLowerCase()}`;
  return found.sort((left, right) => (rank(left) < rank(right) ? -1 : 1)).slice(0, mostOffered);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
