import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { HubError } from '../../contract/errors.ts';
import { isProgram, programPaths } from '../runtime/find-program.ts';

const windows = process.platform === 'win32';
/** Characters of a program's output that are kept for its report. */
const outputCharacters = 4_000;

/** Absolute path of a program on the PATH, or null. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | null {
  const endings = windows ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : [''];
  return programPaths([name], env, endings).find(isProgram) ?? null;
}

export interface ProgramResult {
  /** Null when it was ended by a signal. */
  exitCode: number | null;
  /** The end of what it printed, both streams. */
  output: string;
  timedOut: boolean;
}

/** Runs a program to its end, with all its children ended when the limit is reached or the signal fires. Arguments hold no outside text. */
export function runProgram(
  program: string,
  programArguments: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; limitMs: number; signal?: AbortSignal | undefined },
): Promise<ProgramResult> {
  const { cwd, env, limitMs, signal } = options;
  return new Promise((resolve, reject) => {
    // Scripts (.cmd) need the shell on Windows. Elsewhere a group of its own lets all children be ended together.
    const child = spawn(windows ? `"${program}"` : program, programArguments, {
      cwd,
      env,
      shell: windows,
      detached: !windows,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let timedOut = false;
    const keep = (data: Buffer) => (output = (output + data.toString('utf8')).slice(-outputCharacters));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = () => {
      try {
        if (windows || child.pid === undefined) child.kill('SIGKILL');
        else process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, limitMs);
    const onAbort = () => end();
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) end();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    child.on('error', (error) => {
      finish();
      resolve({ exitCode: null, output: error.message, timedOut });
    });
    child.on('close', (exitCode) => {
      finish();
      if (signal?.aborted) reject(new HubError('cancelled', 'Cancelled.'));
      else resolve({ exitCode, output: plain(output), timedOut });
    });
  });
}

/** Without colour codes, as one line. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
}
