import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ProgramResult {
  /** Null where a signal ended it. */
  code: number | null;
  /** Both streams, in the order they came; empty where they went to stderr. */
  output: string;
  timedOut: boolean;
  seconds: number;
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const tools = join(repository, 'node_modules', '.bin');
const windows = process.platform === 'win32';

/** stdout has one line, the result; everything else is told here. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs one of the installed tools in the repository's folder, by the Node that is installed with them. */
export function runProgram(
  name: string,
  programArguments: readonly string[],
  options: { output: 'collect' | 'stderr'; limitMs: number },
): Promise<ProgramResult> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(name, programArguments, {
      cwd: repository,
      env: { ...process.env, PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', ...(options.output === 'collect' ? (['pipe', 'pipe'] as const) : ([2, 2] as const))],
      // A group of its own, so that the workers of a tool that hangs end with it.
      detached: !windows,
      shell: windows,
    });
    const stop = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(windows ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    };
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, options.limitMs);
    const interrupt = () => {
      stop();
      process.exit(130);
    };
    process.once('SIGINT', interrupt);
    process.once('SIGTERM', interrupt);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      resolve({ code, output, timedOut, seconds: (performance.now() - started) / 1000 });
    });
  });
}
