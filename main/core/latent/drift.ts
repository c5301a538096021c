import type { NeighbourTable } from './neighbour-table.ts';

/** Neighbours that are compared. */
const comparedNeighbours = 15;

/** Where points of an old map are in the new one, -1 for those that are gone; both lists of ids ascend. */
export function followIds(before: readonly string[], now: readonly string[]): Int32Array {
  const newOf = new Int32Array(before.length).fill(-1);
  let at = 0;
  before.forEach((id, old) => {
    while (at < now.length && now[at]! < id) at += 1;
    if (now[at] === id) newOf[old] = at;
  });
  return newOf;
}

export interface Drift {
  /** Of each point now: 0 as before, 1 added, 2 changed (another text at the same place). */
  kind: Uint8Array;
  /** Jaccard of each point's true neighbours before and now; 0 for what was not there. */
  overlap: Float32Array;
  /** Old points that are gone and have no successor. */
  removed: number[];
  added: number;
  changed: number;
  /** Mean over points that stayed; null when none did. */
  meanOverlap: number | null;
  /** Of points that stayed, as a share of the map's width; null when none did. */
  medianMove: number | null;
}

export interface DriftSide {
  table: NeighbourTable;
  places: Float32Array;
  /** What a chunk is called: source, path and symbol. Chunks of one name follow each other in order. */
  nameOf: (point: number) => string;
}

/** What changed between two maps. */
export function driftBetween(before: DriftSide, now: DriftSide, newOf: Int32Array): Drift {
  const points = now.table.points;
  const kind = new Uint8Array(points).fill(1);
  const overlap = new Float32Array(points);
  const moves: number[] = [];
  const gone: number[] = [];
  let overlaps = 0;
  newOf.forEach((point, old) => {
    if (point === -1) {
      gone.push(old);
      return;
    }
    kind[point] = 0;
    const shared = jaccard(before.table, old, now.table, point, newOf);
    overlap[point] = shared;
    overlaps += shared;
    moves.push(distanceBetween(before.places, old, now.places, point));
  });
  const removed = pairChanged(before, now, gone, kind);
  const width = widthOf(now.places);
  moves.sort((a, b) => a - b);
  return {
    kind,
    overlap,
    removed,
    added: kind.reduce((sum, value) => sum + (value === 1 ? 1 : 0), 0),
    changed: kind.reduce((sum, value) => sum + (value === 2 ? 1 : 0), 0),
    meanOverlap: moves.length === 0 ? null : overlaps / moves.length,
    medianMove: moves.length === 0 ? null : width === 0 ? 0 : moves[Math.floor(moves.length / 2)]! / width,
  };
}

/** Marks new points that took the place of gone ones; returns the gone ones without a successor. */
function pairChanged(before: DriftSide, now: DriftSide, gone: readonly number[], kind: Uint8Array): number[] {
  const byName = new Map<string, number[]>();
  kind.forEach((value, point) => {
    if (value !== 1) return;
    const name = now.nameOf(point);
    const known = byName.get(name);
    if (known) known.push(point);
    else byName.set(name, [point]);
  });
  return gone.filter((old) => {
    const successor = byName.get(before.nameOf(old))?.shift();
    if (successor !== undefined) kind[successor] = 2;
    return successor === undefined;
  });
}

function jaccard(before: NeighbourTable, old: number, now: NeighbourTable, point: number, newOf: Int32Array): number {
  const was = new Set<number>();
  const sizeBefore = Math.min(comparedNeighbours, before.k);
  const sizeNow = Math.min(comparedNeighbours, now.k);
  for (let at = old * before.k; at < old * before.k + sizeBefore; at += 1) {
    const other = before.indices[at]!;
    if (other !== -1 && newOf[other] !== -1) was.add(newOf[other]!);
  }
  let both = 0;
  for (let at = point * now.k; at < point * now.k + sizeNow; at += 1) if (was.has(now.indices[at]!)) both += 1;
  const either = sizeBefore + sizeNow - both;
  return either === 0 ? 1 : both / either;
}

function distanceBetween(before: Float32Array, old: number, now: Float32Array, point: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => before[old * 3 + axis]! - now[point * 3 + axis]!));
}

/** The longest side of the box that holds the map. */
export function widthOf(places: Float32Array): number {
  let width = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    let least = Infinity;
    let most = -Infinity;
    for (let at = axis; at < places.length; at += 3) {
      least = Math.min(least, places[at]!);
      most = Math.max(most, places[at]!);
    }
    width = Math.max(width, most - least);
  }
  return width;
}
