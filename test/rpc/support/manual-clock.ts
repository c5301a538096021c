import type { Clock } from '../../../main/rpc/clock.ts';

/** Time that passes when the test says so. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ at: number; action: () => void }>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): () => void {
    const timer = { at: this.#now + milliseconds, action };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  random(): number {
    return 1;
  }

  /** How far away the next timer is; null when there is none. */
  get next(): number | null {
    return this.#timers.size === 0 ? null : Math.min(...[...this.#timers].map(({ at }) => at)) - this.#now;
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** Runs what is due on the way, in order, and lets promises settle after each. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.action();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Until promises that need nothing from outside have settled. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
