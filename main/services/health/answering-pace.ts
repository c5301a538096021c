import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Finding } from './doctor.ts';

/** How often it is looked whether the thread is there. Unit: ms. */
const resolutionMs = 20;

/** How long whoever asks the service may have to wait for its thread, apart from the work itself. */
export class AnsweringPace {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });
  /** Of the first list of sources, which nothing was kept for yet. Unit: ms. */
  #firstListMs: number | null = null;

  constructor() {
    this.#delay.enable();
  }

  /** Makes the list and keeps how long the first one took. */
  async list<Sources>(describe: () => Promise<Sources>): Promise<Sources> {
    if (this.#firstListMs !== null) return describe();
    const begun = performance.now();
    const sources = await describe();
    this.#firstListMs ??= performance.now() - begun;
    return sources;
  }

  /** For people who look why the window is slow; the delays count from the last time. */
  finding(): Finding {
    const [usual, most] = [this.#delay.percentile(99), this.#delay.max].map((nanoseconds) =>
      Math.max(0, Math.round(nanoseconds / 1e6) - resolutionMs),
    );
    this.#delay.reset();
    const first = this.#firstListMs === null ? '' : ` The first list of sources took ${Math.round(this.#firstListMs)} ms.`;
    return {
      check: 'answers',
      outcome: 'ok',
      detail: `the thread that answers was late by at most ${most} ms, and 99 times of 100 by no more than ${usual} ms.${first}`,
    };
  }

  [Symbol.dispose](): void {
    this.#delay.disable();
  }
}
