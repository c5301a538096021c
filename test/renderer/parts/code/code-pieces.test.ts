import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePieces } from '../../../../renderer/parts/code/code-pieces.ts';
import { colourCode } from '../../../../renderer/parts/code/colour-code.ts';

/** Ranges in order that do not overlap, as both lists are. */
const ranges = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 })
  .map((places) => places.toSorted((a, b) => a - b))
  .map((places) =>
    Array.from({ length: Math.floor(places.length / 2) }, (_, i) => ({ start: places[2 * i]!, end: places[2 * i + 1]! })),
  );

describe('pieces of code', () => {
  it('keeps the text, and gives every character its colour and its mark', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), ranges, ranges, (text, colours, matches) => {
        const pieces = codePieces(
          text,
          colours.map((range) => ({ ...range, className: 'x' })),
          matches,
        );
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        const holds = (list: typeof matches, at: number): boolean => list.some(({ start, end }) => start <= at && at < end);
        for (const { start, text: part, className, isMatch } of pieces)
          for (let at = start; at < start + part.length; at += 1) {
            expect(isMatch).toBe(holds(matches, at));
            expect(className === 'x').toBe(holds(colours, at));
          }
      }),
    );
  });

  it('colours by the grammar of the language, and not at all without one', async () => {
    const code = 'def run(self):\n    return "x"';
    const tokens = await colourCode(code, 'python');
    const word = (text: string): string | undefined =>
      tokens.find(({ start, end }) => code.slice(start, end) === text)?.className;
    expect(word('def')).toContain('tok-keyword');
    expect(word('"x"')).toContain('tok-string');
    expect(await colourCode(code, 'no such language')).toEqual([]);
  });
});
