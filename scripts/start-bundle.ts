import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import byFile from '@size-limit/file';
import sizeLimit from 'size-limit';

/** Files of the built interface, by paths below its folder. */
export interface StartBundle {
  /** What the page itself asks for, and everything that those files import at once. */
  start: readonly string[];
  /** What the search screen, which stands first, brings along beyond that. */
  search: readonly string[];
}

const inPage = /<(?:script|link)\b[^>]*?\b(?:src|href)="(?:\.\/)?([^"]+\.(?:js|css))"/g;
/** Minified: `import{a as b}from"./x.js"`, `import"./x.js"`, `export*from"./x.js"`; not `import("./x.js")`. */
const atOnce = /(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g;

/** Reads the built page and follows its imports. */
export async function readStartBundle(folder: string): Promise<StartBundle> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const start = await withImports(
    folder,
    [...page.matchAll(inPage)].map(([, path]) => path!),
  );
  const names = (await readdir(join(folder, 'assets'))).filter((name) => name.startsWith('search-screen-'));
  const search = await withImports(
    folder,
    names.map((name) => `assets/${name}`),
  );
  return { start: [...start], search: [...search].filter((path) => !start.has(path)) };
}

/** What files of the built interface come to as they travel, compressed one by one. Unit: bytes. */
export async function gzipBytes(folder: string, paths: readonly string[]): Promise<number> {
  const files = paths.map((path) => join(folder, path));
  // Its types leave open what it returns.
  const [result] = (await sizeLimit([byFile], { checks: [{ files, gzip: true }] })) as { size: number }[];
  return result!.size;
}

async function withImports(folder: string, paths: readonly string[]): Promise<Set<string>> {
  const found = new Set(paths);
  for (const path of found) {
    if (!path.endsWith('.js')) continue;
    const text = await readFile(join(folder, path), 'utf8');
    for (const [, to] of text.matchAll(atOnce)) found.add(posix.join(posix.dirname(path), to!));
  }
  return found;
}
