import type { ScreenPoint } from './lasso.ts';

export type WalkKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export const walkKeys: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] satisfies WalkKey[];

const directions: Record<WalkKey, ScreenPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export interface WalkNeighbour {
  point: number;
  /** Where it stands on the screen; null behind the camera. */
  place: ScreenPoint | null;
}

/**
 * The neighbour that an arrow leads to: the true neighbour (nearest first in the list) that lies best in that direction on the screen. Neighbours in the
 * quarter that the arrow points at come before others, the nearer ones by meaning before those farther off.
 */
export function walkTo(key: WalkKey, from: ScreenPoint, neighbours: readonly WalkNeighbour[]): number | null {
  const towards = directions[key];
  let best: { point: number; worth: number } | null = null;
  for (const [rank, { point, place }] of neighbours.entries()) {
    if (place === null) continue;
    const away = { x: place.x - from.x, y: place.y - from.y };
    const length = Math.hypot(away.x, away.y);
    const along = length === 0 ? 0 : (away.x * towards.x + away.y * towards.y) / length;
    if (along <= 0 && length > 0) continue;
    const worth = (along >= Math.SQRT1_2 ? 2 : along) - rank / (neighbours.length * 2);
    if (best === null || worth > best.worth) best = { point, worth };
  }
  return best?.point ?? null;
}
