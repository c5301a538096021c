import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HubError } from '../../contract/errors.ts';
import { withoutCredentials } from '../../core/discovery/remote-url.ts';
import { formatBytes } from '../../core/discovery/skip.ts';
import type { SourceContext } from './source-context.ts';
import { defaultMaximumDumpBytes } from './source-context.ts';

/** A dump's bytes and where they come from. */
export interface FetchedDump {
  bytes: Uint8Array;
  /** SHA-256 of the bytes, hex. */
  contentHash: string;
  notice?: string;
}

/** What is kept beside a cached body. */
const metadataSchema = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  contentHash: z.string(),
  fetchedAt: z.string(),
});
type Metadata = z.infer<typeof metadataSchema>;

const maximumRedirects = 5;
/** No answer, or no further byte of it, for this long ends the request. Unit: milliseconds. */
const idleTimeoutMs = 60_000;

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Cached extends FetchedDump {
  metadata: Metadata;
}

async function readCache(base: string, url: string): Promise<Cached | null> {
  try {
    const metadata = metadataSchema.parse(JSON.parse(await readFile(`${base}.json`, 'utf8')));
    const bytes = new Uint8Array(await readFile(`${base}.txt`));
    // A crash between the two writes leaves a body that is not the one described.
    if (metadata.url !== url || sha256(bytes) !== metadata.contentHash) return null;
    return { bytes, contentHash: metadata.contentHash, metadata };
  } catch {
    return null;
  }
}

async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${process.pid}.part`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Refuses what is no plain text: a login page or a "not found" page with status 200. */
export function dumpProblem(bytes: Uint8Array, contentType: string | null): string | null {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart().toLowerCase();
  if (
    /^(text\/html|application\/xhtml)/i.test(contentType ?? '') ||
    start.startsWith('<!doctype html') ||
    start.startsWith('<html')
  ) {
    return 'it is a web page (HTML), not a text dump; give the address of an llms-full.txt';
  }
  if (bytes.includes(0)) return 'it is not text';
  if (start === '') return 'it is empty';
  return null;
}

class DumpRequest {
  readonly #url: string;
  readonly #limit: number;
  readonly #context: SourceContext;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, context: SourceContext) {
    this.#url = url;
    this.#context = context;
    this.#limit = context.maximumDumpBytes ?? defaultMaximumDumpBytes;
  }

  async run(cached: Cached | null, signal: AbortSignal | undefined): Promise<{ response: Response; bytes: Uint8Array | null }> {
    const abort = (): void => this.#controller.abort(new HubError('cancelled', 'Cancelled.'));
    if (signal?.aborted) throw new HubError('cancelled', 'Cancelled.');
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.#restartTimer();
      const response = await this.#follow(cached);
      if (!response.ok) {
        await response.body?.cancel();
        return { response, bytes: null };
      }
      return { response, bytes: await this.#body(response) };
    } catch (error) {
      const reason: unknown = this.#controller.signal.aborted ? this.#controller.signal.reason : error;
      throw reason instanceof HubError
        ? reason
        : new HubError('source-unreachable', networkProblem(reason), { url: this.#url }, reason);
    } finally {
      clearTimeout(this.#timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#controller.abort(new HubError('source-unreachable', 'no answer within a minute')),
      idleTimeoutMs,
    );
  }

  async #follow(cached: Cached | null): Promise<Response> {
    let url = this.#url;
    for (let hop = 0; hop <= maximumRedirects; hop++) {
      const headers: Record<string, string> = { accept: 'text/plain, text/markdown;q=0.9, */*;q=0.1' };
      if (cached?.metadata.etag) headers['if-none-match'] = cached.metadata.etag;
      if (cached?.metadata.lastModified) headers['if-modified-since'] = cached.metadata.lastModified;
      const response = await fetch(url, { headers, redirect: 'manual', signal: this.#controller.signal });
      const target = response.headers.get('location');
      if (response.status === 304 || response.status < 300 || response.status >= 400 || target === null) return response;
      await response.body?.cancel();
      const next = URL.parse(target, url);
      if (!next || (next.protocol !== 'https:' && next.protocol !== 'http:')) {
        throw new HubError(
          'source-invalid',
          `${this.#url} redirects to an address that is not http(s): ${withoutCredentials(target).slice(0, 200)}`,
          { url: this.#url },
        );
      }
      next.username = '';
      next.password = '';
      url = next.href;
    }
    throw new HubError('source-invalid', `${this.#url} redirects more than ${maximumRedirects} times.`, { url: this.#url });
  }

  async #body(response: Response): Promise<Uint8Array> {
    const total = Number(response.headers.get('content-length') ?? Number.NaN);
    if (total > this.#limit) this.#tooLarge(total);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    // Counted after decompression, so that a small answer cannot unfold into a huge one.
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      this.#restartTimer();
      bytes += part.length;
      if (bytes > this.#limit) this.#tooLarge(bytes);
      parts.push(part);
      this.#context.progress?.({
        phase: 'fetch',
        done: bytes,
        total: Number.isNaN(total) ? null : Math.max(total, bytes),
        unit: 'bytes',
      });
    }
    return new Uint8Array(Buffer.concat(parts));
  }

  #tooLarge(bytes: number): never {
    const error = new HubError(
      'source-invalid',
      `${this.#url} has more than ${formatBytes(Math.min(bytes, this.#limit))}; the limit for a dump is ${formatBytes(this.#limit)}.`,
      { url: this.#url },
    );
    this.#controller.abort(error);
    throw error;
  }
}

function networkProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || ((cause as NodeJS.ErrnoException).code ?? cause.name) : String(cause);
}

/** Fetches a dump, or learns that the cached one is current. Without network the cached one is given with a notice. */
export async function fetchDump(givenUrl: string, context: SourceContext, signal?: AbortSignal): Promise<FetchedDump> {
  const url = withoutCredentials(givenUrl);
  const directory = join(context.dataDirectory, 'dumps');
  const base = join(directory, sha256(url).slice(0, 32));
  const cached = await readCache(base, url);
  let problem: string;
  try {
    const { response, bytes } = await new DumpRequest(url, context).run(cached, signal);
    if (response.status === 304 && cached) return { bytes: cached.bytes, contentHash: cached.contentHash };
    if (bytes) {
      const wrong = dumpProblem(bytes, response.headers.get('content-type'));
      if (wrong) throw new HubError('source-invalid', `${url} cannot be indexed: ${wrong}.`, { url });
      const contentHash = sha256(bytes);
      const metadata: Metadata = {
        url,
        etag: response.headers.get('etag'),
        lastModified: response.headers.get('last-modified'),
        contentHash,
        fetchedAt: new Date().toISOString(),
      };
      await mkdir(directory, { recursive: true });
      await writeWhole(`${base}.txt`, bytes);
      await writeWhole(`${base}.json`, JSON.stringify(metadata));
      return { bytes, contentHash };
    }
    problem = `the server says ${response.status}`;
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== 'source-unreachable') throw error;
    problem = error.message;
  }
  if (!cached)
    throw new HubError(
      'source-unreachable',
      `${url} cannot be fetched: ${problem}. Check the address and the network, then refresh.`,
      { url },
    );
  const notice = `${url} could not be fetched (${problem}); this is the copy of ${cached.metadata.fetchedAt.slice(0, 10)}.`;
  context.logger.warn(notice, { url });
  return { bytes: cached.bytes, contentHash: cached.contentHash, notice };
}
