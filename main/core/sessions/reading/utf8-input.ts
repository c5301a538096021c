/** How the bytes of a text are to be read; null is UTF-8. */
type WideEncoding = 'utf-16le' | 'utf-16be';

/** Looks at the first bytes of a file: a mark of the byte order, or every other byte of the first ones zero. */
function wideEncodingOf(head: Uint8Array): WideEncoding | null {
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  // Without a mark: `{` or `[` and a quote, a line end or a space, as one UTF-16 unit each.
  if ((first === 0x7b || first === 0x5b) && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && (second === 0x7b || second === 0x5b) && third === 0 && fourth !== 0) return 'utf-16be';
  return null;
}

const markBytes = [0xef, 0xbb, 0xbf];

/** Gives the bytes of a text as UTF-8, whatever it was written in, chunk by chunk. Offsets of records count in what it gives. */
export class Utf8Input {
  #head: Uint8Array | null = new Uint8Array(0);
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  readonly #encoder = new TextEncoder();

  push(chunk: Uint8Array): Uint8Array {
    if (this.#head === null) return this.#convert(chunk);
    const head = new Uint8Array(this.#head.length + chunk.length);
    head.set(this.#head);
    head.set(chunk, this.#head.length);
    this.#head = head;
    // Four bytes tell the encoding; what is shorter waits for more.
    return head.length < 4 ? new Uint8Array(0) : this.#begin(head);
  }

  /** What is left at the end of the file. */
  end(): Uint8Array {
    if (this.#head !== null) return this.#begin(this.#head);
    return this.#decoder === null ? new Uint8Array(0) : this.#encoder.encode(this.#decoder.decode());
  }

  #begin(head: Uint8Array): Uint8Array {
    this.#head = null;
    const encoding = wideEncodingOf(head);
    if (encoding !== null) this.#decoder = new TextDecoder(encoding);
    else if (markBytes.every((byte, index) => head[index] === byte)) return head.subarray(markBytes.length);
    return this.#convert(head);
  }

  #convert(chunk: Uint8Array): Uint8Array {
    return this.#decoder === null ? chunk : this.#encoder.encode(this.#decoder.decode(chunk, { stream: true }));
  }
}
