import { realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { byPath, discoverFiles } from '../../core/discovery/discover.ts';
import { parseIgnoreFile } from '../../core/discovery/ignore-file.ts';
import type { IgnoreFile } from '../../core/discovery/ignore-file.ts';
import { permalinkTemplate, prefixPermalink } from '../../core/discovery/permalink.ts';
import { repositoryName } from '../../core/discovery/remote-url.ts';
import { defaultMaximumFileBytes } from '../../core/discovery/skip.ts';
import type { OpenedSource, SourceSnapshot, SourceSpecification } from '../../core/source.ts';
import { findEnclosingRepository, repositoryProblem } from './enclosing-repository.ts';
import type { EnclosingRepository } from './enclosing-repository.ts';
import { readIgnoreFile, walkFolder } from './folder-walk.ts';
import { isInside, readInside } from './safe-read.ts';
import { defaultMaximumFiles } from './source-context.ts';
import type { SourceContext } from './source-context.ts';

/** Ignore files that govern the root from above, weakest first. */
async function ignoreFilesAbove(repository: EnclosingRepository): Promise<IgnoreFile[]> {
  const files = [parseIgnoreFile(repository.exclude, '')];
  const parts = repository.prefix.split('/').filter((part) => part !== '');
  for (let depth = 0; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/');
    const file = await readIgnoreFile(join(repository.topLevel, folder, '.gitignore'), folder);
    if (file) files.push(file);
  }
  return files;
}

/** A folder on this disk, with or without a git repository around it. Kind `docs` takes its documents only. */
export class FolderSource implements OpenedSource {
  readonly #specification: SourceSpecification;
  readonly #context: SourceContext;
  #root: string | null = null;

  constructor(specification: SourceSpecification, context: SourceContext) {
    this.#specification = specification;
    this.#context = context;
  }

  async snapshot(signal?: AbortSignal): Promise<SourceSnapshot> {
    throwIfCancelled(signal);
    const root = await this.#resolveRoot();
    const repository = await findEnclosingRepository(root, signal);
    const problem = await repositoryProblem(root, repository);
    const listing = await walkFolder(root, {
      pathPrefix: repository?.prefix ?? '',
      ignoreFiles: repository ? await ignoreFilesAbove(repository) : [],
      trackedFiles: repository?.trackedFiles ?? new Set(),
      maximumFiles: this.#context.maximumFiles ?? defaultMaximumFiles,
      ownData: await this.#ownData(root),
      signal,
      onProgress: (done) => this.#context.progress?.({ phase: 'list', done, total: null, unit: 'files' }),
    });
    const remoteName = repository?.remoteUrl ? repositoryName(repository.remoteUrl) : null;
    const repo = remoteName ?? (basename(root) || this.#specification.name);
    const template =
      repository?.remoteUrl && repository.commit ? permalinkTemplate(repository.remoteUrl, repository.commit) : null;
    const { rules, siteUrl, kind } = this.#specification;
    const discovery = discoverFiles(listing.files, {
      repo,
      maximumFileBytes: this.#maximumFileBytes,
      documentsOnly: kind === 'docs',
      ...(rules ? { rules } : {}),
      ...(siteUrl === undefined ? {} : { siteUrl }),
    });
    return {
      revision: repository?.commit ?? null,
      exact: false,
      repo,
      permalink: template === null ? null : prefixPermalink(template, repository?.prefix ?? ''),
      ...(problem === null ? {} : { notice: problem }),
      files: discovery.files,
      skipped: [...listing.skipped, ...discovery.skipped].toSorted(byPath),
      failed: [...listing.failed, ...discovery.failed].toSorted(byPath),
    };
  }

  async read(path: string, signal?: AbortSignal): Promise<Uint8Array> {
    throwIfCancelled(signal);
    return readInside(await this.#resolveRoot(), path, this.#maximumFileBytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  get #maximumFileBytes(): number {
    return this.#context.maximumFileBytes ?? defaultMaximumFileBytes;
  }

  async #ownData(root: string): Promise<string | undefined> {
    const data = await realpath(this.#context.dataDirectory).catch(() => null);
    return data !== null && data !== root && isInside(root, data) ? relative(root, data).replaceAll(sep, '/') : undefined;
  }

  /** The root may be a link itself; it is resolved once, and nothing below it may lead out of what it meant then. */
  async #resolveRoot(): Promise<string> {
    if (this.#root !== null) return this.#root;
    const { location } = this.#specification;
    const root = await realpath(location).catch(() => null);
    if (root === null || !(await stat(root)).isDirectory()) {
      throw new HubError(
        'source-unreachable',
        `There is no folder ${location}. If it was moved, remove the source and add it again.`,
        { location },
      );
    }
    this.#root = root;
    return root;
  }
}
