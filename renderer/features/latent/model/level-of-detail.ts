/** While the camera moves a frame may take this long; what is drawn follows from it. Unit: ms. */
const targetFrameMs = 34;
/** Fewer than that are no map any more. */
const leastPoints = 4_000;
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
