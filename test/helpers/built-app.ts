import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitForLock } from '../../scripts/wait-for-lock.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Below the repository, so that a build finds its packages as it does in `out`. */
const shelf = join(repository, '.cache', 'built-app');
/** What a build depends on. */
const sources = [
  'main',
  'preload',
  'renderer',
  'resources',
  'package.json',
  'electron.vite.config.ts',
  'vite.renderer.config.ts',
];
/** Older builds are of no use; the newest stay for who runs parts of the tests by hand. */
const kept = 3;

let built: Promise<string> | undefined;

/**
 * A folder as an installed app has it: `package.json`, `out` and `resources`, built from the sources as they are. It is built once for all
 * test files, and again only after the sources have changed. Nobody writes into it.
 */
export function builtApp(): Promise<string> {
  built ??= find();
  return built;
}

async function find(): Promise<string> {
  const folder = join(shelf, await fingerprint());
  await mkdir(shelf, { recursive: true });
  using _lock = await waitForLock(join(shelf, 'build.lock'));
  if (!(await exists(folder))) await build(folder);
  const now = new Date();
  await utimes(folder, now, now);
  return folder;
}

async function build(folder: string): Promise<void> {
  const work = await mkdtemp(join(shelf, 'making-'));
  // The package exports no path to its own command.
  const builder = join(createRequire(import.meta.url).resolve('electron-vite/package.json'), '..', 'bin', 'electron-vite.js');
  const { NODE_ENV: _, ...environment } = process.env;
  await run(process.execPath, [builder, 'build', '--outDir', join(work, 'out')], { cwd: repository, env: environment });
  for (const name of ['resources', 'package.json']) await cp(join(repository, name), join(work, name), { recursive: true });
  await rename(work, folder);
  const others = await Promise.all(
    (await readdir(shelf, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => ({ name, usedAt: (await stat(join(shelf, name))).mtimeMs })),
  );
  for (const { name } of others.toSorted((a, b) => b.usedAt - a.usedAt).slice(kept))
    await rm(join(shelf, name), { recursive: true, force: true });
}

/** Of names and contents of everything that is built. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(repository, source);
    const isFolder = (await stat(path)).isDirectory();
    const files = isFolder
      ? (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      : [];
    const paths = isFolder ? files.map((entry) => join(entry.parentPath, entry.name)).toSorted() : [path];
    for (const file of paths)
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file))
        .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
