import { UMAP } from 'umap-js';
import { describe, expect, it } from 'vitest';
import { coefficientShift, coefficientTable } from '../../../main/core/latent/coefficient-table.ts';
import { fuzzyGraph, type WeightedGraph } from '../../../main/core/latent/fuzzy-graph.ts';
import { MapOptimiser } from '../../../main/core/latent/map-optimiser.ts';
import type { NeighbourTable } from '../../../main/core/latent/neighbour-table.ts';
import { principalStart } from '../../../main/core/latent/principal-components.ts';
import { sampledTrustworthiness } from '../../../main/core/latent/sampled-trustworthiness.ts';
import { seededRandom } from '../../../main/core/seeded-random.ts';
import { bruteNeighbours, clusteredVectors } from '../../helpers/latent.ts';

const dimension = 12;

/** What umap-js takes: lists in which each point stands first, as its own neighbour. */
function listsOf(table: NeighbourTable): { indices: number[][]; distances: number[][] } {
  const rows = (numbers: Int32Array | Float32Array, first: (point: number) => number): number[][] =>
    Array.from({ length: table.points }, (_, point) => [
      first(point),
      ...numbers.subarray(point * table.k, (point + 1) * table.k),
    ]);
  return { indices: rows(table.indices, (point) => point), distances: rows(table.distances, () => 0) };
}

interface StockInside {
  graph: { getAll(): { row: number; col: number; value: number }[] };
  optimizationState: { a: number; b: number; nEpochs: number };
}

function stock(vectors: Float32Array, table: NeighbourTable, neighbours: number, seed: number): UMAP {
  const umap = new UMAP({ nComponents: 3, nNeighbors: neighbours, random: seededRandom(seed) });
  const { indices, distances } = listsOf(table);
  umap.setPrecomputedKNN(indices, distances);
  umap.initializeFit(
    Array.from({ length: table.points }, (_, point) => [...vectors.subarray(point * dimension, (point + 1) * dimension)]),
  );
  return umap;
}

function edgesOf({ rows, starts, columns, weights }: WeightedGraph): Map<string, number> {
  const edges = new Map<string, number>();
  for (let row = 0; row < rows; row += 1)
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) edges.set(`${row} ${columns[at]}`, weights[at]!);
  return edges;
}

function ownMap(table: NeighbourTable, start: Float32Array, seed: number, dimensions: 2 | 3 = 3): Float32Array {
  const places = start.slice();
  const graph = fuzzyGraph(table, 10);
  const optimiser = new MapOptimiser({ graph, places, dimensions, neighbours: 10, minimumDistance: 0.1, seed });
  const epochs = optimiser.begin();
  for (let epoch = 0; epoch < epochs; epoch += 1) optimiser.step();
  optimiser.copyPlaces();
  return places;
}

describe('the fuzzy graph', () => {
  it('has the edges and weights of umap-js, with equal vectors among them', () => {
    const vectors = clusteredVectors(120, dimension, 6, 3);
    for (const copy of [7, 13, 50]) vectors.set(vectors.subarray(0, dimension), copy * dimension);
    const table = bruteNeighbours(vectors, dimension, 9);
    const graph = fuzzyGraph(table, 10);
    const own = edgesOf(graph);
    expect(own.size).toBe(graph.columns.length);
    const reference = (stock(vectors, table, 10, 1) as unknown as StockInside).graph.getAll().filter(({ value }) => value > 0);
    expect(own.size).toBe(reference.length);
    for (const { row, col, value } of reference) expect(own.get(`${row} ${col}`), `${row} → ${col}`).toBeCloseTo(value, 3);
  });

  it('is empty for one point and joins two', () => {
    expect(fuzzyGraph(bruteNeighbours(clusteredVectors(1, dimension, 1, 1), dimension, 5), 6).columns).toHaveLength(0);
    expect([...fuzzyGraph(bruteNeighbours(clusteredVectors(2, dimension, 1, 1), dimension, 5), 6).columns]).toEqual([1, 0]);
  });
});

describe('coefficients from the table', () => {
  it('are within half a percent of the function', () => {
    const of = (squared: number): number => (-2 * 1.57 * 0.89 * squared ** -0.11) / (1.57 * squared ** 0.89 + 1);
    const values = coefficientTable(of);
    const float = new Float32Array(1);
    const bits = new Int32Array(float.buffer);
    for (let squared = 1e-6; squared < 1e5; squared *= 1.37) {
      float[0] = squared;
      expect(Math.abs(values[bits[0]! >> coefficientShift]! / of(squared) - 1)).toBeLessThan(0.005);
    }
  });
});

describe('the start', () => {
  it('lies along the directions in which the points differ most, within its reach', () => {
    // Two far groups: the first axis parts them.
    const vectors = clusteredVectors(200, dimension, 2, 5, 0.05);
    const places = principalStart(vectors, dimension, 3, 1);
    const side = (point: number): boolean => places[point * 3]! > 0;
    for (let point = 2; point < 200; point += 1) expect(side(point)).toBe(side(point % 2));
    expect(side(0)).not.toBe(side(1));
    expect(Math.max(...places.map(Math.abs))).toBeLessThan(10.02);
    expect(principalStart(vectors, dimension, 3, 1)).toEqual(places);
  });

  it('stays flat on a flat map, and parts equal points', () => {
    const one = clusteredVectors(1, dimension, 1, 2);
    const places = principalStart(Float32Array.from([...one, ...one, ...one]), dimension, 2, 9);
    expect([places[2], places[5], places[8]]).toEqual([0, 0, 0]);
    expect(places[0]).not.toBe(places[3]);
    expect(places.every(Number.isFinite)).toBe(true);
    expect(principalStart(new Float32Array(), dimension, 3, 1)).toHaveLength(0);
  });
});

describe('the map', () => {
  const vectors = clusteredVectors(400, dimension, 8, 21);
  const table = bruteNeighbours(vectors, dimension, 15);
  const start = principalStart(vectors, dimension, 3, 42);

  it('is as trustworthy as that of umap-js, with its parameters', () => {
    const umap = stock(vectors, table, 10, 4);
    const inside = umap as unknown as StockInside;
    const optimiser = new MapOptimiser({
      graph: fuzzyGraph(table, 10),
      places: start.slice(),
      dimensions: 3,
      neighbours: 10,
      minimumDistance: 0.1,
      seed: 4,
    });
    const epochs = optimiser.begin();
    expect(epochs).toBe(inside.optimizationState.nEpochs);
    expect(optimiser.optimizationState.a).toBe(inside.optimizationState.a);
    expect(optimiser.optimizationState.b).toBe(inside.optimizationState.b);
    for (let epoch = 0; epoch < epochs; epoch += 1) umap.step();
    const stockPlaces = Float32Array.from(umap.getEmbedding().flat());
    const [own, reference] = [ownMap(table, start, 4), stockPlaces].map((places) =>
      sampledTrustworthiness(vectors, dimension, places),
    );
    expect(reference).toBeGreaterThan(0.8);
    expect(own).toBeGreaterThan(reference! - 0.02);
  });

  it('is the same to the byte for the same seed, and another for another', () => {
    const first = ownMap(table, start, 4);
    expect(ownMap(table, start, 4)).toEqual(first);
    expect(ownMap(table, start, 5)).not.toEqual(first);
    expect(first.every(Number.isFinite)).toBe(true);
  });

  it('stays flat where it is to be flat, equal places included', () => {
    const flat = principalStart(vectors, dimension, 2, 42);
    flat.set(flat.subarray(0, 3), 30);
    const places = ownMap(table, flat, 4, 2);
    for (let at = 2; at < places.length; at += 3) expect(places[at]).toBe(0);
  });
});
