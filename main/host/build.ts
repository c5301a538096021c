import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HubError } from '../contract/errors.ts';

/** The folder of the project or of the installed package; `main/host` in the sources, `out/main` when bundled, lie two below. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
/** Of a bundler's complaint. */
const maximumOutputCharacters = 2_000;

export interface BuildOptions {
  /** What is built, in the words of an error: “the interface”. */
  what: string;
  root: string;
  /** The bundler's program, below the root. */
  program: string;
  arguments: readonly string[];
  signal: AbortSignal;
}

/** Runs a bundler in a process of its own; throws with the end of what it said. */
export function runBuild({ what, root, program, arguments: programArguments, signal }: BuildOptions): Promise<void> {
  const path = join(root, program);
  if (!existsSync(path))
    return Promise.reject(new HubError('not-found', `For want of a bundler, ${what} cannot be built: run \`npm ci\` first.`));
  return new Promise((resolve, reject) => {
    // Bundlers heed NODE_ENV before they heed that this is a build; a test or a shell may have set it.
    const environment = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' };
    const child = spawn(process.execPath, [path, ...programArguments], {
      cwd: root,
      signal,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (data: Buffer): void => {
      // What is wrong comes first; after it the bundler's own stack.
      if (output.length < maximumOutputCharacters) output += data.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) =>
      reject(error.name === 'AbortError' ? error : new HubError('internal', `Building ${what} failed: ${error.message}.`)),
    );
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new HubError(
            'internal',
            `Building ${what} failed.\n${output
              .slice(0, maximumOutputCharacters)
              .split(/\n\s*(?:Stack backtrace:|at )/)[0]!
              .trim()}`,
          ),
        );
    });
  });
}

/** Whether something that was built is there and no source below these paths is newer. */
export function isFresh(built: string, root: string, sources: readonly string[]): boolean {
  const at = modifiedAt(built);
  return at !== null && sources.every((source) => newest(join(root, source)) <= at);
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
