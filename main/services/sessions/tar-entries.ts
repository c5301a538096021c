import type { ArchiveBudget, EntryReader } from './archive-budget.ts';

const blockBytes = 512;
/** Longest name that a header of its own may give. Unit: bytes. */
const longestName = 64 * 1024;
const decoder = new TextDecoder();

/** Whether bytes are the beginning of a tar. */
export function isTar(head: Uint8Array): boolean {
  return head.length >= 262 && decoder.decode(head.subarray(257, 262)) === 'ustar';
}

/** The entries of a tar as its bytes come; long names as GNU and POSIX write them. `push` throws where it is no tar. */
export class TarEntries implements EntryReader {
  readonly #open: (name: string) => EntryReader | null;
  readonly #budget: ArchiveBudget;
  readonly #header = new Uint8Array(blockBytes);
  #headerBytes = 0;
  /** Of the entry that is being read: what is still to come, and what fills its last block. */
  #left = 0;
  #padding = 0;
  #reader: EntryReader | null = null;
  /** Bytes of a header that gives the next entry's name. */
  #named: { kind: 'gnu' | 'posix'; bytes: number[] } | null = null;
  #nextName: string | null = null;

  constructor(open: (name: string) => EntryReader | null, budget: ArchiveBudget) {
    this.#open = open;
    this.#budget = budget;
  }

  push(chunk: Uint8Array): void {
    this.#budget.takeBytes(chunk.length);
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const piece = chunk.subarray(at, at + this.#left);
        at += piece.length;
        this.#left -= piece.length;
        this.#reader?.push(piece);
        if (this.#named !== null && this.#named.bytes.length < longestName)
          this.#named.bytes.push(...piece.subarray(0, longestName));
        if (this.#left === 0) this.#ended();
      } else if (this.#padding > 0) {
        const passed = Math.min(this.#padding, chunk.length - at);
        this.#padding -= passed;
        at += passed;
      } else {
        const piece = chunk.subarray(at, at + blockBytes - this.#headerBytes);
        this.#header.set(piece, this.#headerBytes);
        this.#headerBytes += piece.length;
        at += piece.length;
        if (this.#headerBytes === blockBytes) this.#begin();
      }
    }
  }

  end(): void {
    this.fail('the archive ends within it');
  }

  fail(reason: string): void {
    this.#reader?.fail(reason);
    this.#reader = null;
  }

  #begin(): void {
    this.#headerBytes = 0;
    // Blocks of zeros are the end; what follows them is looked at all the same.
    if (this.#header.every((byte) => byte === 0)) return;
    const size = this.#size();
    if (!isTar(this.#header) || size === null) throw new Error('what should be the head of an entry is none');
    const type = String.fromCharCode(this.#header[156]!);
    this.#left = size;
    this.#padding = (blockBytes - (size % blockBytes)) % blockBytes;
    if (type === 'L' || type === 'x') this.#named = { kind: type === 'L' ? 'gnu' : 'posix', bytes: [] };
    else if (type === '0' || type === '\0' || type === '7') {
      const name = this.#nextName ?? this.#name();
      this.#nextName = null;
      this.#budget.takeEntry();
      this.#reader = name.endsWith('/') ? null : this.#open(name);
    }
    if (size === 0) this.#ended();
  }

  #ended(): void {
    this.#reader?.end();
    this.#reader = null;
    if (this.#named === null) return;
    const text = decoder.decode(Uint8Array.from(this.#named.bytes));
    this.#nextName =
      this.#named.kind === 'gnu'
        ? text.replace(/\0[\s\S]*$/, '')
        : (/(?:^|\n)\d{1,6} path=([^\n]{1,65000})\n/.exec(text)?.[1] ?? null);
    this.#named = null;
  }

  #text(from: number, length: number): string {
    return decoder.decode(this.#header.subarray(from, from + length)).replace(/\0[\s\S]*$/, '');
  }

  #name(): string {
    const prefix = this.#text(345, 155);
    return prefix === '' ? this.#text(0, 100) : `${prefix}/${this.#text(0, 100)}`;
  }

  /** Octal digits, or in big entries a number of bytes; null where it is neither. */
  #size(): number | null {
    const first = this.#header[124]!;
    if (first >= 0x80) {
      let size = first & 0x7f;
      for (const byte of this.#header.subarray(125, 136)) size = size * 256 + byte;
      return Number.isSafeInteger(size) ? size : null;
    }
    const digits = this.#text(124, 12).trim();
    return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : digits === '' ? 0 : null;
  }
}
