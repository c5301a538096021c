import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HubError } from '../../contract/errors.ts';

/** A launcher that still runs after this long has opened its window. Unit: milliseconds. */
const defaultPatienceMs = 1_500;
/** Longest part of a launcher's own words in a message. Unit: characters. */
const longestWords = 300;

export interface LaunchOptions {
  environment: NodeJS.ProcessEnv;
  /** Folder for what the program writes to stderr. */
  logDirectory: string;
  patienceMs?: number | undefined;
  /** Exit codes that mean that all went well; by default 0 alone. */
  acceptedCodes?: readonly number[];
  /** What to do when it cannot be started. */
  advice?: string;
}

/** Variables that would make an editor built on Electron or Node behave otherwise. */
const ownVariables: ReadonlySet<string> = new Set(['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'NODE_CHANNEL_FD']);

/**
 * Starts a program with exactly these arguments, without a shell, and lets go of it. Throws `usage` with the program's own words
 * where it cannot be started or ends badly at once.
 */
export async function launch(program: string, programArguments: readonly string[], options: LaunchOptions): Promise<void> {
  mkdirSync(options.logDirectory, { recursive: true, mode: 0o700 });
  const log = join(options.logDirectory, 'launcher.log');
  // A file rather than a pipe: the editor goes on writing when nobody reads any more.
  const output = openSync(log, 'w', 0o600);
  try {
    const child = spawn(program, programArguments, {
      detached: true,
      shell: false,
      stdio: ['ignore', 'ignore', output],
      windowsHide: false,
      env: Object.fromEntries(Object.entries(options.environment).filter(([name]) => !ownVariables.has(name))),
    });
    child.unref();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, options.patienceMs ?? defaultPatienceMs);
      const fail = (what: string, cause?: unknown): void => {
        clearTimeout(timer);
        reject(
          new HubError(
            'usage',
            `${program} ${what}. ${options.advice ?? 'Open the file in another editor.'}`,
            { program },
            cause,
          ),
        );
      };
      child.once('error', (error) => fail(`could not be started: ${error.message}`, error));
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        if (code !== null && (options.acceptedCodes ?? [0]).includes(code)) resolve();
        else fail(`ended with ${code === null ? `signal ${signal}` : `code ${code}`}${wordsOf(log)}`);
      });
    });
  } finally {
    closeSync(output);
  }
}

/** The last line that a launcher wrote. */
function wordsOf(log: string): string {
  const last = readFileSync(log, 'utf8').trim().split('\n').at(-1)?.trim() ?? '';
  return last === '' ? '' : `: ${last.slice(0, longestWords)}`;
}
