import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A hub that takes longer than this to start is not waited for. Unit: milliseconds. */
const longestStartMs = 90_000;

/** A hub that nobody asked for by name goes when nobody needs it, and leaves the data directory to the app. */
const idleMinutes = '10';

export interface HubStart {
  /** Why no hub will come; null while one may, started by this bridge or another. */
  problem: string | null;
  /** Ends the turn of this bridge; the next may try. */
  done(): void;
}

/** The command that serves without a window: beside this file in the bundle, in the sources one folder up; null in the packaged app, whose archive no plain Node reads. */
function hubProgram(moduleUrl: string): string | null {
  const path = fileURLToPath(new URL(moduleUrl.endsWith('.ts') ? '../cli.ts' : './cli.js', moduleUrl));
  return existsSync(path) ? path : null;
}

/**
 * Starts `serve` once for all bridges of a data directory: a file made with `wx` decides whose turn it is. The hub lives on when the bridge ends; what
 * it says is in `run/serve.log`. `failed` is called when it ends before the turn does.
 */
export function startHub(dataDirectory: string, failed: () => void, moduleUrl: string = import.meta.url): HubStart {
  const nothing = (problem: string | null): HubStart => ({ problem, done: () => {} });
  const program = hubProgram(moduleUrl);
  if (program === null) return nothing('Open the Context Hub app; it answers agents while it runs.');
  const folder = join(dataDirectory, 'run');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = takeTurn(join(folder, 'starting.lock'));
    if (lock === null) return nothing(null);
    const log = openSync(join(folder, 'serve.log'), 'w', 0o600);
    const child = spawn(
      process.execPath,
      [program, '--data-dir', dataDirectory, 'serve', '--no-open', '--until-idle', idleMinutes],
      {
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log, log],
        cwd: dirname(program),
        // Agents run with an environment of their own; what is meant for them is not for a hub that outlives them.
        env: Object.fromEntries(
          Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !/^(?:CLAUDE|MCP)_?/.test(name)),
        ),
      },
    );
    closeSync(log);
    const start: HubStart = { problem: null, done: () => lock.release() };
    const ended = (): void => {
      lock.release();
      const words = lastWords(dataDirectory);
      start.problem ??= `It could not be started${words === '' ? '' : `: ${words}`}. Run \`context-hub doctor\`.`;
      failed();
    };
    child.on('error', ended);
    child.on('exit', ended);
    child.unref();
    return start;
  } catch (error) {
    return nothing(`The hub could not be started: ${(error as Error).message}. Start it: \`context-hub serve\`.`);
  }
}

/** The end of what a hub said that did not come up. */
function lastWords(dataDirectory: string): string {
  try {
    return readFileSync(join(dataDirectory, 'run', 'serve.log'), 'utf8')
      .trim()
      .split('\n')
      .slice(-3)
      .join(' ')
      .slice(-500);
  } catch {
    return '';
  }
}

function takeTurn(path: string): { release(): void } | null {
  for (const last of [false, true]) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      let held = true;
      return {
        release: () => {
          if (held) rmSync(path, { force: true });
          held = false;
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (last || !isLeftOver(path)) return null;
      // Of two that find it left over, one moves it away.
      const aside = `${path}.${process.pid}`;
      try {
        renameSync(path, aside);
        rmSync(aside, { force: true });
      } catch {
        return null;
      }
    }
  }
  return null;
}

function isLeftOver(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > longestStartMs) return true;
    const owner = Number(readFileSync(path, 'utf8'));
    if (!Number.isInteger(owner) || owner <= 0) return false;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
