export interface LabelBox {
  /** Its middle. Unit: CSS pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface LabelCandidate extends LabelBox {
  id: string;
  /** Higher goes first. */
  priority: number;
}

const mostLabels = 40;
/** Between labels. Unit: CSS pixels. */
const gap = 4;
/** What was shown a moment ago has to be clearly outdone before it gives way, so that labels do not flicker. */
const loyalty = 1.5;

/**
 * Which labels are shown: greedily by priority, none over another, none beyond the edge.
 * @param shown ids of the labels of the frame before
 * @param taken what lies there already and may not be covered
 */
export function placeLabels(
  candidates: readonly LabelCandidate[],
  room: { width: number; height: number },
  shown: ReadonlySet<string>,
  taken: readonly LabelBox[] = [],
  most: number = mostLabels,
): LabelCandidate[] {
  const weight = (label: LabelCandidate): number => label.priority * (shown.has(label.id) ? loyalty : 1);
  const order = candidates.toSorted((a, b) => weight(b) - weight(a) || (a.id < b.id ? -1 : 1));
  const placed: LabelCandidate[] = [];
  for (const label of order) {
    if (placed.length >= most) break;
    const isFree = (other: LabelBox): boolean => !overlap(label, other);
    if (isWithin(label, room) && placed.every(isFree) && taken.every(isFree)) placed.push(label);
  }
  return placed;
}

function isWithin({ x, y, width, height }: LabelBox, room: { width: number; height: number }): boolean {
  return x - width / 2 >= 0 && x + width / 2 <= room.width && y - height / 2 >= 0 && y + height / 2 <= room.height;
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gap;
}
