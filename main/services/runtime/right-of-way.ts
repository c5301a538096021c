/** How long a thread works before it looks whether somebody is being answered, and how long it waits at most until nobody is. Unit: milliseconds. */
const usualTimes = { workMs: 100, longestWaitMs: 2_000 };

/**
 * Answers before indexing: threads of one process share a number, how many calls are being answered now. Who indexes works for a moment at a time and waits in
 * between while the number is not zero, but never so long that it does not get on. Each change of the index costs searches what they had in memory, so that
 * a core of its own would not be enough.
 */
export class RightOfWay {
  /** To be handed to the other thread. */
  readonly shared: SharedArrayBuffer;
  readonly #underWay: Int32Array;
  readonly #times: { workMs: number; longestWaitMs: number };
  #since = performance.now();
  #waiting: Promise<void> | null = null;

  /** `times` are for tests. */
  constructor(
    shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    times: { workMs: number; longestWaitMs: number } = usualTimes,
  ) {
    this.shared = shared;
    this.#times = times;
    this.#underWay = new Int32Array(shared);
  }

  /** Whether anybody is being answered. */
  get isTaken(): boolean {
    return Atomics.load(this.#underWay, 0) > 0;
  }

  /** Has the right of way while `work` is under way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    Atomics.add(this.#underWay, 0, 1);
    try {
      return await work();
    } finally {
      if (Atomics.sub(this.#underWay, 0, 1) === 1) Atomics.notify(this.#underWay, 0);
    }
  }

  /** Called between two pieces of work by who gives way; several may at once. */
  async giveWay(): Promise<void> {
    if (this.#waiting === null && performance.now() - this.#since >= this.#times.workMs)
      this.#waiting = this.#wait().finally(() => {
        this.#waiting = null;
        this.#since = performance.now();
      });
    await this.#waiting;
  }

  async #wait(): Promise<void> {
    const until = performance.now() + this.#times.longestWaitMs;
    for (;;) {
      const underWay = Atomics.load(this.#underWay, 0);
      const left = until - performance.now();
      if (underWay === 0 || left <= 0) return;
      // Woken when it is zero; looks again where it has only changed.
      const waited = Atomics.waitAsync(this.#underWay, 0, underWay, left);
      if (waited.async) await waited.value;
    }
  }
}
