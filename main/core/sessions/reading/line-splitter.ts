/** A line of a file without its newline. */
export interface Line {
  /** Valid until the next call of the splitter; null where the line was longer than the cap and has been passed over. */
  bytes: Uint8Array | null;
  /** From 1. */
  number: number;
  /** Bytes from the beginning of the file. */
  offset: number;
  length: number;
  /** False for a last line without a newline. */
  ended: boolean;
}

const newline = 0x0a;

/** Longest line that is read. Unit: bytes. */
export const lineByteLimit = 64 * 1024 * 1024;

/**
 * Cuts chunks of bytes into lines at 0x0A and nowhere else: U+2028, U+0085 and a lone `\r` stand inside records. Holds one line at
 * most, and of one above the cap nothing.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #onLine: (line: Line) => void;
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #oversized = false;
  #number = 1;
  /** Where the line that is being read begins. */
  #start = 0;

  constructor(onLine: (line: Line) => void, limit: number = lineByteLimit) {
    this.#onLine = onLine;
    this.#limit = limit;
  }

  /** Bytes of the line whose end has not come yet. */
  get pendingBytes(): number {
    return this.#partBytes;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(newline, from);
      if (end === -1) break;
      this.#finish(chunk.subarray(from, end), true);
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** Gives what stands after the last newline, if anything does, without forgetting it: more may be written to a live file. */
  peekTail(): Line | null {
    if (this.#partBytes === 0) return null;
    const bytes = this.#oversized ? null : joinBytes(this.#parts, this.#partBytes);
    return { bytes, number: this.#number, offset: this.#start, length: this.#partBytes, ended: false };
  }

  #finish(rest: Uint8Array, ended: boolean): void {
    const length = this.#partBytes + rest.length;
    const fits = !this.#oversized && length <= this.#limit;
    const bytes = !fits ? null : this.#parts.length === 0 ? rest : joinBytes([...this.#parts, rest], length);
    const line: Line = { bytes, number: this.#number, offset: this.#start, length, ended };
    this.#parts = [];
    this.#partBytes = 0;
    this.#oversized = false;
    this.#number += 1;
    this.#start += length + 1;
    this.#onLine(line);
  }

  #keep(part: Uint8Array): void {
    this.#partBytes += part.length;
    if (this.#oversized) return;
    if (this.#partBytes > this.#limit) {
      this.#oversized = true;
      this.#parts = [];
      // A copy: the chunk is used again by who reads the file, and `slice` of a Buffer copies nothing.
    } else this.#parts.push(new Uint8Array(part));
  }
}

/** The bytes of all parts in one piece; `length` is their sum. */
export function joinBytes(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
