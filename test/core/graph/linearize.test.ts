import { describe, expect, it } from 'vitest';
import { linearize } from '../../../main/core/graph/linearize.ts';

/** `A: B C` says that B and C are A's bases, `?` a base that is not known. */
function order(start: string, ...classes: string[]): { order: string; sure: number } {
  const bases = new Map(
    classes.map((text) => {
      const [name, list] = text.split(':') as [string, string];
      return [
        name,
        list
          .trim()
          .split(' ')
          .filter((base) => base !== '')
          .map((base) => (base === '?' ? null : base)),
      ];
    }),
  );
  const found = linearize(
    start,
    (one) => one,
    (one) => bases.get(one) ?? [],
  );
  return { order: found.order.join(' '), sure: found.sure };
}

describe('linearize', () => {
  it.each([
    ['one after the other', ['A: B', 'B: C', 'C:'], 'A B C', 3],
    ['a diamond: what both share comes last', ['A: B C', 'B: D', 'C: D', 'D:'], 'A B C D', 4],
    // The example of Python's own paper on C3.
    ['ten classes', ['A: K L M', 'K: D E', 'L: D B', 'M: B', 'D:', 'E:', 'B:'], 'A K L D E M B', 7],
    ['nothing sure behind an unknown base', ['A: B C', 'B: ? D', 'C: D', 'D:'], 'A B C D', 2],
    ['breadth first where orders conflict', ['A: X Y', 'X: B C', 'Y: C B', 'B:', 'C:'], 'A X Y B C', 1],
    ['breadth first in a circle', ['A: B', 'B: A'], 'A B', 1],
    ['breadth first for a base given twice', ['A: B B', 'B:'], 'A B', 1],
  ])('%s', (_, classes, expected, sure) => {
    expect(order('A', ...classes)).toEqual({ order: expected, sure });
  });

  it('ends soon on a thousand classes in a row', () => {
    const chain = Array.from({ length: 1000 }, (__, at) => `C${at}: C${at + 1}`);
    expect(order('C0', ...chain).sure).toBe(1);
    expect(order('C920', ...chain)).toMatchObject({ sure: 81 });
  });
});
