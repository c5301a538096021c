import { describe, expect, it } from 'vitest';
import { colourCode, knownColours } from '../../../../renderer/parts/code/colour-code.ts';

describe('the colours of code', () => {
  it('are known at once the second time, so that a list that comes again is drawn in colour', async () => {
    const code = 'def once(): return 1';
    expect(knownColours(code, 'python')).toBeNull();
    const tokens = await colourCode(code, 'python');
    expect(tokens.length).toBeGreaterThan(0);
    expect(knownColours(code, 'python')).toBe(tokens);
    // The same words in another language are coloured by another grammar.
    expect(knownColours(code, 'ruby')).toBeNull();
  });

  it('are kept for some hundreds of pieces and for no long one', async () => {
    const long = `value = [${'1, '.repeat(1_000)}]`;
    await colourCode(long, 'python');
    expect(knownColours(long, 'python')).toBeNull();
    const pieces = Array.from({ length: 320 }, (_, index) => `name_${index} = ${index}`);
    for (const piece of pieces) await colourCode(piece, 'python');
    expect(knownColours(pieces[0]!, 'python')).toBeNull();
    expect(knownColours(pieces.at(-1)!, 'python')).not.toBeNull();
  });
});
