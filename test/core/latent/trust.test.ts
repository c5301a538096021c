import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapNeighbours } from '../../../main/core/latent/map-neighbours.ts';
import { emptyNeighbours, offerNeighbour } from '../../../main/core/latent/neighbour-table.ts';
import { pointTrust, trustworthiness } from '../../../main/core/latent/trust.ts';
import { seededRandom } from '../../../main/core/seeded-random.ts';
import { runs } from '../../helpers/effort.ts';

function squared(places: Float32Array, point: number, other: number): number {
  return [0, 1, 2].reduce((sum, axis) => sum + (places[point * 3 + axis]! - places[other * 3 + axis]!) ** 2, 0);
}

function bruteMapNeighbours(places: Float32Array, k: number, point: number): number[] {
  return Array.from({ length: places.length / 3 }, (_, other) => other)
    .filter((other) => other !== point)
    .sort((a, b) => squared(places, point, a) - squared(places, point, b) || a - b)
    .slice(0, k);
}

/** The neighbours on the map itself as if they were the true ones. */
function tableOfMap(places: Float32Array, k: number) {
  const table = emptyNeighbours(places.length / 3, k);
  for (let point = 0; point < table.points; point += 1)
    for (const other of bruteMapNeighbours(places, k, point)) offerNeighbour(table, point, other, squared(places, point, other));
  return table;
}

describe('neighbours on the map', () => {
  it('are those that comparing one by one finds, equal places and lines of points too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 240 }),
        fc.integer({ min: 1, max: 20 }),
        (numbers, k) => {
          const places = Float32Array.from(numbers.slice(0, numbers.length - (numbers.length % 3)));
          const points = places.length / 3;
          const everyPoint = Int32Array.from({ length: points }, (_, point) => point);
          const width = Math.min(k, points - 1);
          const found = mapNeighbours(places, k, everyPoint);
          for (const point of everyPoint)
            expect([...found.subarray(point * width, (point + 1) * width)]).toEqual(bruteMapNeighbours(places, k, point));
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe('trust', () => {
  const random = seededRandom(8);
  const places = Float32Array.from({ length: 300 }, () => random());

  it('is whole where the map shows exactly the true neighbours, and nothing where it shows none', () => {
    expect(new Set(pointTrust(tableOfMap(places, 15), places))).toEqual(new Set([1]));
    const swapped = places.slice().reverse();
    const trust = pointTrust(tableOfMap(places, 15), swapped);
    expect(trust.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(pointTrust(emptyNeighbours(1, 15), new Float32Array(3))).toEqual(Float32Array.of(1));
  });

  it('of the whole map agrees with its definition', () => {
    // True likeness by another arrangement of the points; ranks by sorting.
    const other = Float32Array.from({ length: 300 }, () => random());
    const similaritiesOf = (point: number): Float32Array =>
      Float32Array.from({ length: 100 }, (_, to) => -squared(other, point, to));
    const k = 7;
    const sample = Int32Array.from([0, 5, 50, 99]);
    let penalty = 0;
    for (const point of sample) {
      const similarities = similaritiesOf(point);
      const order = Array.from({ length: 100 }, (_, to) => to)
        .filter((to) => to !== point)
        .sort((a, b) => similarities[b]! - similarities[a]! || a - b);
      for (const shown of bruteMapNeighbours(places, k, point)) penalty += Math.max(0, order.indexOf(shown) + 1 - k);
    }
    const expected = 1 - (2 * penalty) / (4 * k * (200 - 3 * k - 1));
    const similaritiesTo = (to: number): Float32Array => Float32Array.from(sample, (point) => similaritiesOf(point)[to]!);
    expect(trustworthiness(places, { sample, k, similaritiesTo })).toBeCloseTo(expected);
    expect(trustworthiness(other, { sample, k, similaritiesTo })).toBe(1);
  });
});
