import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeChange, rankChanges, summarizeChanges } from '../../../../renderer/features/workbench/compare/rank-changes.ts';
import {
  defaultCompare,
  formatCompare,
  parseCompare,
  weightPresetNames,
} from '../../../../renderer/parts/filters/compare-setting.ts';
import { searchModes } from '../../../../main/contract/search.ts';

describe('changes of rank', () => {
  it('says what moved, what stayed, what is new and what is lost', () => {
    const before = ['a', 'b', 'c', 'd'];
    const after = ['a', 'd', 'x', 'b'];
    expect(rankChanges(after, before).map((change) => describeChange(change, 'second'))).toEqual([
      'same rank',
      'up 2 from 4',
      'new',
      'down 2 from 2',
    ]);
    expect(rankChanges(before, after).map((change) => describeChange(change, 'first'))).toEqual([
      'same rank',
      'goes to 4',
      'lost',
      'goes to 2',
    ]);
    expect(summarizeChanges(before, after)).toEqual({ same: 1, moved: 2, onlyLeft: 1, onlyRight: 1 });
  });

  it('counts every hit of either list once', () => {
    const list = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 });
    fc.assert(
      fc.property(list, list, (left, right) => {
        const { same, moved, onlyLeft, onlyRight } = summarizeChanges(left, right);
        expect(same + moved + onlyRight).toBe(right.length);
        expect(same + moved + onlyLeft).toBe(left.length);
      }),
    );
  });
});

describe('the second setting in an address', () => {
  it('comes back as it was written', () => {
    for (const mode of searchModes)
      for (const preset of weightPresetNames)
        expect(parseCompare(formatCompare({ mode, preset }), 'hybrid')).toEqual({ mode, preset });
  });

  it('is another one than the first where the address makes no sense', () => {
    for (const mode of searchModes) {
      expect(parseCompare('nonsense+nothing', mode)).toEqual(defaultCompare(mode));
      expect(defaultCompare(mode).mode).not.toBe(mode);
    }
  });
});
