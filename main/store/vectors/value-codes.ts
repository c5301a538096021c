/** Small numbers for the few different values that a column holds, so that a filter compares integers. */
export class ValueCodes {
  readonly #codes = new Map<string, number>();

  /** The value's number; a new value gets the next one. */
  encode(value: string): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.#codes.size;
    this.#codes.set(value, code);
    return code;
  }

  /** One byte per code, 1 where the code's value is wanted; null where everything is. */
  mask(wanted: readonly string[] | undefined): Uint8Array | null {
    if (wanted === undefined) return null;
    const mask = new Uint8Array(this.#codes.size);
    for (const value of wanted) {
      const code = this.#codes.get(value);
      if (code !== undefined) mask[code] = 1;
    }
    return mask;
  }
}
