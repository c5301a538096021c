import { mkdir, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { askGit, gitErrorLine, runGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';

/** A repository on this disk, read in place. */
export interface LocalRepository {
  commit: string;
  /** Address of its origin, null where it has none. */
  remoteUrl: string | null;
  /** For reading its objects through a repository of ours, so that nothing in its configuration is obeyed. */
  run: GitRun;
}

/** An empty bare repository of ours with a given hash function, made once. */
async function readerDirectory(dataDirectory: string, format: string): Promise<string> {
  const directory = join(dataDirectory, 'repositories', `reader-${format}`);
  if (await stat(join(directory, 'HEAD')).catch(() => null)) return directory;
  await mkdir(join(dataDirectory, 'repositories'), { recursive: true });
  const { code, errors } = await runGit(
    ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '--', directory],
    { mode: 'local' },
  );
  if (code !== 0)
    throw new HubError('source-unreachable', `No repository could be made in ${directory}: ${gitErrorLine(errors)}`);
  return directory;
}

/** Opens a work tree or bare repository and finds a commit in it; nothing is copied and nothing is fetched. */
export async function openLocalRepository(
  location: string,
  ref: string | undefined,
  dataDirectory: string,
  signal?: AbortSignal,
): Promise<LocalRepository> {
  if (!(await stat(location).catch(() => null))?.isDirectory())
    throw new HubError('source-unreachable', `There is no folder ${location}.`, { location });
  const run: GitRun = { mode: 'local', cwd: location, signal };
  const described = await askGit(
    ['rev-parse', '--git-common-dir', '--show-object-format', '--is-bare-repository', '--show-prefix'],
    run,
  );
  if (described === null)
    throw new HubError('source-invalid', `${location} is no git repository. Add it as a folder instead.`, { location });
  const [commonDirectory, format, , prefix] = described.split('\n');
  if (prefix)
    throw new HubError('source-invalid', `${location} is a folder inside a git repository. Give the repository’s own folder.`, {
      location,
    });
  const gitDirectory = isAbsolute(commonDirectory!) ? commonDirectory! : resolve(location, commonDirectory!);
  const wanted = ref ?? 'HEAD';
  let commit = await askGit(['rev-parse', '--verify', '--quiet', `${wanted}^{commit}`], run);
  // As for a remote, a branch may be known under origin only.
  if (ref !== undefined)
    commit ??= await askGit(['rev-parse', '--verify', '--quiet', `refs/remotes/origin/${ref}^{commit}`], run);
  if (commit === null) {
    const what = ref === undefined ? 'has no commits yet' : `has no branch, tag or commit called ${ref}`;
    throw new HubError('source-invalid', `${location} ${what}.`, { location, ref: ref ?? null });
  }
  const remoteUrl = await askGit(['config', '--get', 'remote.origin.url'], run);
  const reader = await readerDirectory(dataDirectory, format === 'sha256' ? 'sha256' : 'sha1');
  return {
    commit,
    remoteUrl,
    run: {
      mode: 'local',
      cwd: reader,
      environment: { GIT_DIR: reader, GIT_OBJECT_DIRECTORY: join(gitDirectory, 'objects') },
      signal,
    },
  };
}
