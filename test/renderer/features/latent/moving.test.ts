import { describe, expect, it } from 'vitest';
import { distanceToSee, sphereAround } from '../../../../renderer/features/latent/model/framing.ts';
import { DetailBudget, nextDrawnCount } from '../../../../renderer/features/latent/model/level-of-detail.ts';
import { basePointPixels, projectPlace } from '../../../../renderer/features/latent/model/map-view.ts';
import { walkTo } from '../../../../renderer/features/latent/model/walk.ts';
import { cloud, viewFrom } from './support.ts';

describe('framing', () => {
  it('has all of the given points in the picture, in wide windows and in narrow ones', () => {
    const positions = cloud(500);
    const chosen = [3, 77, 200, 401];
    const { centre, radius } = sphereAround(positions, chosen);
    for (const point of chosen)
      expect(Math.hypot(...[0, 1, 2].map((axis) => positions[point * 3 + axis]! - centre[axis]!))).toBeLessThanOrEqual(
        radius + 1e-6,
      );
    for (const size of [
      { width: 1600, height: 400 },
      { width: 300, height: 900 },
    ]) {
      const view = viewFrom([0, 0, distanceToSee(1, 45, size.width / size.height)], size);
      for (const [x, y] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const place = projectPlace(view, x, y, 0)!;
        expect(place.x).toBeGreaterThanOrEqual(0);
        expect(place.x).toBeLessThanOrEqual(size.width);
        expect(place.y).toBeGreaterThanOrEqual(0);
        expect(place.y).toBeLessThanOrEqual(size.height);
      }
    }
  });

  it('is not made small by a few points far out', () => {
    const positions = cloud(1_000);
    positions.set([1e4, 1e4, 1e4], 30);
    expect(sphereAround(positions).radius).toBeLessThan(2);
  });

  it('has an answer for no points and for one', () => {
    expect(sphereAround(new Float32Array(0)).radius).toBe(1);
    expect(sphereAround(Float32Array.of(3, 4, 5), [0])).toEqual({ centre: [3, 4, 5], radius: 1e-3 });
  });
});

describe('the level of detail', () => {
  it('falls while frames are slow and rises to all while they are quick', () => {
    let drawn = 100_000;
    for (let frame = 0; frame < 10; frame += 1) drawn = nextDrawnCount(drawn, 100, 100_000);
    expect(drawn).toBe(4_000);
    for (let frame = 0; frame < 40; frame += 1) drawn = nextDrawnCount(drawn, 8, 100_000);
    expect(drawn).toBe(100_000);
  });

  it('never draws more than there are, and all of a few', () => {
    expect(nextDrawnCount(500, 1, 500)).toBe(500);
    expect(nextDrawnCount(500, 900, 500)).toBe(500);
  });

  it('is learnt while the map moves and kept while it rests, where all are drawn', () => {
    const budget = new DetailBudget(true);
    // Whatever a rest took says nothing.
    expect(budget.next(true, 9_000, 1_000_000)).toBe(16_000);
    expect(budget.next(true, 76, 1_000_000)).toBe(8_000);
    expect(budget.next(false, 20, 1_000_000)).toBe(1_000_000);
    expect(budget.next(true, 700, 1_000_000)).toBe(8_000);
    expect(budget.next(true, 10, 1_000_000)).toBe(9_600);
    // A smaller map, then the large one again.
    expect(budget.next(true, 10, 5_000)).toBe(5_000);
    expect(new DetailBudget(false).next(true, 20, 300_000)).toBe(300_000);
  });

  it('makes points smaller the more there are', () => {
    const sizes = [1_000, 20_000, 100_000, 1_000_000].map(basePointPixels);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });
});

describe('walking', () => {
  const from = { x: 100, y: 100 };
  const neighbours = [
    { point: 1, place: { x: 150, y: 105 } },
    { point: 2, place: { x: 110, y: 100 } },
    { point: 3, place: { x: 100, y: 20 } },
    { point: 4, place: { x: 60, y: 90 } },
    { point: 5, place: null },
  ];

  it('goes to the nearest by meaning of those in the direction of the arrow', () => {
    expect(walkTo('ArrowRight', from, neighbours)).toBe(1);
    expect(walkTo('ArrowUp', from, neighbours)).toBe(3);
    expect(walkTo('ArrowLeft', from, neighbours)).toBe(4);
  });

  it('takes what lies aside where nothing lies straight on, and stays where nothing lies there at all', () => {
    expect(walkTo('ArrowDown', from, neighbours)).toBe(1);
    expect(walkTo('ArrowDown', from, [{ point: 9, place: { x: 100, y: 10 } }])).toBeNull();
    expect(walkTo('ArrowDown', from, [])).toBeNull();
  });

  it('gets away from a neighbour at the very same place', () => {
    expect(walkTo('ArrowDown', from, [{ point: 8, place: { ...from } }])).toBe(8);
  });
});
