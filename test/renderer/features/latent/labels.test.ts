import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels, type LabelCandidate } from '../../../../renderer/features/latent/model/place-labels.ts';

const room = { width: 400, height: 300 };
const nothing: ReadonlySet<string> = new Set();
const label = (id: string, x: number, y: number, priority: number): LabelCandidate => ({
  id,
  x,
  y,
  width: 60,
  height: 20,
  priority,
});

describe('labels', () => {
  it('never lie over each other nor beyond the edge, and are never more than allowed', () => {
    const any = fc.record({
      x: fc.integer({ min: -50, max: 450 }),
      y: fc.integer({ min: -50, max: 350 }),
      width: fc.integer({ min: 10, max: 150 }),
      height: fc.constant(20),
      priority: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (places) => {
        const placed = placeLabels(
          places.map((place, index) => ({ ...place, id: String(index) })),
          room,
          nothing,
          [],
          10,
        );
        expect(placed.length).toBeLessThanOrEqual(10);
        for (const [index, a] of placed.entries()) {
          expect(a.x - a.width / 2).toBeGreaterThanOrEqual(0);
          expect(a.y + a.height / 2).toBeLessThanOrEqual(room.height);
          for (const b of placed.slice(index + 1))
            expect(Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2).toBe(true);
        }
      }),
    );
  });

  it('go by priority where two want one place', () => {
    const ids = placeLabels([label('small', 100, 100, 5), label('large', 110, 105, 9)], room, nothing).map(({ id }) => id);
    expect(ids).toEqual(['large']);
  });

  it('stay where a slightly more important one comes near, and give way to a far more important one', () => {
    const shown = new Set(['old']);
    expect(placeLabels([label('old', 100, 100, 10), label('new', 110, 100, 12)], room, shown).map(({ id }) => id)).toEqual([
      'old',
    ]);
    expect(placeLabels([label('old', 100, 100, 10), label('new', 110, 100, 20)], room, shown).map(({ id }) => id)).toEqual([
      'new',
    ]);
  });

  it('leave free what lies there already', () => {
    const taken = [{ x: 100, y: 100, width: 20, height: 20 }];
    expect(placeLabels([label('a', 110, 105, 5), label('b', 300, 200, 1)], room, nothing, taken).map(({ id }) => id)).toEqual([
      'b',
    ]);
  });

  it('come out the same whatever order they are given in', () => {
    const candidates = [label('a', 100, 100, 5), label('b', 110, 100, 5), label('c', 300, 200, 1)];
    const ids = (list: LabelCandidate[]): string[] => placeLabels(list, room, nothing).map(({ id }) => id);
    expect(ids(candidates.toReversed())).toEqual(ids(candidates));
  });
});
