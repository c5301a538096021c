import { open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DumpPage } from '../../core/chunking/documents/split-dump.ts';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { unsafePathReason } from '../../core/discovery/discover.ts';
import { classify } from '../../core/discovery/roles.ts';
import { formatBytes } from '../../core/discovery/skip.ts';
import type { DiscoveredFile, OpenedSource, SkippedFile, SourceSnapshot, SourceSpecification } from '../../core/source.ts';
import { decodeText } from '../../core/text/decode-text.ts';
import { dumpProblem, fetchDump, sha256 } from './dump-fetch.ts';
import type { FetchedDump } from './dump-fetch.ts';
import { defaultMaximumDumpBytes } from './source-context.ts';
import type { SourceContext } from './source-context.ts';

const pageContext = {
  nature: 'documentation',
  natureBecause: 'it is a documentation dump',
  packageRoots: new Set<string>(),
} as const;

/** Gives each page a path that is safe, unique, and the same for the same dump. */
class PagePaths {
  readonly #taken = new Set<string>();
  /** Next number to try per path, so that many pages of one name take no quadratic time. */
  readonly #next = new Map<string, number>();

  take(page: DumpPage, index: number): string {
    const wanted = unsafePathReason(page.path) === null && page.path.length <= 1024 ? page.path : `page-${index + 1}.md`;
    let path = wanted;
    const dot = wanted.lastIndexOf('.');
    const [stem, extension] = dot > wanted.lastIndexOf('/') + 1 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
    for (let number = this.#next.get(wanted) ?? 2; this.#taken.has(path); number++) {
      path = `${stem}-${number}${extension}`;
      this.#next.set(wanted, number + 1);
    }
    this.#taken.add(path);
    return path;
  }
}

async function readDumpFile(path: string, limit: number): Promise<FetchedDump> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new HubError('source-unreachable', `There is no file ${path}.`, { location: path });
  if (!info.isFile()) throw new HubError('source-invalid', `${path} is no regular file.`, { location: path });
  const handle = await open(path).catch((error: unknown) => {
    throw new HubError('source-unreachable', `${path} cannot be read.`, { location: path }, error);
  });
  try {
    const { size } = await handle.stat();
    if (size > limit)
      throw new HubError('source-invalid', `${path} has ${formatBytes(size)}; the limit for a dump is ${formatBytes(limit)}.`, {
        location: path,
      });
    const bytes = new Uint8Array(await handle.readFile());
    const problem = dumpProblem(bytes, null);
    if (problem) throw new HubError('source-invalid', `${path} cannot be indexed: ${problem}.`, { location: path });
    return { bytes, contentHash: sha256(bytes) };
  } finally {
    await handle.close();
  }
}

/** A documentation dump (llms-full.txt) from a URL or a file; each of its pages is a file of the source. */
export class DumpSource implements OpenedSource {
  readonly #specification: SourceSpecification;
  readonly #context: SourceContext;
  readonly #pages = new Map<string, string>();

  constructor(specification: SourceSpecification, context: SourceContext) {
    this.#specification = specification;
    this.#context = context;
  }

  async snapshot(signal?: AbortSignal): Promise<SourceSnapshot> {
    throwIfCancelled(signal);
    const { location, rules = [] } = this.#specification;
    const remote = /^https?:\/\//i.test(location);
    if (!remote && /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(location))
      throw new HubError('usage', 'A dump is an http(s) address or a file.');
    const dump = remote
      ? await fetchDump(location, this.#context, signal)
      : await readDumpFile(location, this.#context.maximumDumpBytes ?? defaultMaximumDumpBytes);
    throwIfCancelled(signal);
    const pages = this.#context.splitDump(decodeText(dump.bytes));
    this.#pages.clear();
    const paths = new PagePaths();
    const files: DiscoveredFile[] = [];
    const skipped: SkippedFile[] = [];
    for (const [index, page] of pages.entries()) {
      const path = paths.take(page, index);
      const decision = classify(path, rules, pageContext);
      if (decision.role === 'skip') {
        skipped.push({ path, reason: 'rule', detail: decision.because });
        continue;
      }
      if (page.text.trim() === '') {
        skipped.push({ path, reason: 'empty', detail: 'a page without text' });
        continue;
      }
      this.#pages.set(path, page.text);
      files.push({
        path,
        role: rules.length > 0 ? decision.role : 'doc',
        language: path.endsWith('.mdx') ? 'mdx' : 'markdown',
        sizeBytes: Buffer.byteLength(page.text),
        // The line counts too: a page that moved within the dump has other line ranges.
        version: sha256(`${page.startLine}\n${page.url ?? ''}\n${page.title}\n${page.text}`),
        firstLine: page.startLine,
        ...(page.url === null ? {} : { pageUrl: page.url }),
      });
    }
    return {
      revision: dump.contentHash,
      exact: true,
      repo: remote ? new URL(location).host : basename(dirname(location)) || this.#specification.name,
      permalink: null,
      files,
      skipped,
      failed: [],
      ...(dump.notice === undefined ? {} : { notice: dump.notice }),
    };
  }

  async read(path: string, signal?: AbortSignal): Promise<Uint8Array> {
    throwIfCancelled(signal);
    const text = this.#pages.get(path);
    if (text === undefined) throw new HubError('source-invalid', `${path} is no page of the dump.`, { path });
    return new TextEncoder().encode(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pages.clear();
  }
}
