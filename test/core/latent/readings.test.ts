import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapOf, pointsWithoutExample, typesOfClusters, undocumentedPoints } from '../../../main/core/latent/coverage.ts';
import { driftBetween, followIds, widthOf } from '../../../main/core/latent/drift.ts';
import { nearDuplicates } from '../../../main/core/latent/duplicates.ts';
import { giniOf, greatestHubs, isolatedPoints, nearestDistances, occurrencesOf } from '../../../main/core/latent/hubs.ts';
import { placeAmong } from '../../../main/core/latent/placement.ts';
import { warmStart } from '../../../main/core/latent/warm-start.ts';
import { contentTypes } from '../../../main/contract/vocabulary.ts';
import { runs } from '../../helpers/effort.ts';
import { bruteNeighbours, clusteredVectors, tableOf } from '../../helpers/latent.ts';

const types = (...names: (typeof contentTypes)[number][]): Uint8Array =>
  Uint8Array.from(names, (name) => contentTypes.indexOf(name));

describe('near-duplicates', () => {
  it('are the connected groups up to the threshold, by following links one by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.nat(1_000),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        (points, seed, threshold) => {
          const table = bruteNeighbours(clusteredVectors(points, 4, 6, seed, 0.3), 4, 5);
          const groups = nearDuplicates(table, threshold, () => false);
          const linked = (point: number): number[] =>
            Array.from({ length: points }, (_, other) => other).filter((other) => {
              const isLink = (from: number, to: number): boolean => {
                const at = table.indices.subarray(from * table.k, (from + 1) * table.k).indexOf(to);
                return at >= 0 && table.distances[from * table.k + at]! <= threshold;
              };
              return isLink(point, other) || isLink(other, point);
            });
          const seen = new Set<number>();
          const expected: number[][] = [];
          for (let point = 0; point < points; point += 1) {
            if (seen.has(point) || linked(point).length === 0) continue;
            const group = [point];
            for (const member of group) for (const other of linked(member)) if (!group.includes(other)) group.push(other);
            for (const member of group) seen.add(member);
            expected.push(group.toSorted((a, b) => a - b));
          }
          expect(groups.map((group) => group.points)).toEqual(expected.toSorted((a, b) => b.length - a.length || a[0]! - b[0]!));
          for (const group of groups) expect(group.points).toContain(group.keep);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('keep the one that is most alike to the others, and leave out windows of the same lines', () => {
    const table = tableOf([
      [[1, 0.01]],
      [[0, 0.01], [2, 0.02]],
      [[1, 0.02]],
      [[4, 0.001]],
      [[3, 0.001]],
    ]); // prettier-ignore
    const groups = nearDuplicates(table, 0.03, (a, b) => Math.min(a, b) === 3);
    expect(groups).toEqual([{ points: [0, 1, 2], keep: 1, greatestDistance: Math.fround(0.02) }]);
    expect(nearDuplicates(table, 0, () => false)).toEqual([]);
  });

  it('at no distance at all are those that are the same', () => {
    const table = tableOf([[[2, 0], [1, 0.01]], [[0, 0.01]], [[0, 0]]]); // prettier-ignore
    expect(nearDuplicates(table, 0, () => false)).toEqual([{ points: [0, 2], keep: 0, greatestDistance: 0 }]);
  });
});

describe('coverage', () => {
  const table = tableOf([[[1, 0.1]], [[0, 0.1]], [[3, 0.1]], [[2, 0.1]], [[1, 0.2]]]);
  const kinds = types('source', 'doc', 'source', 'source', 'doc');

  it('names source without a document near, those in most lists first', () => {
    expect([...undocumentedPoints(table, kinds, Uint32Array.of(0, 0, 1, 7, 0))]).toEqual([3, 2]);
    expect([...pointsWithoutExample(table, kinds, Uint32Array.of(0, 1, 0, 0, 2))]).toEqual([4, 1]);
  });

  it('tells what a cluster lacks', () => {
    const counts = typesOfClusters(Uint16Array.of(0, 0, 1, 1, 1), kinds, 2);
    expect(counts).toEqual([
      { doc: 1, code: 0, source: 1, readme: 0 },
      { doc: 1, code: 0, source: 2, readme: 0 },
    ]);
    expect(gapOf({ doc: 0, code: 2, source: 9, readme: 0 })).toBe('undocumented');
    expect(gapOf({ doc: 4, code: 0, source: 9, readme: 0 })).toBe('no-example');
    expect(gapOf({ doc: 0, code: 0, source: 4, readme: 0 })).toBe('none');
    expect(gapOf({ doc: 3, code: 3, source: 3, readme: 3 })).toBe('none');
    expect(gapOf({ doc: 0, code: 9, source: 0, readme: 0 })).toBe('none');
  });
});

describe('hubs', () => {
  const table = tableOf([[[1, 0.1]], [[0, 0.1]], [[0, 0.2]], [[0, 0.9]]]);

  it('count in how many lists each stands', () => {
    const occurrences = occurrencesOf(table);
    expect([...occurrences]).toEqual([3, 1, 0, 0]);
    expect(greatestHubs(occurrences, 1)).toEqual([{ point: 0, occurrences: 3 }]);
    expect([...occurrencesOf(table, 0)]).toEqual([0, 0, 0, 0]);
  });

  it('tell how uneven lists are: Gini by the mean difference of all pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 40 }), (counts) => {
        const sum = counts.reduce((total, count) => total + count, 0);
        const differences = counts.flatMap((a) => counts.map((b) => Math.abs(a - b))).reduce((total, value) => total + value, 0);
        expect(giniOf(Uint32Array.from(counts))).toBeCloseTo(sum === 0 ? 0 : differences / (2 * counts.length * sum));
      }),
      { numRuns: runs(40) },
    );
  });

  it('find who stands unusually far from everybody', () => {
    const nearest = Float32Array.from({ length: 101 }, (_, point) => (point === 42 ? 0.9 : 0.1 + (point % 10) / 100));
    expect([...isolatedPoints(nearest)]).toEqual([42]);
    expect([...isolatedPoints(nearestDistances(bruteNeighbours(clusteredVectors(1, 4, 1, 1), 4, 3)))]).toEqual([]);
  });
});

describe('drift', () => {
  it('follows ids', () => {
    expect([...followIds(['a', 'c', 'd', 'f'], ['b', 'c', 'f'])]).toEqual([-1, 1, -1, 2]);
    expect([...followIds([], ['a'])]).toEqual([]);
  });

  it('tells added, removed and changed apart, how neighbourhoods and places moved', () => {
    // Before: 0 stays, 1 stays, 2 is changed, 3 is gone. Now: 0, 1, 2 (new text of old 2), 3 new.
    const before = { table: tableOf([[[1, 0.1], [2, 0.2]], [[0, 0.1], [3, 0.2]], [[0, 0.1], [1, 0.2]], [[0, 0.1], [1, 0.2]]]), places: Float32Array.from([0, 0, 0, 4, 0, 0, 1, 1, 1, 2, 2, 2]), nameOf: (point: number) => 'abcd'[point]! }; // prettier-ignore
    const now = { table: tableOf([[[1, 0.1], [2, 0.2]], [[0, 0.1], [2, 0.2]], [[0, 0.1], [1, 0.2]], [[0, 0.1], [1, 0.2]]]), places: Float32Array.from([0, 0, 0, 4, 2, 0, 1, 1, 1, 2, 2, 10]), nameOf: (point: number) => 'abce'[point]! }; // prettier-ignore
    const drift = driftBetween(before, now, Int32Array.of(0, 1, -1, -1));
    expect([...drift.kind]).toEqual([0, 0, 2, 1]);
    expect([drift.added, drift.changed, drift.removed]).toEqual([1, 1, [3]]);
    // Each kept one of its two neighbours and has one it had not: one shared of three.
    expect([...drift.overlap]).toEqual([Math.fround(1 / 3), Math.fround(1 / 3), 0, 0]);
    expect(drift.meanOverlap).toBeCloseTo(1 / 3);
    expect(widthOf(now.places)).toBe(10);
    expect(drift.medianMove).toBeCloseTo(0.2);
  });

  it('is nothing where nothing changed', () => {
    const table = bruteNeighbours(clusteredVectors(30, 6, 3, 4), 6, 5);
    const side = { table, places: new Float32Array(90), nameOf: String };
    const drift = driftBetween(
      side,
      side,
      Int32Array.from({ length: 30 }, (_, point) => point),
    );
    expect(drift).toMatchObject({ added: 0, changed: 0, removed: [], meanOverlap: 1, medianMove: 0 });
  });
});

describe('placing', () => {
  const places = Float32Array.from([0, 0, 0, 10, 0, 0, 0, 10, 0]);

  it('stands among others, nearer to the nearer ones, whatever their order', () => {
    const place = placeAmong(places, [{ point: 0, distance: 0.1 }, { point: 1, distance: 0.5 }])!; // prettier-ignore
    expect(place[0]).toBeGreaterThan(0);
    expect(place[0]).toBeLessThan(5);
    expect(placeAmong(places, [{ point: 2, distance: 0.3 }])).toEqual([0, 10, 0]);
    expect(placeAmong(places, [{ point: 1, distance: 0 }, { point: 1, distance: 0 }])).toEqual([10, 0, 0]); // prettier-ignore
    expect(placeAmong(places, [])).toBeNull();
  });

  it('starts a refreshed map where it stood, new points among their neighbours', () => {
    const table = tableOf([[[1, 0.1]], [[0, 0.1]], [[0, 0.1]], [[2, 0.1]]]);
    const start = warmStart(places, Int32Array.of(0, 1, -1), table)!;
    expect([...start.subarray(0, 6)]).toEqual([0, 0, 0, 10, 0, 0]);
    expect([...start.subarray(6, 9)]).toEqual([0, 0, 0]);
    // Its only neighbour is new itself and was placed in the round before.
    expect([...start.subarray(9, 12)]).toEqual([0, 0, 0]);
    expect(warmStart(places, Int32Array.of(-1, -1, 0), table)).toBeNull();
  });
});
