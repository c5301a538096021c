/** More than this is no transcript but a bomb. Unit: bytes, unpacked. */
export const unpackedByteLimit = 32 * 1024 ** 3;
const entryLimit = 50_000;

/** Takes the bytes of one entry of an archive. */
export interface EntryReader {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(reason: string): void;
}

/** What an archive may unpack to, with all archives in it: more is no set of transcripts but a bomb. Throws where it is used up. */
export class ArchiveBudget {
  readonly #entryLimit: number;
  readonly #byteLimit: number;
  #entries = 0;
  #bytes = 0;

  constructor(limits: { entries?: number; bytes?: number } = {}) {
    this.#entryLimit = limits.entries ?? entryLimit;
    this.#byteLimit = limits.bytes ?? unpackedByteLimit;
  }

  takeEntry(): void {
    this.#entries += 1;
    if (this.#entries > this.#entryLimit) throw new Error(`it has more than ${this.#entryLimit} entries`);
  }

  takeBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#byteLimit) throw new Error('it unpacks to more than is read');
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
