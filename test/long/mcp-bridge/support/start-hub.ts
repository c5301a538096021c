import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./hub-process.ts', import.meta.url));
export const programVersion = (
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export interface HubProcess extends AsyncDisposable {
  child: ChildProcess;
  kill(): Promise<void>;
}

/** A hub in a process of its own that listens for agents. */
export async function startHubProcess(dataDirectory: string, version: string = programVersion): Promise<HubProcess> {
  const child = spawn(process.execPath, [entry, dataDirectory, version], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', (said: Buffer) =>
      said.toString().trim() === 'listening' ? resolve() : reject(new Error(`The hub says ${said.toString()}`)),
    );
    void ended.then(() => reject(new Error('The hub ended before it listened.')));
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, kill, [Symbol.asyncDispose]: kill };
}
