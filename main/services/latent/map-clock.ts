import type { LatentFigures } from '../../contract/latent.ts';

type Part = Exclude<keyof LatentFigures['seconds'], 'firstPaint' | 'total'>;

/** Seconds of each part of making a map, one after the other. */
export class MapClock {
  readonly #started = performance.now();
  #last = this.#started;
  #firstPaint = 0;
  readonly #parts: Record<Part, number> = { load: 0, knn: 0, graph: 0, optimise: 0, read: 0 };

  end(part: Part): void {
    const now = performance.now();
    this.#parts[part] += (now - this.#last) / 1_000;
    this.#last = now;
  }

  /** The time until now counts as loading: it is what the first picture takes. */
  paint(): void {
    this.end('load');
    this.#firstPaint = (this.#last - this.#started) / 1_000;
  }

  seconds(): LatentFigures['seconds'] {
    return { ...this.#parts, firstPaint: this.#firstPaint, total: (this.#last - this.#started) / 1_000 };
  }
}
