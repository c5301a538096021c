import { seededRandom } from '../seeded-random.ts';
import type { WeightedGraph } from './fuzzy-graph.ts';

/** Looks at each node of one level, on average, before what moves is taken as going back and forth. */
const mostRounds = 30;
/** A move has to gain more than rounding. */
const leastGain = 1e-9;

interface LevelGraph {
  rows: number;
  starts: Uint32Array;
  columns: Int32Array;
  weights: Float32Array | Float64Array;
  /** Weight of edges within a node that stands for several, both directions. */
  loops: Float64Array;
}

/**
 * Communities by Louvain's method: nodes move to the neighbouring community that gains most modularity, then communities become nodes, until nothing moves. A higher
 * resolution gives more and smaller ones. The same seed gives the same; the largest community is number 0.
 *
 * `before` has the community that each node was in, -1 for one that is new: where little has changed, few of them move, in a fraction of the time, and what stayed
 * together stays so. `alike` has a name for each node that several may share: those are never parted. Of equal nodes each has the same few as its neighbours, and
 * at a high resolution the others would be better off alone.
 */
export function communities(
  graph: WeightedGraph,
  resolution: number,
  seed: number,
  { before, alike }: { before?: Int32Array | undefined; alike?: Int32Array | undefined } = {},
): Int32Array {
  const random = seededRandom(seed);
  let level: LevelGraph = { ...graph, loops: new Float64Array(graph.rows) };
  let memberOf: Int32Array = Int32Array.from({ length: graph.rows }, (_, node) => node);
  let were = before;
  if (alike !== undefined) {
    const { community, count } = numbered(alike);
    if (count < graph.rows) {
      level = aggregated(level, community, count);
      memberOf = community;
      were = before && ofFirst(before, community, count);
    }
  }
  let start = were && startFrom(were);
  while (true) {
    const { community, count } = moveNodes(level, resolution, random, start);
    start = undefined;
    memberOf = memberOf.map((node) => community[node]!);
    if (count === level.rows) return bySize(memberOf, count);
    level = aggregated(level, community, count);
  }
}

/** Newman's modularity of a partition at a resolution. */
export function modularity(graph: WeightedGraph, community: Int32Array, resolution: number): number {
  const totals = new Map<number, number>();
  let all = 0;
  let within = 0;
  for (let node = 0; node < graph.rows; node += 1)
    for (let at = graph.starts[node]!; at < graph.starts[node + 1]!; at += 1) {
      const weight = graph.weights[at]!;
      all += weight;
      if (community[node] === community[graph.columns[at]!]) within += weight;
      totals.set(community[node]!, (totals.get(community[node]!) ?? 0) + weight);
    }
  if (all === 0) return 0;
  let expected = 0;
  for (const total of totals.values()) expected += (total / all) ** 2;
  return within / all - resolution * expected;
}

/** The value of the first member of each group that has one, -1 where none has. */
function ofFirst(values: Int32Array, group: Int32Array, count: number): Int32Array {
  const first = new Int32Array(count).fill(-1);
  group.forEach((of, node) => {
    if (first[of] === -1) first[of] = values[node]!;
  });
  return first;
}

/** Communities named after their first nodes; a new node is one by itself. */
function startFrom(before: Int32Array): Int32Array {
  const firstOf = new Map<number, number>();
  return before.map((of, node) => {
    if (of === -1) return node;
    const first = firstOf.get(of) ?? node;
    firstOf.set(of, first);
    return first;
  });
}

/** @param start the community of each node at first, each for itself when left out; changed */
function moveNodes(
  graph: LevelGraph,
  resolution: number,
  random: () => number,
  start?: Int32Array,
): { community: Int32Array; count: number } {
  const { rows, starts, columns, weights } = graph;
  const community = start ?? Int32Array.from({ length: rows }, (_, node) => node);
  const degrees = degreesOf(graph);
  const totals = new Float64Array(rows);
  community.forEach((of, node) => (totals[of]! += degrees[node]!));
  const all = degrees.reduce((sum, degree) => sum + degree, 0);
  if (all === 0) return numbered(community);
  const toward = new Float64Array(rows);
  const touched = new Int32Array(rows);
  // A ring: nodes wait for their turn once at most. Only who has a neighbour that went elsewhere is looked at again.
  const queue = shuffled(rows, random);
  const isWaiting = new Uint8Array(rows).fill(1);
  let waiting = rows;
  let next = 0;
  for (let looks = 0; waiting > 0 && looks < mostRounds * rows; looks += 1) {
    const node = queue[next]!;
    next = next + 1 === rows ? 0 : next + 1;
    waiting -= 1;
    isWaiting[node] = 0;
    const own = community[node]!;
    let others = 0;
    for (let at = starts[node]!; at < starts[node + 1]!; at += 1) {
      const column = columns[at]!;
      if (column === node) continue;
      const other = community[column]!;
      if (toward[other] === 0) touched[others++] = other;
      toward[other]! += weights[at]!;
    }
    const degree = degrees[node]!;
    totals[own]! -= degree;
    const share = (resolution * degree) / all;
    let best = own;
    let bestGain = toward[own]! - share * totals[own]!;
    for (let place = 0; place < others; place += 1) {
      const other = touched[place]!;
      const gain = toward[other]! - share * totals[other]!;
      toward[other] = 0;
      if (gain > bestGain + leastGain || (gain > bestGain - leastGain && best !== own && other < best)) {
        best = other;
        bestGain = gain;
      }
    }
    totals[best]! += degree;
    if (best === own) continue;
    community[node] = best;
    for (let at = starts[node]!; at < starts[node + 1]!; at += 1) {
      const column = columns[at]!;
      if (isWaiting[column] === 1 || community[column] === best) continue;
      isWaiting[column] = 1;
      queue[(next + waiting) % rows] = column;
      waiting += 1;
    }
  }
  return numbered(community);
}

function degreesOf({ rows, starts, weights, loops }: LevelGraph): Float64Array {
  const degrees = loops.slice();
  for (let node = 0; node < rows; node += 1)
    for (let at = starts[node]!; at < starts[node + 1]!; at += 1) degrees[node]! += weights[at]!;
  return degrees;
}

/** The graph whose nodes are the communities. */
function aggregated(graph: LevelGraph, community: Int32Array, count: number): LevelGraph {
  const members = Array.from({ length: count }, (): number[] => []);
  community.forEach((of, node) => members[of]!.push(node));
  const starts = new Uint32Array(count + 1);
  let columns = new Int32Array(graph.columns.length);
  let weights = new Float64Array(graph.columns.length);
  let end = 0;
  const loops = new Float64Array(count);
  const sums = new Float64Array(count);
  for (let of = 0; of < count; of += 1) {
    const touched: number[] = [];
    for (const node of members[of]!) {
      loops[of]! += graph.loops[node]!;
      for (let at = graph.starts[node]!; at < graph.starts[node + 1]!; at += 1) {
        const other = community[graph.columns[at]!]!;
        if (other === of) loops[of]! += graph.weights[at]!;
        else {
          if (sums[other] === 0) touched.push(other);
          sums[other]! += graph.weights[at]!;
        }
      }
    }
    for (const other of touched) {
      columns[end] = other;
      weights[end] = sums[other]!;
      sums[other] = 0;
      end += 1;
    }
    starts[of + 1] = end;
  }
  columns = columns.slice(0, end);
  weights = weights.slice(0, end);
  return { rows: count, starts, columns, weights, loops };
}

function numbered(community: Int32Array): { community: Int32Array; count: number } {
  const numbers = new Map<number, number>();
  const renumbered = community.map((of) => {
    const known = numbers.get(of) ?? numbers.size;
    numbers.set(of, known);
    return known;
  });
  return { community: renumbered, count: numbers.size };
}

function bySize(community: Int32Array, count: number): Int32Array {
  const sizes = new Int32Array(count);
  for (const of of community) sizes[of]! += 1;
  const order = Array.from(sizes.keys()).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const numberOf = new Int32Array(count);
  order.forEach((of, place) => (numberOf[of] = place));
  return community.map((of) => numberOf[of]!);
}

function shuffled(length: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}
