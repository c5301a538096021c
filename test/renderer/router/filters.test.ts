import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterSchema, mostChunkIds } from '../../../main/contract/search.ts';
import { filterNames, readFilters, takesSeveral, writeFilters } from '../../../renderer/router/filters.ts';

const chunkId = fc.stringMatching(/^[0-9a-f]{64}$/);
const value = fc.oneof(
  fc.constantFrom('true', 'false', 'prefer', 'only', 'x', ' padded ', 'a,b', ',', ' ', '', '1', 'toString', '__proto__'),
  fc.string({ maxLength: 12 }),
  chunkId,
  chunkId.map((id) => ` ${id} `),
  chunkId.map((id) => id.slice(1)),
);

describe('filters of an address', () => {
  it('are those that the service knows', () => {
    expect(filterNames.toSorted()).toEqual(Object.keys(filterSchema.shape).toSorted());
  });

  it('are read where the service takes them, and left out where it does not', () => {
    fc.assert(
      fc.property(fc.constantFrom(...filterNames), fc.array(value, { minLength: 1, maxLength: 4 }), (name, given) => {
        const read = readFilters(new URLSearchParams(given.map((each) => [`f.${name}`, each])));
        const said = given.filter((each) => each.trim() !== '');
        const meant = takesSeveral(name) ? said : said[0];
        const taken = said.length > 0 && filterSchema.shape[name].safeParse(meant).success;
        expect(read).toEqual(taken ? { [name]: meant } : {});
      }),
    );
  });

  it('hold a search to as many chunks as the service allows, and not to one more', () => {
    const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'));
    const read = (count: number): unknown => {
      const params = new URLSearchParams();
      writeFilters({ chunk_id: ids(count) }, params);
      return readFilters(params);
    };
    expect(read(mostChunkIds)).toEqual({ chunk_id: ids(mostChunkIds) });
    expect(read(mostChunkIds + 1)).toEqual({});
  });
});
