/** Longest message that passes. Results are cut by the server, arguments are small. Unit: bytes. */
const longestLine = 10 * 1024 * 1024;

const lineBreak = 0x0a;

/** Cuts a stream of bytes into lines. A line that is too long is dropped and told once. */
export class Lines {
  readonly #line: (line: Buffer) => void;
  readonly #tooLong: () => void;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(line: (line: Buffer) => void, tooLong: () => void) {
    this.#line = line;
    this.#tooLong = tooLong;
  }

  push(bytes: Buffer): void {
    let from = 0;
    for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, from)) {
      this.#add(bytes.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    if (from < bytes.length) this.#add(bytes.subarray(from));
  }

  #add(part: Buffer): void {
    if (this.#size <= longestLine && this.#size + part.length > longestLine) this.#tooLong();
    this.#size += part.length;
    if (this.#size <= longestLine) this.#parts.push(part);
    else this.#parts = [];
  }

  #finish(): void {
    const line = this.#size <= longestLine ? Buffer.concat(this.#parts) : null;
    this.#parts = [];
    this.#size = 0;
    if (line !== null && line.length > 0) this.#line(line);
  }
}
