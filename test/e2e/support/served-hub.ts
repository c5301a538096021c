import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, type RunningCommand } from '../../helpers/command-line.ts';
import { realModel } from '../../helpers/real-model.ts';

export interface ServedHubOptions {
  /** Whose end is its owner's business; by default a new one that goes with the hub. */
  dataDirectory?: string;
  /** Any that is free by default. */
  port?: number;
  /** `none`: there is none anywhere and none may be fetched. */
  model?: 'real' | 'none';
  environment?: Readonly<Record<string, string>>;
  /** What `serve` is to add and index. */
  sources?: readonly string[];
}

/** `context-hub serve` in a process of its own; `await using` ends it. */
export class ServedHub {
  readonly #folder: string;
  /** As it was printed, with the token of this run. */
  readonly address: URL;
  readonly dataDirectory: string;
  readonly #command: RunningCommand;

  private constructor(folder: string, dataDirectory: string, address: URL, command: RunningCommand) {
    this.#folder = folder;
    this.dataDirectory = dataDirectory;
    this.address = address;
    this.#command = command;
  }

  static async start(options: ServedHubOptions = {}): Promise<ServedHub> {
    const folder = await mkdtemp(join(tmpdir(), 'context-hub-e2e-'));
    const dataDirectory = options.dataDirectory ?? join(folder, 'data');
    const caches = join(folder, 'caches');
    await mkdir(caches);
    const model: Record<string, string> =
      options.model === 'none'
        ? { CONTEXT_HUB_MODEL_DOWNLOAD: '0', CONTEXT_HUB_CACHE_DIR: caches }
        : { CONTEXT_HUB_MODEL: (await realModel()).path };
    const port = options.port === undefined ? [] : ['--port', String(options.port)];
    const command = startCommand(['--data-dir', dataDirectory, 'serve', '--no-open', ...port, ...(options.sources ?? [])], {
      CONTEXT_HUB_VECTORS: 'embedded',
      ...model,
      ...options.environment,
    });
    const printed = await command.untilStdout('Ctrl-C');
    return new ServedHub(folder, dataDirectory, new URL(/http:\/\/\S+/.exec(printed)![0]), command);
  }

  /** The address of a screen in a browser that has access already. */
  screen(hash: string): string {
    return new URL(`/${hash}`, this.address).href;
  }

  get port(): number {
    return Number(this.address.port);
  }

  /** Ends it as a crash would, with nothing said and nothing closed. */
  async crash(): Promise<void> {
    this.#command.child.kill('SIGKILL');
    await this.#command.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crash();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
