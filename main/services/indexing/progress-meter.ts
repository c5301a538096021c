import type { IndexPhase, IndexProgress } from '../../core/index-events.ts';

/** At most this many progress events a second reach the listener; the last one always does. */
const eventsPerSecond = 10;

/** Counts one phase's work and reports it with rate and time left. */
export class ProgressMeter {
  readonly #state: Omit<IndexProgress, 'rate' | 'secondsLeft'>;
  readonly #listener: (progress: IndexProgress) => void;
  readonly #startMs = performance.now();
  #lastMs = -Infinity;

  constructor(
    phase: IndexPhase,
    source: string | null,
    unit: IndexProgress['unit'],
    total: number | null,
    listener: (progress: IndexProgress) => void,
  ) {
    this.#state = { phase, source, unit, total, done: 0 };
    this.#listener = listener;
    this.#report();
  }

  advance(by = 1): void {
    this.#state.done += by;
    if (performance.now() - this.#lastMs >= 1000 / eventsPerSecond || this.#state.done === this.#state.total) this.#report();
  }

  /** The count so far, for work that says where it is rather than how far it got. */
  reach(done: number): void {
    this.advance(Math.max(0, done - this.#state.done));
  }

  setTotal(total: number): void {
    this.#state.total = total;
    this.#report();
  }

  /** Reports the last state and returns the seconds the phase took. */
  finish(): number {
    if (this.#state.total === null) this.#state.total = this.#state.done;
    this.#report();
    return (performance.now() - this.#startMs) / 1000;
  }

  #report(): void {
    this.#lastMs = performance.now();
    const seconds = (this.#lastMs - this.#startMs) / 1000;
    const { done, total } = this.#state;
    const rate = seconds > 0 ? done / seconds : 0;
    this.#listener({ ...this.#state, rate, secondsLeft: total === null || rate === 0 ? null : (total - done) / rate });
  }
}
