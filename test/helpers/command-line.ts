import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../main/cli.ts', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  child: ChildProcess;
  ended: Promise<CommandResult>;
  /** Resolves when stderr holds the text; rejects when the command ends without. */
  untilStderr(text: string): Promise<void>;
  untilStdout(text: string): Promise<string>;
}

/** Starts the real command line, or another program of ours, in a process of its own, without the caller's own settings. */
export function startCommand(
  commandArguments: readonly string[],
  environment: Record<string, string> = {},
  program: string = entry,
): RunningCommand {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CONTEXT_HUB_')));
  const child = spawn(process.execPath, [program, ...commandArguments], {
    env: { ...inherited, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result: CommandResult = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (result.stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (result.stderr += data.toString()));
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...result, code }));
  });
  const until = (name: 'stdout' | 'stderr', text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (result[name].includes(text)) resolve(result[name]);
      };
      look();
      child[name].on('data', look);
      child.on('close', () => reject(new Error(`ended without “${text}”: ${result.stdout}${result.stderr}`)));
    });
  return {
    child,
    ended,
    untilStderr: (text) => until('stderr', text).then(() => {}),
    untilStdout: (text) => until('stdout', text),
  };
}

export function runCommand(
  commandArguments: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  return startCommand(commandArguments, environment).ended;
}
