import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInterface } from '../main/host/interface-build.ts';
import { say } from './run-tests/run-program.ts';
import { gzipBytes, readStartBundle } from './start-bundle.ts';

/** What may be loaded before anything is seen, compressed as it travels. Unit: bytes of gzip. */
const limits = { start: 350_000, 'start and search': 450_000 } as const;
/** What has to come later, by a word that only its code has. */
const lazy = { 'the code viewer': /cm-editor/, 'three.js': /WebGLRenderer/ } as const;

/** `npm run size`: builds the interface where that is due, says how much of it a window loads at first, and fails above the limits. */
const folder = await ensureInterface({ say, signal: new AbortController().signal });
const { start, search } = await readStartBundle(folder);
const bundles = { start, 'start and search': [...start, ...search] };
const problems: string[] = [];
for (const name of Object.keys(limits) as (keyof typeof limits)[]) {
  const size = await gzipBytes(folder, bundles[name]);
  say(`${name}: ${kilobytes(size)} of ${kilobytes(limits[name])} in ${bundles[name].length} files`);
  if (size > limits[name]) problems.push(`${name} is ${kilobytes(size)}, more than ${kilobytes(limits[name])}`);
}
for (const path of start) {
  const text = await readFile(join(folder, path), 'utf8');
  for (const [what, word] of Object.entries(lazy))
    if (word.test(text)) problems.push(`${what} is loaded at the start, in ${path}`);
}
for (const problem of problems) say(`TOO LARGE ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
