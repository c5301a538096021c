import { existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError } from '../contract/errors.ts';
import { isFresh, projectFolder, runBuild } from './build.ts';

/** What the interface is built from. */
const sources = ['renderer', 'main/contract', 'main/rpc', 'vite.renderer.config.ts'];

export interface InterfaceOptions {
  root?: string;
  /** Says in a line what is being done, when it takes a moment. */
  say: (line: string) => void;
  signal: AbortSignal;
}

/**
 * The folder with the built interface. In a checkout it is built when it is missing or older than its sources; an installed package
 * brings it along. Where a build fails and an older one is there, that one serves.
 */
export async function ensureInterface({ root = projectFolder, say, signal }: InterfaceOptions): Promise<string> {
  const folder = join(root, 'out', 'renderer');
  const page = join(folder, 'index.html');
  const isCheckout = existsSync(join(root, 'vite.renderer.config.ts')) && existsSync(join(root, 'renderer'));
  if (!isCheckout) {
    if (existsSync(page)) return folder;
    throw new HubError('not-found', 'The interface is missing from this installation. Install the package again.');
  }
  if (isFresh(page, root, sources)) return folder;
  const isThere = existsSync(page);
  say(isThere ? 'Building the interface again: its sources have changed …' : 'Building the interface (once, a few seconds) …');
  try {
    await build(root, folder, signal);
  } catch (thrown) {
    if (!isThere || signal.aborted) throw thrown;
    say(`${(thrown as Error).message}\nThe interface of an earlier build is used.`);
  }
  return folder;
}

/** Built beside its place and then moved there, so that who serves the old one meanwhile serves all of it. */
async function build(root: string, folder: string, signal: AbortSignal): Promise<void> {
  const fresh = `${folder}-${process.pid}`;
  const old = `${fresh}-old`;
  const buildArguments = ['build', '--config', 'vite.renderer.config.ts', '--outDir', fresh, '--logLevel', 'warn'];
  try {
    await runBuild({ what: 'the interface', root, program: 'node_modules/vite/bin/vite.js', arguments: buildArguments, signal });
    await rename(folder, old).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
    await rename(fresh, folder);
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  }
}
