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
}

/** Starts the real command line in a process of its own, without the caller's own settings. */
export function startCommand(commandArguments: readonly string[], environment: Record<string, string> = {}): RunningCommand {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CONTEXT_HUB_')));
  const child = spawn(process.execPath, [entry, ...commandArguments], {
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
  return {
    child,
    ended,
    untilStderr: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (result.stderr.includes(text)) resolve();
        };
        look();
        child.stderr.on('data', look);
        child.on('close', () => reject(new Error(`ended without “${text}”: ${result.stderr}`)));
      }),
  };
}

export function runCommand(
  commandArguments: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  return startCommand(commandArguments, environment).ended;
}
