import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { HubError } from '../../contract/errors.ts';
import { redactCredentials } from '../../core/discovery/remote-url.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { gitEnvironment, gitSafetyArguments } from './git-environment.ts';
import type { GitMode } from './git-environment.ts';

/** How one run of git is set up. */
export interface GitRun {
  mode: GitMode;
  cwd?: string;
  /** More variables, such as GIT_DIR. */
  environment?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Unit: milliseconds. */
  timeoutMs?: number;
  /** Output beyond this ends the run with an error. Unit: bytes. */
  maximumOutputBytes?: number;
  onErrorOutput?: (text: string) => void;
}

/** What a run gave. */
export interface GitResult {
  code: number;
  output: Buffer;
  /** Error output, credentials removed. */
  errors: string;
}

const defaultTimeoutMs = 60_000;
const defaultMaximumOutputBytes = 256 * 1024 * 1024;
const maximumErrorCharacters = 64 * 1024;

/** Starts git in a process group of its own, so that its helpers end with it and no terminal is there to ask on. */
export function spawnGit(arguments_: readonly string[], run: GitRun): ChildProcess {
  return spawn('git', [...gitSafetyArguments, ...arguments_], {
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    env: { ...gitEnvironment(run.mode), ...run.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** Ends git and whatever it started. */
export function killGit(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** The error for a git that cannot be started. */
export function gitStartError(error: Error): HubError {
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return new HubError(
    'source-unreachable',
    missing
      ? 'The git program was not found. Install git and make sure it is on the PATH.'
      : `git could not be started: ${error.message}`,
    {},
    error,
  );
}

/** Runs git to its end. Throws for cancel, time-out, too much output and a missing program; an exit code is the caller's to judge. */
export async function runGit(arguments_: readonly string[], run: GitRun): Promise<GitResult> {
  throwIfCancelled(run.signal);
  const timeoutMs = run.timeoutMs ?? defaultTimeoutMs;
  const limit = run.maximumOutputBytes ?? defaultMaximumOutputBytes;
  return new Promise((resolve, reject) => {
    const child = spawnGit(arguments_, run);
    const output: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    let failure: HubError | null = null;
    const stop = (error: HubError): void => {
      failure ??= error;
      killGit(child);
    };
    const timer = setTimeout(
      () =>
        stop(
          new HubError(
            'source-unreachable',
            `git ${arguments_[0] ?? ''} took more than ${Math.round(timeoutMs / 1000)} s and was ended.`,
          ),
        ),
      timeoutMs,
    );
    const cancel = (): void => stop(new HubError('cancelled', 'Cancelled.'));
    run.signal?.addEventListener('abort', cancel, { once: true });
    child.stdin!.on('error', () => {});
    child.stdin!.end();
    child.stdout!.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit)
        stop(
          new HubError(
            'source-invalid',
            `git ${arguments_[0] ?? ''} gave more than ${limit} bytes; the repository is too large to list.`,
          ),
        );
      else output.push(chunk);
    });
    child.stderr!.setEncoding('utf8');
    child.stderr!.on('data', (chunk: string) => {
      run.onErrorOutput?.(chunk);
      errors = (errors + chunk).slice(-maximumErrorCharacters);
    });
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', cancel);
      settle();
    };
    child.on('error', (error) => finish(() => reject(failure ?? gitStartError(error))));
    child.on('close', (code) =>
      finish(() =>
        failure
          ? reject(failure)
          : resolve({ code: code ?? 1, output: Buffer.concat(output), errors: redactCredentials(errors) }),
      ),
    );
  });
}

/** Output of a run as text without the last line break; null where git failed. */
export async function askGit(arguments_: readonly string[], run: GitRun): Promise<string | null> {
  const { code, output } = await runGit(arguments_, run);
  return code === 0 ? output.toString('utf8').replace(/\r?\n$/, '') : null;
}

/** The line of git's error output that says what is wrong. */
export function gitErrorLine(errors: string): string {
  const lines = errors
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.find((line) => /^(fatal|error|remote: error|ssh):/i.test(line)) ?? lines.at(-1) ?? 'no message';
  return telling
    .replace(/^(fatal|error): /i, '')
    .replace(/\.+$/, '')
    .slice(0, 300);
}
