import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { messageOf, type ArchiveBudget, type EntryReader } from './archive-budget.ts';

/**
 * The entries of a zip as its bytes come, without unpacking it onto the disk. `open` says for each entry whether it is wanted and takes its
 * bytes. `push` throws where the archive is damaged; entries before the damage have been read, and of the one that it struck, what came before it.
 */
export class ZipEntries implements EntryReader {
  readonly #reading = new Set<EntryReader>();
  readonly #unzip: Unzip;
  /** What throws inside a callback of the unpacking is thrown outside of it. */
  #failure: Error | null = null;

  constructor(open: (name: string) => EntryReader | null, budget: ArchiveBudget) {
    this.#unzip = new Unzip((file) => {
      const reader = this.#guard(() => {
        budget.takeEntry();
        return file.name.endsWith('/') ? null : open(file.name);
      });
      if (reader === null) return;
      this.#reading.add(reader);
      const fail = (reason: string): void => {
        if (this.#reading.delete(reader)) reader.fail(reason);
      };
      file.ondata = (error, chunk, final) => {
        if (error !== null) {
          fail(error.message);
          return;
        }
        this.#guard(() => {
          budget.takeBytes(chunk.length);
          if (!this.#reading.has(reader)) return null;
          reader.push(chunk);
          if (final && this.#reading.delete(reader)) reader.end();
          return null;
        });
      };
      try {
        file.start();
      } catch (error) {
        fail(messageOf(error));
      }
    });
    this.#unzip.register(UnzipInflate);
    this.#unzip.register(UnzipPassThrough);
  }

  push(chunk: Uint8Array): void {
    this.#unzip.push(new Uint8Array(chunk));
    if (this.#failure !== null) throw this.#failure;
  }

  end(): void {
    this.#unzip.push(new Uint8Array(0), true);
    this.fail('the archive ends within it');
    if (this.#failure !== null) throw this.#failure;
  }

  /** Entries that have not ended get no further. */
  fail(reason: string): void {
    for (const reader of this.#reading) reader.fail(reason);
    this.#reading.clear();
  }

  #guard<Result>(run: () => Result | null): Result | null {
    if (this.#failure !== null) return null;
    try {
      return run();
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }
}
