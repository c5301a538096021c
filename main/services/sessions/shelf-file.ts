import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { ValueShelf, type ShelfBytes } from '../../core/sessions/building/value-shelf.ts';

/** A shelf in a file without a name: nobody else can open it, and it is gone when this is closed, however the process ends. Smaller than the transcripts. */
export class ShelfFile implements ShelfBytes, Disposable {
  readonly shelf = new ValueShelf(this);
  readonly #file: number;
  /** Its path where it could not be removed while it is open. */
  readonly #left: string | null;
  #length = 0;

  /** Throws `usage` where nothing can be written in the folder. */
  constructor(folder: string) {
    const path = join(folder, `sessions-${randomUUID()}.tmp`);
    try {
      this.#file = openSync(path, 'wx+', 0o600);
    } catch (error) {
      throw new HubError(
        'usage',
        `Transcripts are read with the help of a file in ${folder}, and none can be made there: ${(error as Error).message}. Check that the folder can be written to.`,
        { path: folder },
        error,
      );
    }
    // It can be used as long as it is open; where a system does not let go of it before, it goes when it is closed.
    this.#left = isRemoved(path) ? null : path;
  }

  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at, bytes.length - at, this.#length + at);
    this.#length += bytes.length;
  }

  read(start: number, into: Uint8Array): number {
    for (let read = 0; ;) {
      const bytes = readSync(this.#file, into, read, into.length - read, start + read);
      read += bytes;
      if (bytes === 0 || read === into.length) return read;
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
    if (this.#left !== null) isRemoved(this.#left);
  }
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
