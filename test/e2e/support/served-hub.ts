import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, type RunningCommand } from '../../helpers/command-line.ts';
import { realModel } from '../../helpers/real-model.ts';

/** `context-hub serve` in a process of its own, with a data directory of its own and the real model; `await using` ends it. */
export class ServedHub {
  readonly #folder: string;
  /** As it was printed, with the token of this run. */
  readonly address: URL;
  readonly #command: RunningCommand;

  private constructor(folder: string, address: URL, command: RunningCommand) {
    this.#folder = folder;
    this.address = address;
    this.#command = command;
  }

  static async start(): Promise<ServedHub> {
    const folder = await mkdtemp(join(tmpdir(), 'context-hub-e2e-'));
    const command = startCommand(['--data-dir', join(folder, 'data'), 'serve', '--no-open'], {
      CONTEXT_HUB_VECTORS: 'embedded',
      CONTEXT_HUB_MODEL: (await realModel()).path,
    });
    const printed = await command.untilStdout('Ctrl-C');
    return new ServedHub(folder, new URL(/http:\/\/\S+/.exec(printed)![0]), command);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#command.child.kill('SIGKILL');
    await this.#command.ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
