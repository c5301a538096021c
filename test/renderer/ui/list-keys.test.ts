import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextIndex } from '../../../renderer/ui/list-keys.ts';

describe('keys in a list', () => {
  it.each([
    ['ArrowDown', null, 0],
    ['ArrowDown', 3, 4],
    ['ArrowDown', 99, 99],
    ['ArrowUp', null, 99],
    ['ArrowUp', 0, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['PageDown', 50, 59],
    ['PageUp', 4, 0],
    ['PageDown', null, 9],
    ['x', 4, null],
  ])('%s from %s leads to %s', (key, from, to) => {
    expect(nextIndex(key, from, 100, 10)).toBe(to);
  });

  it('never lead out of the list', () => {
    const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End');
    fc.assert(
      fc.property(fc.array(keys), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 60 }), (pressed, count, perPage) => {
        let at: number | null = null;
        for (const key of pressed) {
          at = nextIndex(key, at, count, perPage);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThan(count);
        }
      }),
    );
    expect(nextIndex('End', null, 0, 10)).toBeNull();
  });
});
