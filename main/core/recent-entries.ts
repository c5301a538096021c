export interface RecentEntriesOptions<Value> {
  /** What all entries together may cost. */
  most: number;
  /** What one costs; 1 where nothing is said, so that `most` is a number of entries. */
  costOf?: (value: Value) => number;
  /** Entries that stay whatever they cost. */
  atLeast?: number;
}

/** What was used last, up to a limit: the entry that was asked for last is the last to go. */
export class RecentEntries<Key, Value> {
  readonly #most: number;
  readonly #costOf: (value: Value) => number;
  readonly #atLeast: number;
  /** Used longest ago first. */
  readonly #entries = new Map<Key, Value>();
  #cost = 0;

  constructor({ most, costOf = () => 1, atLeast = 0 }: RecentEntriesOptions<Value>) {
    this.#most = most;
    this.#costOf = costOf;
    this.#atLeast = atLeast;
  }

  /** Without counting as a use. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#remove(key);
    this.#entries.set(key, value);
    this.#cost += this.#costOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#cost <= this.#most || this.#entries.size <= this.#atLeast) break;
      this.#remove(oldest);
    }
  }

  delete(key: Key): void {
    this.#remove(key);
  }

  /** Puts another value in the place of each, without counting as a use. */
  replaceAll(change: (value: Value) => Value): void {
    for (const [key, value] of Array.from(this.#entries)) this.set(key, change(value));
  }

  clear(): void {
    this.#entries.clear();
    this.#cost = 0;
  }

  #remove(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#cost -= this.#costOf(value);
    this.#entries.delete(key);
  }
}
