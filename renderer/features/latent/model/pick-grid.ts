import type { MapView } from './map-view.ts';
import { pickPoint, pickRadius, type PickCloud } from './pick-point.ts';

/** Wider than what lies within reach of a pointer, so that four cells at most hold it. Unit: CSS pixels. */
const cellPixels = 16;

/**
 * Finds what `pickPoint` finds, among the few points near the pointer: which points lie in which part of the screen is looked at once after the camera came to
 * rest, or after the points have moved.
 */
export class PickGrid {
  #view: { matrix: number[]; width: number; height: number } | null = null;
  #positions: Float32Array | null = null;
  #drawn = 0;
  #columns = 0;
  #rows = 0;
  /** Points of cell i stand in `order` from `starts[i]` to before `starts[i + 1]`, in order of their numbers. */
  #starts = new Uint32Array(0);
  #order = new Uint32Array(0);

  /** The positions have changed in place. */
  clear(): void {
    this.#view = null;
  }

  pick(cloud: PickCloud, view: MapView, x: number, y: number): number {
    if (!this.#isOf(cloud, view)) this.#build(cloud, view);
    const near: number[] = [];
    const [left, right] = [this.#column(x - pickRadius), this.#column(x + pickRadius)];
    for (let row = this.#row(y - pickRadius); row <= this.#row(y + pickRadius); row += 1)
      for (let column = left; column <= right; column += 1) {
        const cell = row * this.#columns + column;
        for (let at = this.#starts[cell]!; at < this.#starts[cell + 1]!; at += 1) near.push(this.#order[at]!);
      }
    return pickPoint(cloud, view, x, y, near);
  }

  #isOf({ positions, drawn }: PickCloud, { matrix, width, height }: MapView): boolean {
    const known = this.#view;
    if (known === null || this.#positions !== positions || this.#drawn !== drawn) return false;
    if (known.width !== width || known.height !== height) return false;
    return known.matrix.every((value, index) => value === matrix[index]);
  }

  #build({ positions, drawn }: PickCloud, { matrix: m, width, height }: MapView): void {
    this.#view = { matrix: Array.from(m), width, height };
    this.#positions = positions;
    this.#drawn = drawn;
    this.#columns = Math.max(1, Math.ceil(width / cellPixels));
    this.#rows = Math.max(1, Math.ceil(height / cellPixels));
    const [m0, m1, m3, m4, m5, m7] = [m[0]!, m[1]!, m[3]!, m[4]!, m[5]!, m[7]!];
    const [m8, m9, m11, m12, m13, m15] = [m[8]!, m[9]!, m[11]!, m[12]!, m[13]!, m[15]!];
    // One more than there are cells: where points go that no pointer can reach.
    const outside = this.#columns * this.#rows;
    const cellOf = new (outside < 65_536 ? Uint16Array : Uint32Array)(drawn);
    const starts = new Uint32Array(outside + 2);
    for (let point = 0, at = 0; point < drawn; point += 1, at += 3) {
      const [px, py, pz] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
      const depth = m3 * px + m7 * py + m11 * pz + m15;
      let cell = outside;
      if (depth > 0) {
        const x = ((m0 * px + m4 * py + m8 * pz + m12) / depth + 1) * 0.5 * width;
        const y = (1 - (m1 * px + m5 * py + m9 * pz + m13) / depth) * 0.5 * height;
        // Points just outside of the picture are within reach of a pointer at its edge.
        if (x >= -pickRadius && x <= width + pickRadius && y >= -pickRadius && y <= height + pickRadius)
          cell = this.#row(y) * this.#columns + this.#column(x);
      }
      cellOf[point] = cell;
      starts[cell + 1]! += 1;
    }
    for (let cell = 0; cell <= outside; cell += 1) starts[cell + 1]! += starts[cell]!;
    const next = starts.slice();
    this.#order = new Uint32Array(drawn);
    for (let point = 0; point < drawn; point += 1) this.#order[next[cellOf[point]!]!++] = point;
    this.#starts = starts;
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor(x / cellPixels)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y / cellPixels)));
  }
}
