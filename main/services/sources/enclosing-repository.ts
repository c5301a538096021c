import { lstat, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { askGit, runGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';

/** The git repository around a folder, as far as a folder source needs it. */
export interface EnclosingRepository {
  /** HEAD's commit, null before the first and where its object is missing. */
  commit: string | null;
  remoteUrl: string | null;
  /** Path of the folder inside the work tree, '' or ending with `/`. */
  prefix: string;
  /** Top folder of the work tree. */
  topLevel: string;
  /** Text of info/exclude, '' where there is none. */
  exclude: string;
  /** Files that git tracks below the folder, relative to it: never ignored, whatever a .gitignore says. */
  trackedFiles: ReadonlySet<string>;
}

async function hasRepositoryAbove(folder: string): Promise<boolean> {
  for (let current = folder; ; current = dirname(current)) {
    if (await lstat(join(current, '.git')).catch(() => null)) return true;
    if (dirname(current) === current) return false;
  }
}

/**
 * Looks for the repository that a folder belongs to. Null where there is none, where git is missing or cannot read it, and
 * where the repository around does not track anything here (a folder that merely lies inside some other project).
 */
export async function findEnclosingRepository(folder: string, signal?: AbortSignal): Promise<EnclosingRepository | null> {
  if (!(await hasRepositoryAbove(folder))) return null;
  const run: GitRun = { mode: 'local', cwd: folder, signal };
  const described = await askGit(['rev-parse', '--show-toplevel', '--git-common-dir', '--show-prefix'], run).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      return null;
    },
  );
  const [topLevel, commonDirectory, prefix = ''] = described?.split('\n') ?? [];
  if (topLevel === undefined || commonDirectory === undefined) return null;
  const gitDirectory = isAbsolute(commonDirectory) ? commonDirectory : resolve(folder, commonDirectory);
  const [commit, remoteUrl, tracked, exclude] = await Promise.all([
    askGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], run),
    askGit(['config', '--get', 'remote.origin.url'], run),
    runGit(['ls-files', '-z', '--cached'], run),
    readFile(join(gitDirectory, 'info', 'exclude'), 'utf8').catch(() => ''),
  ]);
  const trackedFiles = new Set(tracked.output.toString('utf8').split('\0'));
  trackedFiles.delete('');
  if (prefix !== '' && trackedFiles.size === 0) return null;
  return { commit, remoteUrl, prefix, topLevel: resolve(topLevel), exclude, trackedFiles };
}

/** What to say of a folder that is the top of a repository which could not be read, or whose commit is missing; null when all is well. */
export async function repositoryProblem(folder: string, repository: EnclosingRepository | null): Promise<string | null> {
  if (repository === null)
    return (await lstat(join(folder, '.git')).catch(() => null)) === null
      ? null
      : `Git cannot read the repository in this folder, so its files are taken as they lie on the disk, without commit and links. Run "git fsck" in it.`;
  if (repository.commit !== null) return null;
  const named = await askGit(['rev-parse', '--verify', '--quiet', 'HEAD'], { mode: 'local', cwd: folder }).catch(() => null);
  return named === null
    ? null
    : `The object of commit ${named.slice(0, 12)} is missing, so the files are taken as they lie on the disk, without commit and links. Run "git fetch" in the repository.`;
}
