import type { TimelineArc } from './timeline-bins.ts';

/** A tick above a column. Unit: CSS pixels. */
export interface Tick {
  /** Above the column's top. */
  from: number;
  height: number;
}

/** Height of one finding where there is room. */
const perFinding = 6;
const leastHeight = 2;

/**
 * What is drawn of arcs that begin and end in one column, where many calls share one: ticks as high as they have findings, those of one column
 * on each other, the highest column as high as `room`. Null for an arc that is drawn as one.
 */
export function stackTicks(arcs: readonly Pick<TimelineArc, 'from' | 'to' | 'findings'>[], room: number): (Tick | null)[] {
  const totals = new Map<number, number>();
  for (const { from, to, findings } of arcs) if (from === to) totals.set(from, (totals.get(from) ?? 0) + findings.length);
  const scale = Math.min(perFinding, room / Math.max(1, ...totals.values()));
  const reached = new Map<number, number>();
  return arcs.map(({ from, to, findings }) => {
    if (from !== to) return null;
    const base = reached.get(from) ?? 0;
    const height = Math.max(leastHeight, findings.length * scale);
    reached.set(from, base + height);
    return { from: base, height };
  });
}
