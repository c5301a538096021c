import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HubError } from '../contract/errors.ts';

/** The folder of the project or of the installed package; `main/host` in the sources, `out/main` when bundled, lie two below. */
const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
/** What the interface is built from. */
const sources = ['renderer', 'main/contract', 'main/rpc', 'vite.renderer.config.ts'];
const maximumOutputCharacters = 4_000;

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
  const built = modifiedAt(join(folder, 'index.html'));
  const isCheckout = existsSync(join(root, 'vite.renderer.config.ts')) && existsSync(join(root, 'renderer'));
  if (!isCheckout) {
    if (built === null)
      throw new HubError('not-found', 'The interface is missing from this installation. Install the package again.');
    return folder;
  }
  if (built !== null && sources.every((source) => newest(join(root, source)) <= built)) return folder;
  say(
    built === null
      ? 'Building the interface (once, a few seconds) …'
      : 'Building the interface again: its sources have changed …',
  );
  try {
    await build(root, folder, signal);
  } catch (thrown) {
    if (built === null || signal.aborted) throw thrown;
    say(`${(thrown as Error).message}\nThe interface of an earlier build is used.`);
  }
  return folder;
}

/** Built beside its place and then moved there, so that who serves the old one meanwhile, serves all of it. */
async function build(root: string, folder: string, signal: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) throw new HubError('not-found', 'The interface cannot be built: run `npm ci` first.');
  const fresh = `${folder}-${process.pid}`;
  const old = `${fresh}-old`;
  const buildArguments = ['build', '--config', 'vite.renderer.config.ts', '--outDir', fresh, '--logLevel', 'warn'];
  try {
    await run(process.execPath, [vite, ...buildArguments], root, signal);
    await rename(folder, old).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
    await rename(fresh, folder);
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  }
}

function run(program: string, programArguments: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, { cwd, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (data: Buffer): void => {
      output = (output + data.toString()).slice(-maximumOutputCharacters);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) =>
      reject(error.name === 'AbortError' ? error : new HubError('internal', `The interface cannot be built: ${error.message}.`)),
    );
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new HubError('internal', `The interface could not be built.\n${output.trim()}`));
    });
  });
}

/** Latest change below a file or folder; 0 when it is not there. Unit: milliseconds since 1970. */
function newest(path: string): number {
  const own = modifiedAt(path);
  if (own === null) return 0;
  const entries = statSync(path).isDirectory() ? readdirSync(path, { withFileTypes: true, recursive: true }) : [];
  let latest = own;
  for (const entry of entries) latest = Math.max(latest, modifiedAt(join(entry.parentPath, entry.name)) ?? 0);
  return latest;
}

function modifiedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
