import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInterface } from '../main/host/interface-build.ts';
import { say } from './run-tests/run-program.ts';
import { gzipBytes, readStartBundle } from './start-bundle.ts';

/** What may be loaded before anything is seen, the search screen with it, compressed as it travels. Unit: bytes of gzip. */
const limit = 350_000;
/** What has to come later, by a word that only its code has. */
const lazy = { 'the code viewer': /cm-editor/, 'three.js': /WebGLRenderer/, zod: /ZodError/ } as const;

/** `npm run size`: builds the interface where that is due, says how much of it a window loads at first, and fails above the limits. */
const folder = await ensureInterface({ say, signal: new AbortController().signal });
const start = await readStartBundle(folder);
const problems: string[] = [];
const size = await gzipBytes(folder, start);
say(`start: ${kilobytes(size)} of ${kilobytes(limit)} in ${start.length} files`);
if (size > limit) problems.push(`what is loaded first is ${kilobytes(size)}, more than ${kilobytes(limit)}`);
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
