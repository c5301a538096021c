import { extname, isAbsolute, relative, resolve, sep } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export interface StaticFile {
  /** Absolute, inside the root. Whether it exists is for the reader to find out. */
  path: string;
  contentType: string;
  /** `no-cache` for the page, for ever for what carries its hash in its name. */
  cacheControl: string;
}

/**
 * The file that a request's path means, or null where it means none: not decodable, outside the root in any spelling, hidden, or of
 * a kind that the interface does not have.
 * @param requestPath the path of the URL as it was sent, percent-encoded, without query.
 */
export function staticFile(root: string, requestPath: string): StaticFile | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(requestPath);
  } catch {
    return null;
  }
  // A colon is a drive or a stream on Windows, an encoded slash or percent sign is never ours.
  if (/[\0\\:%]/.test(decoded) || /%2f/i.test(requestPath) || !decoded.startsWith('/')) return null;
  const name = decoded === '/' ? '/index.html' : decoded;
  if (name.split('/').some((part, index) => index > 0 && (part === '' || part.startsWith('.')))) return null;
  const path = resolve(root, `.${name}`);
  const inside = relative(root, path);
  if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..') return null;
  const contentType = contentTypes[extname(path).toLowerCase()];
  if (contentType === undefined) return null;
  const hashed = /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(name);
  return { path, contentType, cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'no-cache' };
}
