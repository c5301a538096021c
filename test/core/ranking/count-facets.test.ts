import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFacet, type CountedValues } from '../../../main/core/ranking/count-facets.ts';

const counted = (...values: CountedValues['values'][]): CountedValues[] => values.map((each) => ({ values: each, count: 1 }));
const listed = (facet: ReturnType<typeof countFacet>): [string, number][] =>
  facet.values.map(({ value, count }) => [value, count]);

describe('countFacet', () => {
  it('puts the most frequent first, equals by name, and leaves out what has no value', () => {
    const facet = countFacet('language', counted('b', null, 'a', 'c', 'c', null), []);
    expect(listed(facet)).toEqual([
      ['c', 2],
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('counts a hit once for each of its values, and a group as many times as it is large', () => {
    const facet = countFacet(
      'tags',
      [
        { values: ['ivr', 'web'], count: 3 },
        { values: ['web'], count: 2 },
        { values: [], count: 9 },
      ],
      [],
    );
    expect(listed(facet)).toEqual([
      ['web', 5],
      ['ivr', 3],
    ]);
  });

  it('takes spellings for one value where the filter does, under the one that came first', () => {
    expect(listed(countFacet('class_name', counted('Bot', 'BOT', 'bot', 'böt', 'BÖT'), []))).toEqual([
      ['Bot', 3],
      ['BÖT', 1],
      ['böt', 1],
    ]);
    expect(listed(countFacet('execution_mode', counted('web', 'Web'), []))).toEqual([
      ['Web', 1],
      ['web', 1],
    ]);
  });

  it('a selected beginning of a module that is no module itself counts what lies within it', () => {
    const { values } = countFacet('module', counted('voice.transport', 'voice.frames', 'video.frames'), ['voice']);
    expect(values.find(({ value }) => value === 'voice')).toEqual({ value: 'voice', count: 2, selected: true });
  });

  it('counts what lies within a module for it, as its filter does', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.constantFrom('a', 'b', 'A', 'ab'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.')),
          {
            maxLength: 40,
          },
        ),
        (modules) => {
          for (const { value, count } of countFacet('module', counted(...modules), []).values) {
            const inner = `${value.toLowerCase()}.`;
            expect([value, count]).toEqual([
              value,
              modules.filter((module) => module === value || module.toLowerCase().startsWith(inner)).length,
            ]);
          }
        },
      ),
    );
  });

  it('lists thirty values, and the selected ones beyond them', () => {
    const many = counted(...Array.from({ length: 50 }, (_, index) => `value${String(index).padStart(2, '0')}`));
    const facet = countFacet('tags', many, ['value45', 'VALUE02', 'nowhere']);
    expect(facet.values).toHaveLength(32);
    expect(facet.more).toBe(19);
    expect(facet.values.filter(({ selected }) => selected)).toEqual([
      { value: 'value02', count: 1, selected: true },
      { value: 'value45', count: 1, selected: true },
      { value: 'nowhere', count: 0, selected: true },
    ]);
  });

  it('knows a selected version by its number', () => {
    expect(countFacet('version', counted('1.2.3', '1.2.3', '2.0'), ['kit==v1.2.3']).values).toEqual([
      { value: '1.2.3', count: 2, selected: true },
      { value: '2.0', count: 1, selected: false },
    ]);
  });
});
