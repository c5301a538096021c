import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fewArenas } from './few-arenas.ts';
import { takeStartingLock } from './starting-lock.ts';

/** A hub that nobody asked for by name goes when nobody needs it, and leaves the data directory to the app. */
const idleMinutes = '10';

export interface HubStart {
  /** Why no hub will come; null while one may, started by this bridge or another. */
  problem: string | null;
  /** A hub answers: the next may try when that one is gone. */
  done(): void;
  /** This bridge waits no longer. A hub that is on its way keeps the turn: nobody starts a second one beside it. */
  leave(): void;
}

/** The command that serves without a window: beside this file in the bundle, in the sources one folder up; null in the packaged app, whose archive no plain Node reads. */
function hubProgram(moduleUrl: string): string | null {
  const path = fileURLToPath(new URL(moduleUrl.endsWith('.ts') ? '../cli.ts' : './cli.js', moduleUrl));
  return existsSync(path) ? path : null;
}

export interface HubPlace {
  dataDirectory: string;
  /** Socket or pipe where a hub would answer. */
  address: string;
}

/**
 * Starts `serve` once for all bridges of a data directory: `run/starting.lock` says whose turn it is. The hub lives on when the bridge ends; what
 * it says is in `run/serve.log`. `failed` is called when it ends before the turn does.
 */
export function startHub(place: HubPlace, failed: () => void, moduleUrl: string = import.meta.url): HubStart {
  const { dataDirectory, address } = place;
  const nothing = (problem: string | null): HubStart => ({ problem, done: () => {}, leave: () => {} });
  const program = hubProgram(moduleUrl);
  if (program === null) return nothing('Open the Context Hub app; it answers agents while it runs.');
  const folder = join(dataDirectory, 'run');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = takeStartingLock(join(folder, 'starting.lock'));
    if (lock === null) return nothing(null);
    let isWanted = true;
    let hasHub = false;
    const start: HubStart = {
      problem: null,
      done: () => {
        isWanted = false;
        lock.release();
      },
      leave: () => {
        isWanted = false;
        if (!hasHub) lock.release();
      },
    };
    const fail = (why: string): void => {
      lock.release();
      if (!isWanted) return;
      start.problem ??= why;
      failed();
    };
    // Between this bridge's look and its turn another one's hub may have come.
    probe(address, (answers) => {
      if (answers || !isWanted) {
        lock.release();
        return;
      }
      try {
        const child = spawnHub(program, dataDirectory);
        hasHub = child.pid !== undefined;
        if (child.pid !== undefined) lock.handTo(child.pid);
        child.on('error', (error) => fail(`It could not be started: ${error.message}. Run \`context-hub doctor\`.`));
        child.on('exit', (code) => {
          hasHub = false;
          // It found that another hub answers already: this bridge finds that one too.
          if (code === 0) lock.release();
          else fail(whyItEnded(dataDirectory));
        });
        child.unref();
      } catch (error) {
        fail(`The hub could not be started: ${(error as Error).message}. Start it: \`context-hub serve\`.`);
      }
    });
    return start;
  } catch (error) {
    return nothing(`The hub could not be started: ${(error as Error).message}. Start it: \`context-hub serve\`.`);
  }
}

/** Whether somebody accepts connections there. */
function probe(address: string, told: (answers: boolean) => void): void {
  const socket = connect(address);
  const settle = (answers: boolean): void => {
    socket.destroy();
    told(answers);
  };
  socket.once('connect', () => settle(true));
  socket.once('error', () => settle(false));
}

function spawnHub(program: string, dataDirectory: string): ChildProcess {
  const log = openSync(join(dataDirectory, 'run', 'serve.log'), 'w', 0o600);
  try {
    return spawn(process.execPath, [program, '--data-dir', dataDirectory, 'serve', '--no-open', '--until-idle', idleMinutes], {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
      cwd: dirname(program),
      // Agents run with an environment of their own; what is meant for them is not for a hub that outlives them.
      env: {
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !/^(?:CLAUDE|MCP)_?/.test(name)),
        ),
        ...fewArenas(),
      },
    });
  } finally {
    closeSync(log);
  }
}

function whyItEnded(dataDirectory: string): string {
  const words = lastWords(dataDirectory);
  return `It could not be started${words === '' ? '' : `: ${words}`}. Run \`context-hub doctor\`.`;
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
