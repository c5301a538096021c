import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Logger } from '../core/logger.ts';
import { staticFile } from './static-file.ts';

/** In the order of our liking. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** Below this a compressed file saves no packet. Unit: bytes. */
const smallestToCompress = 1024;
/** Nearly as small as the slowest level, and done before the browser has opened. */
const brotliQuality = 6;
const compressible = /^(text\/|application\/(json|wasm)|image\/svg)/;

interface Kept {
  version: string;
  body: Promise<Buffer>;
}

export interface StaticRequest {
  method: string;
  /** Without the query. */
  path: string;
  acceptEncoding: string;
  ifNoneMatch: string | undefined;
}

/** Serves the files of the built interface, each compressed once. A file that was built again is read again. */
export class StaticResponder {
  readonly #root: string;
  readonly #logger: Logger;
  readonly #kept = new Map<string, Kept>();

  constructor(root: string, logger: Logger) {
    this.#root = root;
    this.#logger = logger;
  }

  /** Compresses the page and what it loads first, while the browser starts. */
  async warm(): Promise<void> {
    const page = staticFile(this.#root, '/')!;
    const html = await readFile(page.path, 'utf8').catch(() => '');
    const loaded = [...html.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path]) => path!);
    await Promise.all(
      ['/', ...loaded].map(async (path) => {
        const file = staticFile(this.#root, path);
        const version = file && (await this.#version(file.path));
        if (version?.size !== undefined && version.size >= smallestToCompress)
          await Promise.all(encodings.map((encoding) => this.#body(file!.path, version.tag, encoding)));
      }),
    ).catch((error: unknown) => this.#logger.debug('The interface could not be compressed ahead', { reason: String(error) }));
  }

  /** False when there is no such file. */
  async respond(request: StaticRequest, response: ServerResponse): Promise<boolean> {
    const file = staticFile(this.#root, request.path);
    const version = file && (await this.#version(file.path));
    if (!file || !version) return false;
    const encoding =
      version.size >= smallestToCompress && compressible.test(file.contentType) ? preferred(request.acceptEncoding) : null;
    const tag = encoding === null ? `"${version.tag}"` : `"${version.tag}-${encoding}"`;
    response.setHeader('cache-control', file.cacheControl);
    response.setHeader('etag', tag);
    response.setHeader('vary', 'accept-encoding');
    if (request.ifNoneMatch?.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag) === true) {
      response.writeHead(304).end();
      return true;
    }
    const body = await this.#body(file.path, version.tag, encoding).catch(() => null);
    if (body === null) return false;
    response.setHeader('content-type', file.contentType);
    response.setHeader('content-length', body.length);
    if (encoding !== null) response.setHeader('content-encoding', encoding);
    response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
    return true;
  }

  async #version(path: string): Promise<{ tag: string; size: number } | null> {
    const found = await stat(path).catch(() => null);
    return found?.isFile() === true
      ? { tag: `${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}`, size: found.size }
      : null;
  }

  #body(path: string, version: string, encoding: Encoding | null): Promise<Buffer> {
    const key = `${encoding} ${path}`;
    const kept = this.#kept.get(key);
    if (kept?.version === version) return kept.body;
    const body = readFile(path).then((bytes) => (encoding === null ? bytes : compressed(bytes, encoding)));
    this.#kept.set(key, { version, body });
    // What failed is tried again with the next request.
    body.catch(() => this.#kept.delete(key));
    return body;
  }
}

function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : promisify(gzip)(bytes);
}

/** The first of ours that the browser takes; one that it weighs with 0 it does not. */
function preferred(acceptEncoding: string): Encoding | null {
  const taken = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((entry) => entry.trim().split(/\s*;\s*/))
      .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  return encodings.find((encoding) => taken.has(encoding)) ?? null;
}
