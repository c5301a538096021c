import { describe, expect, it } from 'vitest';
import { RecentEntries } from '../../main/core/recent-entries.ts';

function keptOf(entries: RecentEntries<string, string>): string[] {
  return ['a', 'b', 'c', 'd'].filter((key) => entries.has(key));
}

describe('recent entries', () => {
  it('let go what was used longest ago', () => {
    const entries = new RecentEntries<string, string>({ most: 2 });
    entries.set('a', '1');
    entries.set('b', '2');
    expect(entries.get('a')).toBe('1');
    entries.set('c', '3');
    expect(keptOf(entries)).toEqual(['a', 'c']);
    entries.set('a', '4');
    entries.set('d', '5');
    expect(keptOf(entries)).toEqual(['a', 'd']);
    expect(entries.get('a')).toBe('4');
  });

  it('count what each costs, and again after it was replaced or all were let go', () => {
    const entries = new RecentEntries<string, string>({ most: 5, costOf: (value) => value.length });
    entries.set('a', 'xxx');
    entries.set('a', 'x');
    entries.set('b', 'xxxx');
    expect(keptOf(entries)).toEqual(['a', 'b']);
    entries.set('c', 'xx');
    expect(keptOf(entries)).toEqual(['c']);
    entries.clear();
    expect(keptOf(entries)).toEqual([]);
    entries.set('a', 'xxx');
    entries.set('b', 'xx');
    expect(keptOf(entries)).toEqual(['a', 'b']);
  });

  it('keep nothing that alone costs too much, unless so many are to stay', () => {
    const entries = new RecentEntries<string, string>({ most: 2, costOf: (value) => value.length });
    entries.set('a', 'xxx');
    expect(keptOf(entries)).toEqual([]);
    const stubborn = new RecentEntries<string, string>({ most: 2, costOf: (value) => value.length, atLeast: 1 });
    stubborn.set('a', 'xxx');
    stubborn.set('b', 'xxx');
    expect(keptOf(stubborn)).toEqual(['b']);
  });
});
