/** How the map is seen: what picking, lasso, labels and the keyboard walk need to know of camera and screen. */
export interface MapView {
  /** World to clip space, 16 numbers, column by column as WebGL has them. */
  matrix: ArrayLike<number>;
  /** Of the picture. Unit: CSS pixels. */
  width: number;
  height: number;
  /** Diameter of a point at `referenceDepth`. Unit: CSS pixels. */
  pointPixels: number;
  referenceDepth: number;
}

export interface ScreenPlace {
  x: number;
  y: number;
  /** Distance from the camera along its axis, in units of the map; behind it where not above 0. */
  depth: number;
}

/** Where a place of the map stands on the screen; null behind the camera. */
export function projectPlace(view: MapView, x: number, y: number, z: number): ScreenPlace | null {
  const m = view.matrix;
  const depth = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
  if (depth <= 0) return null;
  const clipX = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
  const clipY = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
  return { x: (clipX / depth + 1) * 0.5 * view.width, y: (1 - clipY / depth) * 0.5 * view.height, depth };
}

/** Points stay between these sizes however far away they are. Unit: CSS pixels. */
export const leastPointPixels = 2;
export const mostPointPixels = 14;

/** Diameter of a point that is neither marked nor dimmed; the shader has the same line. Unit: CSS pixels. */
export function pointDiameter(view: MapView, depth: number): number {
  return Math.min(mostPointPixels, Math.max(leastPointPixels, (view.pointPixels * view.referenceDepth) / depth));
}

/** Size of points that leaves the shape of a cloud of so many readable. Unit: CSS pixels. */
export function basePointPixels(count: number): number {
  if (count <= 2_000) return 7;
  if (count <= 20_000) return 5;
  return count <= 150_000 ? 4 : 2.5;
}
