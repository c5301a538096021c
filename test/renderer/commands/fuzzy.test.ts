import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from '../../../renderer/commands/fuzzy.ts';

const titles = ['Go to search', 'Go to sources', 'Go to settings', 'Show keyboard shortcuts', 'Dark appearance', 'Add a source'];

function best(query: string): string | undefined {
  return titles
    .map((title) => ({ title, match: fuzzyMatch(query, title) }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => b.match!.score - a.match!.score)[0]?.title;
}

describe('fuzzy matching', () => {
  it.each([
    ['set', 'Go to settings'],
    ['gts', 'Go to search'],
    ['sources', 'Go to sources'],
    ['source add', 'Add a source'],
    ['dark', 'Dark appearance'],
    ['shortcut', 'Show keyboard shortcuts'],
  ])('finds by "%s" first "%s"', (query, title) => {
    expect(best(query)).toBe(title);
  });

  it('leaves everything in its order where nothing is looked for', () => {
    for (const query of ['', '  ']) expect(new Set(titles.map((title) => fuzzyMatch(query, title)!.score))).toEqual(new Set([0]));
  });

  it('finds nothing where a character is missing', () => {
    expect(fuzzyMatch('xyz', 'Go to search')).toBeNull();
    expect(fuzzyMatch('search now', 'Go to search')).toBeNull();
  });

  it('prefers the beginning of a word to an earlier place within one', () => {
    expect(fuzzyMatch('to', 'Stop to think')!.positions).toEqual([5, 6]);
  });

  it('marks characters that are those of the query', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 40 }), (query, text) => {
        const match = fuzzyMatch(query, text);
        if (match === null) return;
        const lower = text.toLowerCase();
        for (const position of match.positions) expect(query.toLowerCase()).toContain(lower[position]);
      }),
    );
  });

  it('finds every text by any of its own parts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{1,30}$/), fc.nat(30), fc.nat(30), (text, from, length) => {
        expect(fuzzyMatch(text.slice(from, from + length), text)).not.toBeNull();
      }),
    );
  });
});
