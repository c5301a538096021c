/** While the camera moves a frame may take this long; what is drawn follows from it. Unit: ms. */
const targetFrameMs = 38;
/** Fewer than that are no map any more. */
const leastPoints = 4_000;
/** What the first movement begins with, before anything is known of the machine. */
const firstPoints = { software: 16_000, hardware: 400_000 } as const;
/** What one slow frame may take away, and what one quick frame gives back. */
const steepestFall = 0.5;
const rise = 1.2;

/**
 * How many points to draw in the next frame of a movement, by how long the last one took. Points stand in the order of their chunk ids, which are hashes: the
 * first so many are a fair sample of all.
 */
export function nextDrawnCount(drawn: number, frameMs: number, count: number): number {
  const wanted = frameMs > targetFrameMs ? drawn * Math.max(steepestFall, targetFrameMs / frameMs) : drawn * rise;
  return Math.round(Math.min(count, Math.max(Math.min(count, leastPoints), wanted)));
}

/** How many points this machine turns, learnt while they are turned and kept over rests. */
export class DetailBudget {
  #points: number;
  #wasMoving = false;

  constructor(isSoftware: boolean) {
    this.#points = isSoftware ? firstPoints.software : firstPoints.hardware;
  }

  /** Points of the next frame. `sinceMs` is the time since the frame before, which says something only where that was one of the same movement. */
  next(moves: boolean, sinceMs: number, count: number): number {
    if (moves && this.#wasMoving) this.#points = nextDrawnCount(Math.min(this.#points, count), sinceMs, count);
    this.#wasMoving = moves;
    return moves ? Math.min(this.#points, count) : count;
  }
}
