import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupLayout, type RowGroup } from '../../../../renderer/features/sessions/findings/group-layout.ts';

const groups: fc.Arbitrary<RowGroup[]> = fc
  .array(fc.record({ count: fc.option(fc.nat(40)), isOpen: fc.boolean() }), { maxLength: 12 })
  .map((list) => list.map((group, index) => ({ ...group, key: `g${index}` })));

describe('groups in one list', () => {
  it('have each heading once and each row of an open group once, in order', () => {
    fc.assert(
      fc.property(groups, (list) => {
        const layout = new GroupLayout(list);
        const expected = list.flatMap(({ count, isOpen }, group) => {
          if (count === null || count === 0) return [];
          const rows = Array.from({ length: isOpen ? count : 0 }, (_, offset) => ({ kind: 'row', group, offset }));
          return [{ kind: 'group', group }, ...rows];
        });
        expect(Array.from({ length: layout.count }, (_, index) => layout.at(index))).toEqual(expected);
        expect([layout.at(-1), layout.at(layout.count)]).toEqual([null, null]);
      }),
    );
  });

  it('find their rows again', () => {
    fc.assert(
      fc.property(groups, (list) => {
        const layout = new GroupLayout(list);
        for (let index = 0; index < layout.count; index += 1) {
          const row = layout.at(index)!;
          if (row.kind === 'row') expect(layout.indexOf(list[row.group]!.key, row.offset)).toBe(index);
        }
        expect(layout.indexOf('none of them', 0)).toBeNull();
      }),
    );
  });
});
