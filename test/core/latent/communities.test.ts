import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';
import { describe, expect, it } from 'vitest';
import { communities, modularity } from '../../../main/core/latent/communities.ts';
import { fuzzyGraph, type WeightedGraph } from '../../../main/core/latent/fuzzy-graph.ts';
import { seededRandom } from '../../../main/core/seeded-random.ts';
import { bruteNeighbours, clusteredVectors } from '../../helpers/latent.ts';

const graph = fuzzyGraph(bruteNeighbours(clusteredVectors(600, 12, 12, 31, 0.9), 12, 14), 15);

/** Communities by graphology's own Louvain, on the same graph. */
function reference({ rows, starts, columns, weights }: WeightedGraph, resolution: number): Int32Array {
  const same = new (UndirectedGraph as unknown as new () => {
    addNode(name: number): void;
    addEdge(from: number, to: number, attributes: object): void;
  })();
  for (let row = 0; row < rows; row += 1) same.addNode(row);
  for (let row = 0; row < rows; row += 1)
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1)
      if (columns[at]! > row) same.addEdge(row, columns[at]!, { weight: weights[at]! });
  const found = (louvain as unknown as (graph: unknown, options: object) => Record<string, number>)(same, {
    resolution,
    rng: seededRandom(1),
  });
  return Int32Array.from({ length: rows }, (_, row) => found[row]!);
}

describe('communities', () => {
  it('are as good as graphology’s at every resolution', () => {
    for (const resolution of [1, 4, 12]) {
      const own = modularity(graph, communities(graph, resolution, 42), resolution);
      expect(own).toBeGreaterThan(modularity(graph, reference(graph, resolution), resolution) - 0.02);
    }
  });

  it('are finer at a higher resolution, numbered by size without gaps, the same for the same seed', () => {
    const counts = [1, 4, 12].map((resolution) => {
      const found = communities(graph, resolution, 42);
      expect(communities(graph, resolution, 42)).toEqual(found);
      const sizes: number[] = [];
      for (const of of found) sizes[of] = (sizes[of] ?? 0) + 1;
      expect(sizes.every((size) => size > 0)).toBe(true);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      return sizes.length;
    });
    expect(counts[0]).toBeLessThan(counts[1]!);
    expect(counts[1]).toBeLessThan(counts[2]!);
  });

  it('grow out of those before, as good as made anew, with new nodes and without', () => {
    for (const resolution of [1, 4, 12]) {
      const anew = communities(graph, resolution, 42);
      const before = anew.map((of, node) => (node % 20 === 0 ? -1 : of + 7));
      const grown = communities(graph, resolution, 42, { before });
      expect(communities(graph, resolution, 42, { before })).toEqual(grown);
      expect(modularity(graph, grown, resolution)).toBeGreaterThan(modularity(graph, anew, resolution) - 0.01);
      // Who was together is together: of each that was, by far the most.
      const together = new Map<string, number>();
      grown.forEach((of, node) => together.set(`${anew[node]} ${of}`, (together.get(`${anew[node]} ${of}`) ?? 0) + 1));
      const most = new Map<string, number>();
      for (const [pair, nodes] of together) {
        const was = pair.split(' ')[0]!;
        most.set(was, Math.max(most.get(was) ?? 0, nodes));
      }
      expect([...most.values()].reduce((sum, nodes) => sum + nodes, 0)).toBeGreaterThan(graph.rows * 0.8);
      // No move makes it worse.
      const again = modularity(graph, communities(graph, resolution, 42, { before: anew }), resolution);
      expect(again).toBeGreaterThan(modularity(graph, anew, resolution) - 1e-6);
    }
  });

  it('part groups that nothing joins, and leave points without edges alone', () => {
    const starts = Uint32Array.from([0, 2, 4, 6, 8, 10, 12, 12]);
    const columns = Int32Array.from([1, 2, 0, 2, 0, 1, 4, 5, 3, 5, 3, 4]);
    const apart = { rows: 7, starts, columns, weights: new Float32Array(12).fill(1) };
    const found = communities(apart, 1, 5);
    expect(new Set(found.subarray(0, 3)).size).toBe(1);
    expect(new Set(found.subarray(3, 6)).size).toBe(1);
    expect(new Set(found).size).toBe(3);
    expect(modularity(apart, found, 1)).toBeCloseTo(0.5);
  });

  it('keep together what is alike, also where each has the same few neighbours', () => {
    // Two hundred equal vectors find the first fifteen of them; forty others have neighbours of their own.
    const twins = 200;
    const others = clusteredVectors(40, 12, 4, 3, 0.5);
    const vectors = new Float32Array((twins + 40) * 12);
    for (let point = 0; point < twins; point += 1) vectors[point * 12] = 1;
    vectors.set(others, twins * 12);
    const star = fuzzyGraph(bruteNeighbours(vectors, 12, 14), 15);
    const alike = Int32Array.from({ length: star.rows }, (_, point) => (point < twins ? 7 : point));
    const countOf = (found: Int32Array): number => new Set(found.subarray(0, twins)).size;
    expect(countOf(communities(star, 12, 42))).toBeGreaterThan(100);
    for (const resolution of [1, 4, 12]) {
      const found = communities(star, resolution, 42, { alike });
      expect(countOf(found)).toBe(1);
      expect(countOf(communities(star, resolution, 42, { alike, before: found.with(3, -1) }))).toBe(1);
      expect(new Set(found).size).toBeGreaterThan(1);
    }
    // Where nothing is alike, nothing changes.
    const each = Int32Array.from({ length: graph.rows }, (_, point) => point);
    expect(communities(graph, 4, 42, { alike: each })).toEqual(communities(graph, 4, 42));
  });
});
