import { backOffMs } from '../rpc/back-off.ts';

/** A run that lasted this long was healthy: its next crash counts as the first. */
const healthyAfterMs = 60_000;

/** How soon a service that crashed is started again: at once at first, with growing pauses when it crashes again and again. */
export class RestartPace {
  #startedAt = 0;
  #crashes = 0;

  /** In a row, without a healthy run between them. */
  get crashes(): number {
    return this.#crashes;
  }

  /** @param now milliseconds, from any zero. */
  started(now: number): void {
    this.#startedAt = now;
  }

  /** @param random from 0 to 1. @returns how long to wait before the next run. Unit: milliseconds. */
  crashed(now: number, random: number): number {
    if (now - this.#startedAt >= healthyAfterMs) this.#crashes = 0;
    this.#crashes += 1;
    return Math.round(backOffMs(this.#crashes, random));
  }
}
