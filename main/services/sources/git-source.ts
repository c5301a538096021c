import { basename } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { byPath, discoverFiles } from '../../core/discovery/discover.ts';
import { permalinkTemplate } from '../../core/discovery/permalink.ts';
import { refNameProblem } from '../../core/discovery/ref-name.ts';
import { parseRemoteUrl, repositoryName, withoutCredentials } from '../../core/discovery/remote-url.ts';
import { defaultMaximumFileBytes, formatBytes } from '../../core/discovery/skip.ts';
import type { OpenedSource, SourceSnapshot, SourceSpecification } from '../../core/source.ts';
import { CatFile } from './cat-file.ts';
import { bringClone } from './git-clone.ts';
import { openLocalRepository } from './git-local.ts';
import type { GitRun } from './git-program.ts';
import { listTree } from './git-tree.ts';
import { defaultMaximumFiles } from './source-context.ts';
import type { SourceContext } from './source-context.ts';

/** A commit that is ready to be read. */
interface OpenedCommit {
  commit: string;
  remoteUrl: string | null;
  run: GitRun;
  notice?: string;
}

/**
 * A git repository read through its objects: no work tree is made, so nothing in it can run (hooks, filters) or lead astray
 * (symbolic links). A file's version is its blob id.
 */
export class GitSource implements OpenedSource {
  readonly #specification: SourceSpecification;
  readonly #context: SourceContext;
  readonly #blobs = new Map<string, { objectId: string; sizeBytes: number | null }>();
  #reader: CatFile | null = null;

  constructor(specification: SourceSpecification, context: SourceContext) {
    const problem = specification.ref === undefined ? null : refNameProblem(specification.ref);
    if (problem)
      throw new HubError('usage', `${JSON.stringify(specification.ref)} is no branch, tag or commit name: ${problem}.`, {
        ref: specification.ref,
      });
    this.#specification = specification;
    this.#context = context;
  }

  async snapshot(signal?: AbortSignal): Promise<SourceSnapshot> {
    const opened = await this.#openCommit(signal);
    const tree = await listTree(opened.commit, { ...opened.run, signal }, this.#context.maximumFiles ?? defaultMaximumFiles);
    throwIfCancelled(signal);
    this.#context.progress?.({ phase: 'list', done: tree.files.length, total: tree.files.length, unit: 'files' });
    const repo = this.#repo(opened.remoteUrl);
    const { rules, siteUrl } = this.#specification;
    const discovery = discoverFiles(tree.files, {
      repo,
      maximumFileBytes: this.#maximumFileBytes,
      ...(rules ? { rules } : {}),
      ...(siteUrl === undefined ? {} : { siteUrl }),
    });
    this.#blobs.clear();
    for (const file of tree.files) this.#blobs.set(file.path, { objectId: file.version, sizeBytes: file.sizeBytes });
    await this.#reader?.[Symbol.asyncDispose]();
    const { signal: _, ...run } = opened.run;
    this.#reader = new CatFile(run, this.#maximumFileBytes);
    return {
      revision: opened.commit,
      exact: true,
      repo,
      permalink: opened.remoteUrl === null ? null : permalinkTemplate(opened.remoteUrl, opened.commit),
      files: discovery.files,
      skipped: [...tree.skipped, ...discovery.skipped].toSorted(byPath),
      failed: [...tree.failed, ...discovery.failed].toSorted(byPath),
      ...(opened.notice === undefined ? {} : { notice: opened.notice }),
    };
  }

  async read(path: string, signal?: AbortSignal): Promise<Uint8Array> {
    throwIfCancelled(signal);
    const blob = this.#blobs.get(path);
    if (!blob || !this.#reader) throw new HubError('source-invalid', `${path} is not in the listed commit.`, { path });
    if (blob.sizeBytes !== null && blob.sizeBytes > this.#maximumFileBytes) {
      throw new HubError(
        'source-invalid',
        `${path}: ${formatBytes(blob.sizeBytes)}, the limit is ${formatBytes(this.#maximumFileBytes)}.`,
        { path },
      );
    }
    return this.#reader.read(blob.objectId, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader?.[Symbol.asyncDispose]();
    this.#reader = null;
  }

  get #maximumFileBytes(): number {
    return this.#context.maximumFileBytes ?? defaultMaximumFileBytes;
  }

  async #openCommit(signal?: AbortSignal): Promise<OpenedCommit> {
    const { location, ref } = this.#specification;
    if (parseRemoteUrl(location) === null) {
      if (/^[A-Za-z][A-Za-z0-9+.-]*:(\/\/|:)/.test(location) || location.startsWith('-')) {
        throw new HubError(
          'usage',
          `${withoutCredentials(location)} is no git address; https, http, ssh, git and file URLs can be fetched.`,
        );
      }
      return openLocalRepository(location, ref, this.#context.dataDirectory, signal);
    }
    const clone = await bringClone(location, ref, this.#context, signal);
    return {
      commit: clone.commit,
      remoteUrl: withoutCredentials(location),
      run: { mode: 'local', environment: { GIT_DIR: clone.gitDirectory } },
      ...(clone.notice === undefined ? {} : { notice: clone.notice }),
    };
  }

  #repo(remoteUrl: string | null): string {
    const name = remoteUrl === null ? null : repositoryName(remoteUrl);
    return name ?? (basename(this.#specification.location).replace(/\.git$/, '') || this.#specification.name);
  }
}
