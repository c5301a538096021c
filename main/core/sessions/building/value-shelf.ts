/** Where a shelf puts what lies on it: any place but memory. */
export interface ShelfBytes {
  append(bytes: Uint8Array): void;
  /** Bytes from `start` on, as many as there are and as `into` holds; how many. */
  read(start: number, into: Uint8Array): number;
}

/** What is gathered before it is written, and what is read at once. Unit: bytes. */
const chunkBytes = 128 * 1024;
/** Of what is read at once this much lies before what was asked for: arguments stand before results. Unit: bytes. */
const bytesBefore = 16 * 1024;
/** Values that are held as they were taken; they are asked for again at once. A power of two. */
const valuesHeld = 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Keeps plain values as JSON outside of memory, one after the other, and gives each back by its number. A session of fifty thousand calls has a hundred megabytes of arguments
 * and results, which are looked at call by call. What is taken from the shelf is to be looked at, not changed: it is given to the next one too, or read anew.
 */
export class ValueShelf {
  readonly #bytes: ShelfBytes;
  /** Where each value begins; it ends where the next one begins. */
  readonly #starts: number[] = [0];
  /** Not written yet. */
  #pending = new Uint8Array(chunkBytes);
  #pendingBytes = 0;
  #written = 0;
  /** What was read last, and from where. */
  #window = new Uint8Array(0);
  #windowStart = 0;
  #windowBytes = 0;
  readonly #held: { number: number; value: unknown }[] = [];

  constructor(bytes: ShelfBytes) {
    this.#bytes = bytes;
  }

  /** Number of the value, to take it by. */
  put(value: object): number {
    const json = JSON.stringify(value);
    const number = this.#starts.length - 1;
    // A UTF-16 unit takes three bytes at most.
    const longest = json.length * 3;
    if (longest > this.#pending.length - this.#pendingBytes) this.#write();
    if (longest > this.#pending.length) this.#pending = new Uint8Array(longest);
    this.#pendingBytes += encoder.encodeInto(json, this.#pending.subarray(this.#pendingBytes)).written;
    this.#starts.push(this.#written + this.#pendingBytes);
    return number;
  }

  take(number: number): unknown {
    const slot = number % valuesHeld;
    const held = this.#held[slot];
    if (held?.number === number) return held.value;
    const value: unknown = JSON.parse(decoder.decode(this.#bytesOf(this.#starts[number]!, this.#starts[number + 1]!)));
    this.#held[slot] = { number, value };
    return value;
  }

  #write(): void {
    if (this.#pendingBytes === 0) return;
    this.#bytes.append(this.#pending.subarray(0, this.#pendingBytes));
    this.#written += this.#pendingBytes;
    this.#pendingBytes = 0;
  }

  #bytesOf(start: number, end: number): Uint8Array {
    if (start >= this.#written) return this.#pending.subarray(start - this.#written, end - this.#written);
    if (start < this.#windowStart || end > this.#windowStart + this.#windowBytes) {
      if (end - start + bytesBefore > this.#window.length)
        this.#window = new Uint8Array(Math.max(chunkBytes, end - start + bytesBefore));
      this.#windowStart = Math.max(0, start - bytesBefore);
      this.#windowBytes = this.#bytes.read(this.#windowStart, this.#window);
    }
    return this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
  }
}
