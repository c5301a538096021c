import { lstat, readdir, readFile } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join, sep } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { ListedFile } from '../../core/discovery/discover.ts';
import { isIgnored, parseIgnoreFile } from '../../core/discovery/ignore-file.ts';
import type { IgnoreFile } from '../../core/discovery/ignore-file.ts';
import { folderSkipReason } from '../../core/discovery/skip.ts';
import type { FailedFile, SkippedFile } from '../../core/source.ts';

/** What a walk found. */
export interface FolderListing {
  files: ListedFile[];
  skipped: SkippedFile[];
  failed: FailedFile[];
}

/** How a folder is walked. `ignoreFiles` govern from above (info/exclude, .gitignore of folders around the root). */
export interface WalkOptions {
  /** Path of the root inside the repository around it, '' or ending with `/`; ignore files speak of paths with it. */
  pathPrefix: string;
  ignoreFiles: readonly IgnoreFile[];
  /** Files that git tracks: never ignored. */
  trackedFiles: ReadonlySet<string>;
  maximumFiles: number;
  /** This program's own data directory where it lies inside the root, relative to it; never read. */
  ownData?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: (files: number) => void;
}

interface Folder {
  /** Relative to the root, '' for the root. */
  path: string;
  ignoreFiles: readonly IgnoreFile[];
  /** Inside an ignored folder only what git tracks is taken. */
  ignored: boolean;
}

/** Larger ignore files are not read. Unit: bytes. */
const maximumIgnoreFileBytes = 1024 * 1024;

/** All folders above tracked files, so that an ignored folder is entered only where something tracked lies in it. */
function foldersOf(paths: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** Reads a .gitignore, unless it is a link (git does not follow those either), a pipe or huge. */
export async function readIgnoreFile(file: string, directory: string): Promise<IgnoreFile | null> {
  const info = await lstat(file).catch(() => null);
  if (!info?.isFile() || info.size > maximumIgnoreFileBytes) return null;
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : parseIgnoreFile(text, directory);
}

function problemOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to read it';
  if (code === 'ENOENT') return 'it went away, or its name is not valid UTF-8';
  return `it cannot be read (${code || String(error)})`;
}

class Walk {
  readonly #root: string;
  readonly #options: WalkOptions;
  readonly #trackedFolders: ReadonlySet<string>;
  readonly listing: FolderListing = { files: [], skipped: [], failed: [] };

  constructor(root: string, options: WalkOptions) {
    this.#root = root;
    this.#options = options;
    this.#trackedFolders = foldersOf(options.trackedFiles);
  }

  async run(): Promise<FolderListing> {
    let level: Folder[] = [{ path: '', ignoreFiles: this.#options.ignoreFiles, ignored: false }];
    // Level by level, a few folders at a time: depth costs no stack, width no unbounded number of open folders.
    while (level.length > 0) {
      const next: Folder[] = [];
      for (let start = 0; start < level.length; start += 16) {
        throwIfCancelled(this.#options.signal);
        const entered = await Promise.all(level.slice(start, start + 16).map((folder) => this.#enter(folder)));
        for (const folders of entered) for (const folder of folders) next.push(folder);
        this.#options.onProgress?.(this.listing.files.length);
      }
      level = next;
    }
    return this.listing;
  }

  async #enter(folder: Folder): Promise<Folder[]> {
    let entries: Dirent[];
    try {
      entries = await readdir(this.#absolute(folder.path), { withFileTypes: true });
    } catch (error) {
      if (folder.path === '')
        throw new HubError('source-unreachable', `${this.#root}: ${problemOf(error)}.`, { location: this.#root }, error);
      this.listing.failed.push({ path: `${folder.path}/`, reason: problemOf(error) });
      return [];
    }
    const skip =
      folder.path === ''
        ? null
        : folderSkipReason(
            folder.path,
            entries.map((entry) => entry.name),
          );
    if (skip) {
      this.listing.skipped.push({ path: `${folder.path}/`, ...skip });
      return [];
    }
    let { ignoreFiles } = folder;
    if (entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) {
      const own = await readIgnoreFile(
        this.#absolute(folder.path === '' ? '.gitignore' : `${folder.path}/.gitignore`),
        `${this.#options.pathPrefix}${folder.path}`.replace(/\/$/, ''),
      );
      if (own && own.patterns.length > 0) ignoreFiles = [...ignoreFiles, own];
    }
    const folders: Folder[] = [];
    const files: string[] = [];
    for (const entry of entries) {
      // git's own data is not content of any kind and is not even listed as skipped.
      if (entry.name.toLowerCase() === '.git') continue;
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isSymbolicLink()) {
        this.listing.skipped.push({ path, reason: 'symlink', detail: 'symbolic link' });
      } else if (path === this.#options.ownData) {
        this.listing.skipped.push({ path: `${path}/`, reason: 'rule', detail: 'the data directory of this program' });
      } else if (entry.isDirectory()) {
        const ignored = folder.ignored || isIgnored(ignoreFiles, `${this.#options.pathPrefix}${path}`, true);
        if (ignored && !this.#trackedFolders.has(path))
          this.listing.skipped.push({ path: `${path}/`, reason: 'ignored', detail: 'by .gitignore' });
        else folders.push({ path, ignoreFiles, ignored });
      } else if (!entry.isFile()) {
        this.listing.skipped.push({ path, reason: 'not-text', detail: 'no regular file' });
      } else if (
        !this.#options.trackedFiles.has(path) &&
        (folder.ignored || isIgnored(ignoreFiles, `${this.#options.pathPrefix}${path}`, false))
      ) {
        this.listing.skipped.push({ path, reason: 'ignored', detail: 'by .gitignore' });
      } else {
        files.push(path);
      }
    }
    await Promise.all(files.map((path) => this.#list(path)));
    return folders;
  }

  async #list(path: string): Promise<void> {
    try {
      const info = await lstat(this.#absolute(path), { bigint: true });
      if (!info.isFile()) {
        this.listing.skipped.push({ path, reason: info.isSymbolicLink() ? 'symlink' : 'not-text', detail: 'no regular file' });
        return;
      }
      this.listing.files.push({
        path,
        sizeBytes: Number(info.size),
        version: `${info.size}-${info.mtimeNs}-${info.ctimeNs}-${info.ino}`,
      });
    } catch (error) {
      this.listing.failed.push({ path, reason: problemOf(error) });
      return;
    }
    if (this.listing.files.length > this.#options.maximumFiles) {
      throw new HubError(
        'source-invalid',
        `${this.#root} has more than ${this.#options.maximumFiles} files. Choose a folder inside it, or list what is not wanted in a .gitignore.`,
      );
    }
  }

  #absolute(path: string): string {
    return path === '' ? this.#root : join(this.#root, sep === '/' ? path : path.replaceAll('/', sep));
  }
}

/** Lists the regular files below a folder. Links are not followed, ignored and vendored folders not entered; each is in `skipped`. */
export function walkFolder(root: string, options: WalkOptions): Promise<FolderListing> {
  return new Walk(root, options).run();
}
