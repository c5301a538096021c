/** A value that others follow: whoever is slow misses states in between, never the newest. */
export class StateCell<Value> {
  #value: Value;
  readonly #wake = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    for (const wake of this.#wake) wake();
  }

  /** Calls back at every change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#wake.add(listener);
    return () => this.#wake.delete(listener);
  }

  /** The value of now and each newest one after it, until the signal fires. */
  async *follow(signal: AbortSignal): AsyncGenerator<Value> {
    let changed = true;
    let wake = (): void => {};
    const stop = this.onChange(() => {
      changed = true;
      wake();
    });
    const onAbort = (): void => wake();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        if (changed) {
          changed = false;
          yield this.#value;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      stop();
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** The first value, now or later, that `matches`; rejects with the signal's reason. */
  async until(matches: (value: Value) => boolean, signal: AbortSignal): Promise<Value> {
    for await (const value of this.follow(signal)) if (matches(value)) return value;
    throw signal.reason;
  }
}

/** The states of a cell while some work runs; ends with what the work returns or throws. */
export async function* followWork<Value, Result>(cell: StateCell<Value>, work: Promise<Result>): AsyncGenerator<Value, Result> {
  const finished = new AbortController();
  const end = (): void => finished.abort();
  work.then(end, end);
  yield* cell.follow(finished.signal);
  return await work;
}
