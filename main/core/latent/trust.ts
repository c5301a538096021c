import { mapNeighbours } from './map-neighbours.ts';
import type { NeighbourTable } from './neighbour-table.ts';

/** Neighbours that a point's trust looks at. */
export const trustNeighbours = 15;

/** For each point the share of its true neighbours that are among as many neighbours on the map. */
export function pointTrust(table: NeighbourTable, places: Float32Array): Float32Array {
  const k = Math.min(trustNeighbours, table.k);
  const trust = new Float32Array(table.points);
  if (k === 0) return trust.fill(1);
  const everyPoint = Int32Array.from({ length: table.points }, (_, point) => point);
  const onMap = mapNeighbours(places, k, everyPoint);
  for (let point = 0; point < table.points; point += 1) {
    const truth = table.indices.subarray(point * table.k, point * table.k + k);
    let kept = 0;
    for (let at = point * k; at < (point + 1) * k; at += 1) if (truth.includes(onMap[at]!)) kept += 1;
    trust[point] = kept / k;
  }
  return trust;
}

export interface TrustworthinessOptions {
  /** The points that are looked at; each is ranked against all. */
  sample: Int32Array;
  k: number;
  /** Similarities of one point to each of the sample; the array may be used again after the next call. */
  similaritiesTo: (point: number) => Float32Array;
}

/**
 * Venna and Kaski's trustworthiness, 0 to 1: how far the neighbours that the map shows are from being true ones, by their rank among all points. Sampled points,
 * ranks over all points.
 */
export function trustworthiness(places: Float32Array, { sample, k, similaritiesTo }: TrustworthinessOptions): number {
  const points = places.length / 3;
  const shown = mapNeighbours(places, k, sample);
  const each = sample.length === 0 ? 0 : shown.length / sample.length;
  // How alike each point of the sample is to those that the map shows beside it.
  const own = new Float32Array(shown.length);
  const shownBy = new Map<number, number[]>();
  shown.forEach((point, at) => {
    const known = shownBy.get(point);
    if (known) known.push(at);
    else shownBy.set(point, [at]);
  });
  for (const [point, entries] of shownBy) {
    const similarities = similaritiesTo(point);
    for (const at of entries) own[at] = similarities[Math.floor(at / each)]!;
  }
  const ranks = new Int32Array(shown.length).fill(1);
  for (let other = 0; other < points; other += 1) {
    const similarities = similaritiesTo(other);
    for (let row = 0; row < sample.length; row += 1) {
      if (sample[row] === other) continue;
      const similarity = similarities[row]!;
      for (let at = row * each; at < (row + 1) * each; at += 1)
        if (similarity > own[at]! || (similarity === own[at]! && other < shown[at]!)) ranks[at]! += 1;
    }
  }
  const penalty = ranks.reduce((sum, rank) => sum + Math.max(0, rank - k), 0);
  return 1 - (2 * penalty) / (sample.length * k * (2 * points - 3 * k - 1));
}
