import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('stand-in/launch.ts', import.meta.url));

export interface StartOptions {
  words?: string[];
  isPackaged?: boolean;
  environment?: Record<string, string>;
  cwd?: string;
}

/** An app that runs under the stand-in, from the outside. */
export class RunningApp implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  stderr = '';
  /** Its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;

  constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream!.on('data', (data: Buffer) => (this.stderr += data.toString()));
    child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) pending?.resolve(value);
      else pending?.reject(new Error(error));
    });
    this.ended = new Promise((resolve) => {
      child.on('close', (code) => {
        for (const pending of this.#pending.values()) pending.reject(new Error(`The app has ended (${code}): ${this.stderr}`));
        resolve(code);
      });
    });
  }

  /** See `stand-in/test-side.ts` for what can be asked. */
  ask<Value = unknown>(ask: string, ...values: unknown[]): Promise<Value> {
    this.#lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#pending.set(this.#lastId, answer);
    this.#child.send({ id: this.#lastId, ask, values }, (error) => {
      if (error) answer.reject(new Error(`The app has ended: ${this.stderr}`));
    });
    return answer.promise as Promise<Value>;
  }

  page<Value = unknown>(method: string, ...values: unknown[]): Promise<Value> {
    return this.ask<Value>('page', method, ...values);
  }

  /** Evaluates an expression in the page. */
  evaluate<Value = unknown>(expression: string): Promise<Value> {
    return this.page<Value>('evaluate', expression);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Not by disconnecting: Node then never tells that the process has closed.
    void this.ask('exit').catch(() => null);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 20_000);
    await this.ended;
    clearTimeout(timer);
  }
}

/** Starts what lies in `appFolder` (its `package.json` names the entry) as `electron APP-FOLDER WORD…` would. */
export function startApp(
  appFolder: string,
  { words = [], isPackaged = false, environment = {}, cwd }: StartOptions = {},
): RunningApp {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('CONTEXT_HUB_') || name === 'CONTEXT_HUB_CHROMIUM'),
  );
  // Vitest's own settings would reach the app, its service and the service's threads.
  for (const name of ['NODE_OPTIONS', 'VITEST', 'VITEST_MODE', 'NODE_ENV']) delete inherited[name];
  const child = fork(launcher, [appFolder, ...(isPackaged ? ['--packaged'] : []), ...words], {
    env: { ...inherited, NODE_NO_WARNINGS: '1', ...environment },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  return new RunningApp(child);
}
