import { projectPlace, type MapView } from './map-view.ts';
import { flagDimmed, flagHidden } from './point-flags.ts';
import type { PickCloud } from './pick-point.ts';

export interface ScreenPoint {
  x: number;
  y: number;
}

/** The corners of a box from one corner to the other. */
export function boxCorners(from: ScreenPoint, to: ScreenPoint): ScreenPoint[] {
  return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
}

/** The points inside of a line that is closed from its end to its beginning, in their order. Dimmed and hidden ones are left out. */
export function pointsInside({ positions, flags, drawn }: PickCloud, view: MapView, line: readonly ScreenPoint[]): Uint32Array {
  if (line.length < 3) return new Uint32Array(0);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of line) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const inside: number[] = [];
  for (let point = 0; point < drawn; point += 1) {
    if ((flags[point]! & (flagDimmed | flagHidden)) !== 0) continue;
    const place = projectPlace(view, positions[point * 3]!, positions[point * 3 + 1]!, positions[point * 3 + 2]!);
    if (place === null || place.x < left || place.x > right || place.y < top || place.y > bottom) continue;
    if (isInside(line, place.x, place.y)) inside.push(point);
  }
  return Uint32Array.from(inside);
}

/** By the even-odd rule: a ray to the right crosses the line an odd number of times. */
export function isInside(line: readonly ScreenPoint[], x: number, y: number): boolean {
  let inside = false;
  for (let index = 0, before = line.length - 1; index < line.length; before = index, index += 1) {
    const a = line[index]!;
    const b = line[before]!;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
