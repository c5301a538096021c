import type { NeighbourTable } from './neighbour-table.ts';

/** A symmetric weighted graph: the neighbours of row i stand at `starts[i]` to before `starts[i + 1]`, each edge from both its ends. */
export interface WeightedGraph {
  rows: number;
  starts: Uint32Array;
  columns: Int32Array;
  weights: Float32Array;
}

const tolerance = 1e-5;
const leastScale = 1e-3;
const searchSteps = 64;

/**
 * UMAP's fuzzy simplicial set, as umap-js makes it, on flat arrays: each point's distances are scaled so that its memberships add up to log2(k), and
 * the two directions are joined as a + b - ab. `neighbours` counts the point itself, as umap-js does.
 */
export function fuzzyGraph(table: NeighbourTable, neighbours: number): WeightedGraph {
  const { points } = table;
  const k = Math.min(neighbours - 1, table.k);
  const memberships = membershipsOf(table, k);
  const { starts, from, weights } = transposed(table, k, memberships);
  const graph = {
    rows: points,
    starts: new Uint32Array(points + 1),
    columns: new Int32Array(points * k * 2),
    weights: new Float32Array(points * k * 2),
  };
  /** Where the column of a row that is being made stands, plus one. */
  const placeOf = new Uint32Array(points);
  let end = 0;
  for (let row = 0; row < points; row += 1) {
    const begin = end;
    for (let at = 0; at < k; at += 1) {
      const column = table.indices[row * table.k + at]!;
      const weight = memberships[row * k + at]!;
      if (column === -1 || weight === 0) continue;
      graph.columns[end] = column;
      graph.weights[end] = weight;
      end += 1;
      placeOf[column] = end;
    }
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const column = from[at]!;
      const place = placeOf[column]!;
      if (place > begin && graph.columns[place - 1] === column) {
        const there = graph.weights[place - 1]!;
        graph.weights[place - 1] = there + weights[at]! - there * weights[at]!;
      } else {
        graph.columns[end] = column;
        graph.weights[end] = weights[at]!;
        end += 1;
      }
    }
    for (let at = begin; at < end; at += 1) placeOf[graph.columns[at]!] = 0;
    graph.starts[row + 1] = end;
  }
  return { ...graph, columns: graph.columns.slice(0, end), weights: graph.weights.slice(0, end) };
}

/** Membership of each neighbour in its point's set, `k` per point. */
function membershipsOf(table: NeighbourTable, k: number): Float32Array {
  const target = Math.log2(k + 1);
  const memberships = new Float32Array(table.points * k);
  let all = 0;
  for (let row = 0; row < table.points; row += 1)
    for (let at = 0; at < k; at += 1) if (table.indices[row * table.k + at] !== -1) all += table.distances[row * table.k + at]!;
  const meanOfAll = table.points === 0 ? 0 : all / (table.points * (k + 1));
  for (let row = 0; row < table.points; row += 1) {
    const distances = table.distances.subarray(row * table.k, row * table.k + k);
    const nearest = distances.find((distance) => distance > 0 && distance < Infinity) ?? 0;
    const scale = Math.max(scaleOf(distances, nearest, target), leastScale * (nearest > 0 ? meanOf(distances) : meanOfAll));
    for (let at = 0; at < k; at += 1) {
      if (table.indices[row * table.k + at] === -1) continue;
      const beyond = distances[at]! - nearest;
      memberships[row * k + at] = beyond <= 0 ? 1 : Math.exp(-beyond / scale);
    }
  }
  return memberships;
}

/** Mean with the point's own distance, zero, as umap-js counts it. */
function meanOf(distances: Float32Array): number {
  let sum = 0;
  for (const distance of distances) if (distance < Infinity) sum += distance;
  return sum / (distances.length + 1);
}

/** The scale at which the memberships add up to the target, by bisection. */
function scaleOf(distances: Float32Array, nearest: number, target: number): number {
  let low = 0;
  let high = Infinity;
  let scale = 1;
  for (let step = 0; step < searchSteps; step += 1) {
    let sum = 0;
    for (const distance of distances) sum += distance > nearest ? Math.exp(-(distance - nearest) / scale) : 1;
    if (Math.abs(sum - target) < tolerance) break;
    if (sum > target) {
      high = scale;
      scale = (low + high) / 2;
    } else {
      low = scale;
      scale = high === Infinity ? scale * 2 : (low + high) / 2;
    }
  }
  return scale;
}

/** For each point who has it as a neighbour, in order. */
function transposed(
  table: NeighbourTable,
  k: number,
  memberships: Float32Array,
): { starts: Uint32Array; from: Int32Array; weights: Float32Array } {
  const starts = new Uint32Array(table.points + 1);
  for (let row = 0; row < table.points; row += 1)
    for (let at = 0; at < k; at += 1) {
      const column = table.indices[row * table.k + at]!;
      if (column !== -1 && memberships[row * k + at]! > 0) starts[column + 1]! += 1;
    }
  for (let row = 0; row < table.points; row += 1) starts[row + 1]! += starts[row]!;
  const next = starts.slice();
  const from = new Int32Array(starts[table.points]!);
  const weights = new Float32Array(from.length);
  for (let row = 0; row < table.points; row += 1)
    for (let at = 0; at < k; at += 1) {
      const column = table.indices[row * table.k + at]!;
      const weight = memberships[row * k + at]!;
      if (column === -1 || weight === 0) continue;
      const place = next[column]!++;
      from[place] = row;
      weights[place] = weight;
    }
  return { starts, from, weights };
}
