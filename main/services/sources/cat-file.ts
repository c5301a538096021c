import type { ChildProcess } from 'node:child_process';
import { HubError } from '../../contract/errors.ts';
import { formatBytes } from '../../core/discovery/skip.ts';
import { gitErrorLine, gitStartError, killGit, spawnGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';

interface Request {
  objectId: string;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: HubError) => void;
}

/** The answer that is being received. */
interface Answer {
  /** Null where the object is over the limit: its bytes are taken off the pipe and dropped. */
  bytes: Uint8Array | null;
  position: number;
  size: number;
}

/**
 * One long-lived `git cat-file --batch`. Requests are pipelined and answered in order. A child that dies (a damaged object ends
 * it) fails the request it was at; the ones behind it go to a new child.
 */
export class CatFile implements AsyncDisposable {
  readonly #run: GitRun;
  readonly #maximumBytes: number;
  readonly #waiting: Request[] = [];
  #child: ChildProcess | null = null;
  #header = Buffer.alloc(0);
  #answer: Answer | null = null;
  #errors = '';
  #disposed = false;

  constructor(run: GitRun, maximumBytes: number) {
    this.#run = run;
    this.#maximumBytes = maximumBytes;
  }

  /** Bytes of a blob. Cancelling rejects at once; the answer is still taken off the pipe. */
  read(objectId: string, signal?: AbortSignal): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new HubError('cancelled', 'Cancelled.'));
      if (this.#disposed) return reject(new HubError('internal', 'The source has been closed.'));
      if (!/^[0-9a-f]{40,64}$/.test(objectId))
        return reject(new HubError('internal', `Not an object id: ${objectId.slice(0, 80)}`));
      const cancel = (): void => reject(new HubError('cancelled', 'Cancelled.'));
      signal?.addEventListener('abort', cancel, { once: true });
      const settled = (): void => signal?.removeEventListener('abort', cancel);
      const request: Request = {
        objectId,
        resolve: (bytes) => (settled(), resolve(bytes)),
        reject: (error) => (settled(), reject(error)),
      };
      this.#waiting.push(request);
      if (this.#child) this.#send(request);
      else this.#start();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    const child = this.#child;
    this.#child = null;
    for (const request of this.#waiting.splice(0)) request.reject(new HubError('cancelled', 'The source has been closed.'));
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    killGit(child);
    await ended;
  }

  #send(request: Request): void {
    this.#child!.stdin!.write(`${request.objectId}\n`);
  }

  #start(): void {
    this.#header = Buffer.alloc(0);
    this.#answer = null;
    this.#errors = '';
    const child = spawnGit(['cat-file', '--batch'], this.#run);
    this.#child = child;
    child.stdin!.on('error', () => {}); // the close event tells
    child.stdout!.on('data', (chunk: Buffer) => {
      if (this.#child === child) this.#take(chunk);
    });
    child.stderr!.setEncoding('utf8');
    child.stderr!.on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-4096);
    });
    let startError: HubError | null = null;
    child.on('error', (error) => {
      startError = gitStartError(error);
    });
    child.on('close', () => this.#ended(child, startError));
    for (const request of this.#waiting) this.#send(request);
  }

  #ended(child: ChildProcess, startError: HubError | null): void {
    if (this.#child !== child) return;
    this.#child = null;
    // One request falls with each child, so that this ends.
    const failed = startError ? this.#waiting.splice(0) : this.#waiting.splice(0, 1);
    for (const request of failed) {
      request.reject(
        startError ?? new HubError('source-invalid', `git cannot read object ${request.objectId}: ${gitErrorLine(this.#errors)}`),
      );
    }
    if (this.#waiting.length > 0 && !this.#disposed) this.#start();
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && this.#waiting.length > 0) {
      const answer = this.#answer;
      if (answer) {
        const part = rest.subarray(0, answer.size + 1 - answer.position); // a line feed follows the content
        answer.bytes?.set(part.subarray(0, answer.size - answer.position), answer.position);
        answer.position += part.length;
        rest = rest.subarray(part.length);
        if (answer.position <= answer.size) return;
        this.#answer = null;
        const request = this.#waiting.shift()!;
        if (answer.bytes) request.resolve(answer.bytes);
        else
          request.reject(
            new HubError('source-invalid', `${formatBytes(answer.size)}, the limit is ${formatBytes(this.#maximumBytes)}.`),
          );
        continue;
      }
      const newline = rest.indexOf(10);
      if (newline < 0) {
        this.#header = Buffer.concat([this.#header, rest]);
        return;
      }
      const header = Buffer.concat([this.#header, rest.subarray(0, newline)]).toString('latin1');
      this.#header = Buffer.alloc(0);
      rest = rest.subarray(newline + 1);
      const match = /^[0-9a-f]+ ([a-z]+) (\d+)$/.exec(header);
      const size = Number(match?.[2]);
      if (match) this.#answer = { bytes: size <= this.#maximumBytes ? new Uint8Array(size) : null, position: 0, size };
      else
        this.#waiting
          .shift()!
          .reject(new HubError('source-unreachable', 'The repository lacks this file’s content (a partial or damaged clone).'));
    }
  }
}
