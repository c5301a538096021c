import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** A log file that keeps at most twice `maximumBytes`: when full it becomes `<path>.1` and a new one begins. */
export class BoundedLogFile implements Disposable {
  readonly #path: string;
  readonly #maximumBytes: number;
  #descriptor: number | null;
  #bytes: number;

  constructor(path: string, maximumBytes: number) {
    this.#path = path;
    this.#maximumBytes = maximumBytes;
    this.#descriptor = openSync(path, 'a', 0o600);
    this.#bytes = fstatSync(this.#descriptor).size;
  }

  /** A full disk or a vanished folder must not stop the one who logs: what cannot be written is lost. */
  write(chunk: Uint8Array): void {
    if (this.#descriptor === null) return;
    try {
      const piece = chunk.subarray(0, this.#maximumBytes);
      if (this.#bytes + piece.length > this.#maximumBytes) this.#rotate();
      this.#bytes += writeSync(this.#descriptor, piece);
    } catch {
      // see above
    }
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #rotate(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    renameSync(this.#path, `${this.#path}.1`);
    this.#descriptor = openSync(this.#path, 'a', 0o600);
    this.#bytes = 0;
  }
}
