import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, type CommandResult, type RunningCommand } from '../../helpers/command-line.ts';
import { realModel } from '../../helpers/real-model.ts';

export interface ServeOptions {
  /** Sources that are indexed from the start. */
  sources?: readonly string[];
  port?: number;
  environment?: Record<string, string>;
  /** The data directory of another one instead of its own. */
  dataDirectory?: string;
}

/** `context-hub serve` in a process of its own, with a data directory of its own and the real model; `await using` ends it. */
export class ServedHub {
  readonly folder: string;
  readonly dataDirectory: string;
  /** As it was printed, with the token of this run. */
  readonly address: URL;
  readonly #command: RunningCommand;

  private constructor(folder: string, dataDirectory: string, address: URL, command: RunningCommand) {
    this.folder = folder;
    this.dataDirectory = dataDirectory;
    this.address = address;
    this.#command = command;
  }

  static async start(options: ServeOptions = {}): Promise<ServedHub> {
    const folder = await mkdtemp(join(tmpdir(), 'context-hub-e2e-'));
    const dataDirectory = options.dataDirectory ?? join(folder, 'data');
    const command = startCommand(
      [
        ...['--data-dir', dataDirectory, 'serve', '--no-open'],
        ...(options.port === undefined ? [] : ['--port', String(options.port)]),
        ...(options.sources ?? []),
      ],
      {
        CONTEXT_HUB_VECTORS: 'embedded',
        CONTEXT_HUB_MODEL: (await realModel()).path,
        ...options.environment,
      },
    );
    const printed = await command.untilStdout('Ctrl-C');
    return new ServedHub(folder, dataDirectory, new URL(/http:\/\/\S+/.exec(printed)![0]), command);
  }

  /** The same address at a screen. */
  at(hash: string): string {
    const address = new URL(this.address);
    const token = new URLSearchParams(address.hash.slice(1)).get('token')!;
    address.hash = new URLSearchParams({ token, to: hash.replace(/^#/, '') }).toString();
    return address.href;
  }

  /** Without the token, for a page that has the cookie. */
  plain(hash: string): string {
    return new URL(hash, this.address.origin).href;
  }

  /** Ends it; its files stay until it is disposed of. */
  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<CommandResult> {
    this.#command.child.kill(signal);
    return this.#command.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}
