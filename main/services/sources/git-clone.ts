import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { isAbbreviatedCommitId, isFullCommitId } from '../../core/discovery/ref-name.ts';
import { withoutCredentials } from '../../core/discovery/remote-url.ts';
import { askGit, gitErrorLine, runGit } from './git-program.ts';
import type { GitResult, GitRun } from './git-program.ts';
import type { SourceContext } from './source-context.ts';

/** Set after a fetch that ended well; a repository without it is half-finished and made again. */
const marker = 'refs/context-hub/current';
const incoming = 'refs/context-hub/incoming';

/** A fetch may take this long in all; slow ones end earlier by http.lowSpeedTime. Unit: milliseconds. */
const fetchTimeoutMs = 30 * 60_000;
/** Fewer packs than this are left alone; each fetch of a new commit adds one. */
const maximumPacks = 20;

const fetchSettings = [
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=60',
  'fetch.unpackLimit=1',
  'fetch.showForcedUpdates=false',
].flatMap((setting) => ['-c', setting]);

/** A bare repository of ours at one commit. */
export interface Clone {
  gitDirectory: string;
  commit: string;
  notice?: string;
}

/** Fetches of one repository wait for each other within this process. */
const queues = new Map<string, Promise<unknown>>();

async function exclusively<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = queues.get(key) ?? Promise.resolve();
  const turn = before.catch(() => {}).then(work);
  queues.set(key, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(key) === turn) queues.delete(key);
  }
}

/** Where the clone of a URL at a ref is kept. One repository per pair, so that a pinned and a moving source never disturb each other. */
export function cloneDirectory(dataDirectory: string, url: string, ref: string | undefined): string {
  const hash = createHash('sha256')
    .update(`${withoutCredentials(url)}\n${ref ?? 'HEAD'}`)
    .digest('hex');
  return join(dataDirectory, 'repositories', hash.slice(0, 32));
}

/** A fetch that was killed leaves lock files, which would fail every later one; nobody else works here (the data directory has one owner). */
async function removeStaleLocks(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true }).catch(() => [] as string[]);
  await Promise.all(
    names
      .filter((name) => name.endsWith('.lock') || /(^|[\\/])tmp_(pack|idx|obj)_/.test(name))
      .map((name) => rm(join(directory, name), { force: true })),
  );
}

class CloneJob {
  readonly #url: string;
  readonly #ref: string | undefined;
  readonly #directory: string;
  readonly #context: SourceContext;
  readonly #signal: AbortSignal | undefined;
  readonly #run: GitRun;

  constructor(url: string, ref: string | undefined, context: SourceContext, signal: AbortSignal | undefined) {
    this.#url = withoutCredentials(url);
    this.#ref = ref;
    this.#context = context;
    this.#signal = signal;
    this.#directory = cloneDirectory(context.dataDirectory, url, ref);
    this.#run = { mode: 'local', environment: { GIT_DIR: this.#directory }, signal };
  }

  get #isFile(): boolean {
    return this.#url.toLowerCase().startsWith('file:');
  }

  async bring(): Promise<Clone> {
    const known = await this.#finishedCommit();
    if (known !== null && this.#ref !== undefined && known === this.#ref) return { gitDirectory: this.#directory, commit: known };
    if (known === null) await this.#create('sha1');
    else await removeStaleLocks(this.#directory);
    let result = await this.#fetch();
    if (result.code !== 0 && known === null && /mismatched algorithms|object format/i.test(result.errors)) {
      await this.#create('sha256');
      result = await this.#fetch();
    }
    if (result.code !== 0) return this.#afterFailure(result, known);
    const commit = await askGit(['rev-parse', '--verify', '--quiet', `${incoming}^{commit}`], this.#run);
    if (commit === null)
      throw new HubError('source-invalid', `${this.#ref ?? 'HEAD'} of ${this.#url} is no commit.`, { url: this.#url });
    await this.#finish(commit);
    return { gitDirectory: this.#directory, commit };
  }

  /** The commit of the last fetch that ended well, null where there is none or its objects are damaged. */
  async #finishedCommit(): Promise<string | null> {
    if (!(await stat(join(this.#directory, 'HEAD')).catch(() => null))) return null;
    const commit = await askGit(['rev-parse', '--verify', '--quiet', `${marker}^{commit}`], this.#run);
    if (commit === null) {
      this.#context.logger.info('The clone was left half-finished and is made again.', { url: this.#url });
      return null;
    }
    const tree = await runGit(['ls-tree', '-r', '--full-tree', '-z', '--name-only', commit, '--'], this.#run);
    if (tree.code === 0) return commit;
    this.#context.logger.warn('The clone is damaged and is made again.', { url: this.#url, commit });
    return null;
  }

  async #create(format: 'sha1' | 'sha256'): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
    await mkdir(join(this.#directory, '..'), { recursive: true });
    const { code, errors } = await runGit(
      ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '--', this.#directory],
      { mode: 'local', signal: this.#signal },
    );
    if (code !== 0)
      throw new HubError('source-unreachable', `No repository could be made in ${this.#directory}: ${gitErrorLine(errors)}`);
  }

  async #fetch(): Promise<GitResult> {
    const ref = this.#ref ?? 'HEAD';
    const shallow = await this.#fetchSpec([`+${ref}:${incoming}`], ['--depth=1']);
    if (shallow.code === 0 || this.#ref === undefined) return shallow;
    const refused = /not our ref|unadvertised object|couldn't find remote ref|does not allow request/i.test(shallow.errors);
    if (!refused || !(isFullCommitId(ref) || isAbbreviatedCommitId(ref))) return shallow;
    // The server gives no single commits (or the id is abbreviated): take the history and look the commit up in it.
    this.#context.logger.info('The server does not give single commits; fetching the history.', { url: this.#url, ref });
    const deepen = (await stat(join(this.#directory, 'shallow')).catch(() => null)) ? ['--unshallow'] : [];
    const deep = await this.#fetchSpec(
      ['+refs/heads/*:refs/context-hub/heads/*', '+refs/tags/*:refs/context-hub/tags/*'],
      deepen,
    );
    if (deep.code !== 0) return deep;
    const commit = await askGit(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], this.#run);
    if (commit === null) return shallow;
    await runGit(['update-ref', incoming, commit], this.#run);
    return deep;
  }

  #fetchSpec(refspecs: readonly string[], options: readonly string[]): Promise<GitResult> {
    const { progress } = this.#context;
    return runGit(
      [
        ...fetchSettings,
        'fetch',
        '--no-tags',
        '--no-recurse-submodules',
        '--no-write-fetch-head',
        '--progress',
        ...options,
        '--',
        this.#url,
        ...refspecs,
      ],
      {
        mode: this.#isFile ? 'remote-file' : 'remote',
        environment: { GIT_DIR: this.#directory },
        signal: this.#signal,
        timeoutMs: fetchTimeoutMs,
        onErrorOutput: (text) => {
          const percent = [...text.matchAll(/Receiving objects:\s+(\d{1,3})%/g)].at(-1)?.[1];
          if (percent !== undefined) progress?.({ phase: 'fetch', done: Number(percent), total: 100, unit: 'percent' });
        },
      },
    );
  }

  /** The remote did not give what was asked: an error that it answered is final, one of reach falls back on the last state. */
  async #afterFailure(result: GitResult, known: string | null): Promise<Clone> {
    const reason = gitErrorLine(result.errors);
    if (/couldn't find remote ref|no such ref|not our ref|unadvertised object/i.test(result.errors)) {
      const what = this.#ref === undefined ? 'has no commits yet' : `has no branch, tag or commit called ${this.#ref}`;
      throw new HubError('source-invalid', `${this.#url} ${what}.`, { url: this.#url, ref: this.#ref ?? null });
    }
    if (known === null) {
      await rm(this.#directory, { recursive: true, force: true });
      const advice = this.#isFile
        ? 'Check the address, or give the folder itself, which is read in place'
        : 'Check the address and the network; for a private repository set up SSH or a git credential helper, then refresh';
      throw new HubError('source-unreachable', `${this.#url} cannot be fetched: ${reason}. ${advice}.`, { url: this.#url });
    }
    const fetched = await stat(join(this.#directory, marker)).catch(() => null);
    const since = fetched ? ` fetched on ${fetched.mtime.toISOString().slice(0, 10)}` : '';
    const notice = `The remote did not answer (${reason}); this is commit ${known.slice(0, 12)}${since}.`;
    this.#context.logger.warn(notice, { url: this.#url });
    return { gitDirectory: this.#directory, commit: known, notice };
  }

  async #finish(commit: string): Promise<void> {
    const { code, errors } = await runGit(['update-ref', marker, commit], this.#run);
    if (code !== 0) throw new HubError('source-unreachable', `The fetched commit could not be recorded: ${gitErrorLine(errors)}`);
    await runGit(['update-ref', '-d', incoming], this.#run);
    const packs = await readdir(join(this.#directory, 'objects', 'pack')).catch(() => [] as string[]);
    if (packs.filter((name) => name.endsWith('.pack')).length > maximumPacks) {
      // Objects of the last day stay: another reader may still be at the commit before.
      await runGit(['-c', 'gc.reflogExpire=now', 'gc', '--quiet', '--prune=1.day.ago'], { ...this.#run, timeoutMs: 10 * 60_000 });
    }
  }
}

/**
 * Brings a bare, shallow clone of a URL up to date and gives its commit. Works on the last state, with a notice, when the
 * remote is out of reach; a pinned full commit that is there needs no network at all.
 */
export function bringClone(url: string, ref: string | undefined, context: SourceContext, signal?: AbortSignal): Promise<Clone> {
  return exclusively(cloneDirectory(context.dataDirectory, url, ref), () => new CloneJob(url, ref, context, signal).bring());
}
