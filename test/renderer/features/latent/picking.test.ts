import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxCorners, isInside, pointsInside } from '../../../../renderer/features/latent/model/lasso.ts';
import { pointDiameter, projectPlace } from '../../../../renderer/features/latent/model/map-view.ts';
import { PickGrid } from '../../../../renderer/features/latent/model/pick-grid.ts';
import { pickPoint, pickRadius } from '../../../../renderer/features/latent/model/pick-point.ts';
import { flagDimmed, flagHidden } from '../../../../renderer/features/latent/model/point-flags.ts';
import { runs } from '../../../helpers/effort.ts';
import { cloud, viewFrom } from './support.ts';

const view = viewFrom([0, 0, 4]);

/** Every point by itself, the rule in words: bright before dimmed, beneath the pointer before near it, then the one in front. */
function pickSlowly(positions: Float32Array, flags: Uint8Array, x: number, y: number): number {
  const found: { point: number; rank: number; depth: number }[] = [];
  for (let point = 0; point * 3 < positions.length; point += 1) {
    const place = projectPlace(view, positions[point * 3]!, positions[point * 3 + 1]!, positions[point * 3 + 2]!);
    if (place === null || (flags[point]! & flagHidden) !== 0) continue;
    const away = Math.hypot(place.x - x, place.y - y);
    if (away > pickRadius) continue;
    const isBeneath = away <= pointDiameter(view, place.depth) / 2;
    found.push({ point, rank: ((flags[point]! & flagDimmed) === 0 ? 0 : 2) + (isBeneath ? 0 : 1), depth: place.depth });
  }
  return found.toSorted((a, b) => a.rank - b.rank || a.depth - b.depth)[0]?.point ?? -1;
}

describe('picking', () => {
  it('finds what a look at each point finds', () => {
    const positions = cloud(3_000);
    const flags = Uint8Array.from({ length: 3_000 }, (_, point) => [0, 0, 0, flagDimmed, flagHidden][point % 5]!);
    let hits = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1_500, max: 6_500 }), fc.integer({ min: 500, max: 5_500 }), (tenthX, tenthY) => {
        const [x, y] = [tenthX / 10, tenthY / 10];
        const picked = pickPoint({ positions, flags, drawn: 3_000 }, view, x, y);
        if (picked !== -1) hits += 1;
        expect(picked).toBe(pickSlowly(positions, flags, x, y));
      }),
      { numRuns: runs(300, 3_000) },
    );
    expect(hits).toBeGreaterThan(10);
  });

  it('finds the same among the points near the pointer, from wherever the camera looks and beyond the edges', () => {
    const positions = cloud(3_000);
    const flags = Uint8Array.from({ length: 3_000 }, (_, point) => [0, 0, 0, flagDimmed, flagHidden][point % 5]!);
    const grid = new PickGrid();
    const views = [view, viewFrom([0.5, 0.2, 0.9]), viewFrom([3, 2, 1], { width: 333, height: 97 })];
    let hits = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...views),
        fc.integer({ min: -50, max: 1_050 }),
        fc.integer({ min: -50, max: 1_050 }),
        fc.constantFrom(3_000, 1_000),
        (from, across, down, drawn) => {
          const [x, y] = [(across / 1_000) * from.width, (down / 1_000) * from.height];
          // The pointer is on the picture, or just beyond its edge while it leaves.
          const expected = pickPoint({ positions, flags, drawn }, from, x, y);
          const isOn = x >= 0 && x <= from.width && y >= 0 && y <= from.height;
          const found = grid.pick({ positions, flags, drawn }, from, x, y);
          if (isOn) expect(found).toBe(expected);
          if (found !== -1) hits += 1;
        },
      ),
      { seed: 3, numRuns: runs(400, 4_000) },
    );
    expect(hits).toBeGreaterThan(20);
  });

  it('sees points that have moved, and flags that have changed', () => {
    const positions = Float32Array.from([0, 0, 0]);
    const flags = new Uint8Array(1);
    const grid = new PickGrid();
    expect(grid.pick({ positions, flags, drawn: 1 }, view, 400, 300)).toBe(0);
    flags[0] = flagHidden;
    expect(grid.pick({ positions, flags, drawn: 1 }, view, 400, 300)).toBe(-1);
    flags[0] = 0;
    positions[0] = 1;
    grid.clear();
    expect(grid.pick({ positions, flags, drawn: 1 }, view, 400, 300)).toBe(-1);
    expect(grid.pick({ positions: Float32Array.from([0, 0, 0]), flags, drawn: 1 }, view, 400, 300)).toBe(0);
    expect(new PickGrid().pick({ positions: new Float32Array(), flags: new Uint8Array(), drawn: 0 }, view, 400, 300)).toBe(-1);
  });

  it('takes the one in front of two that lie over each other', () => {
    const positions = Float32Array.from([0, 0, 0, 0, 0, 1]);
    expect(pickPoint({ positions, flags: new Uint8Array(2), drawn: 2 }, view, 400, 300)).toBe(1);
  });

  it('takes a bright point before a dimmed one in front of it, and a dimmed one where there is no other', () => {
    const positions = Float32Array.from([0, 0, 0, 0, 0, 1]);
    expect(pickPoint({ positions, flags: Uint8Array.of(0, flagDimmed), drawn: 2 }, view, 400, 300)).toBe(0);
    expect(pickPoint({ positions, flags: Uint8Array.of(flagHidden, flagDimmed), drawn: 2 }, view, 400, 300)).toBe(1);
  });

  it('finds nothing farther away than the radius, behind the camera, or beyond what is drawn', () => {
    const flags = new Uint8Array(1);
    const positions = Float32Array.from([0, 0, 0]);
    expect(pickPoint({ positions, flags, drawn: 1 }, view, 400 + pickRadius + 0.1, 300)).toBe(-1);
    expect(pickPoint({ positions, flags, drawn: 1 }, view, 400 + pickRadius - 0.1, 300)).toBe(0);
    expect(pickPoint({ positions, flags, drawn: 0 }, view, 400, 300)).toBe(-1);
    expect(pickPoint({ positions: Float32Array.from([0, 0, 9]), flags, drawn: 1 }, view, 400, 300)).toBe(-1);
  });
});

describe('a lasso', () => {
  const positions = cloud(2_000);
  const whole = { positions, flags: new Uint8Array(2_000), drawn: 2_000 };

  it('holds in a box exactly what stands between its edges', () => {
    const line = boxCorners({ x: 500, y: 400 }, { x: 200, y: 150 });
    const expected: number[] = [];
    for (let point = 0; point < 2_000; point += 1) {
      const place = projectPlace(view, positions[point * 3]!, positions[point * 3 + 1]!, positions[point * 3 + 2]!)!;
      if (place.x > 200 && place.x < 500 && place.y > 150 && place.y < 400) expected.push(point);
    }
    expect(expected.length).toBeGreaterThan(50);
    expect([...pointsInside(whole, view, line)]).toEqual(expected);
  });

  it('leaves out the inside of a bay and the hole of a line that crosses itself', () => {
    const bay = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
      { x: 5, y: 2 },
      { x: 0, y: 10 },
    ];
    expect(isInside(bay, 5, 1)).toBe(true);
    expect(isInside(bay, 5, 5)).toBe(false);
    expect(isInside(bay, 1, 5)).toBe(true);
  });

  it('takes neither dimmed nor hidden points, and nothing with less than three corners', () => {
    const line = boxCorners({ x: 0, y: 0 }, { x: 800, y: 600 });
    const flags = Uint8Array.from({ length: 2_000 }, (_, point) => [0, flagDimmed, flagHidden][point % 3]!);
    expect([...pointsInside({ ...whole, flags }, view, line)].every((point) => point % 3 === 0)).toBe(true);
    expect(pointsInside(whole, view, line.slice(0, 2))).toHaveLength(0);
  });
});
