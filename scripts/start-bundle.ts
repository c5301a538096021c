import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import byFile from '@size-limit/file';
import sizeLimit from 'size-limit';

const inPage = /<(?:script|link)\b[^>]*?\b(?:src|href)="(?:\.\/)?([^"]+\.(?:js|css))"/g;
/** Minified: `import{a as b}from"./x.js"`, `import"./x.js"`, `export*from"./x.js"`; not `import("./x.js")`. */
const atOnce = /(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g;

/** Files of the built interface that a window loads first, by paths below its folder: what the page itself asks for, and all that those import at once. */
export async function readStartBundle(folder: string): Promise<readonly string[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const start = await withImports(
    folder,
    [...page.matchAll(inPage)].map(([, path]) => path!),
  );
  return [...start];
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
