import { describe, expect, test } from 'vitest';
import type { EmbeddingSpace, VectorMatch, VectorQuery, VectorRecord, VectorStore } from '../../../main/core/vectors.ts';
import { randomRecords, randomUnit, record, testSpace, unit } from './vector-fixtures.ts';
import { seededRandom } from '../../../main/core/seeded-random.ts';

const dimension = 8;
const first = unit(1, 0, 0, 0, 0, 0, 0, 0);

function ids(matches: VectorMatch[]): string[] {
  return matches.map((match) => match.id);
}

/** What every vector store must do; run over each implementation against the real thing. */
export function describeVectorStore(name: string, open: (space: EmbeddingSpace) => Promise<VectorStore>): void {
  describe(`${name} as a vector store`, () => {
    async function filled(records: VectorRecord[], width = dimension): Promise<VectorStore> {
      const store = await open(testSpace(width));
      await store.upsert(records);
      return store;
    }

    const mixed = [
      record('a', unit(1, 0, 0, 0, 0, 0, 0, 0), { source: 'docs', contentType: 'doc', language: 'markdown' }),
      record('b', unit(1, 0.1, 0, 0, 0, 0, 0, 0), { source: 'pipecat', contentType: 'source', language: 'python' }),
      record('c', unit(1, 0.2, 0, 0, 0, 0, 0, 0), { source: 'pipecat', contentType: 'readme', language: 'markdown' }),
      record('d', unit(1, 0.3, 0, 0, 0, 0, 0, 0), { source: 'examples', contentType: 'code', language: 'python' }),
      record('e', unit(1, 0.4, 0, 0, 0, 0, 0, 0), { source: 'examples', contentType: 'code', language: 'typescript' }),
    ];

    test('finds the most alike first, with cosine as similarity', async () => {
      await using store = await filled(mixed);
      const matches = await store.query({ vector: first, limit: 3 });
      expect(ids(matches)).toEqual(['a', 'b', 'c']);
      expect(matches[0]?.similarity).toBeCloseTo(1, 5);
      expect(matches[1]?.similarity).toBeCloseTo(1 / Math.hypot(1, 0.1), 5);
      expect((await store.query({ vector: unit(-1, 0, 0, 0, 0, 0, 0, 0), limit: 5 }))[4]?.similarity).toBeCloseTo(-1, 5);
    });

    test('takes a query of any length but zero', async () => {
      await using store = await filled(mixed);
      const long = await store.query({ vector: first.map((value) => value * 1_000), limit: 2 });
      expect(long[0]?.similarity).toBeCloseTo(1, 5);
      expect(ids(long)).toEqual(['a', 'b']);
    });

    test('an empty store finds nothing', async () => {
      await using store = await open(testSpace());
      expect(await store.query({ vector: first, limit: 5 })).toEqual([]);
      expect(await store.query({ vector: first, limit: 5, allowedIds: new Set(['a']) })).toEqual([]);
      expect(await store.count()).toBe(0);
      expect(await store.ids()).toEqual(new Set());
      await store.upsert([]);
      await store.delete([]);
    });

    test.each([
      [0, 0],
      [-3, 0],
      [Number.NaN, 0],
      [1, 1],
      [2.9, 2],
      [1_000, 5],
      [Number.POSITIVE_INFINITY, 5],
    ])('a limit of %d gives %d results', async (limit, expected) => {
      await using store = await filled(mixed);
      expect(await store.query({ vector: first, limit })).toHaveLength(expected);
    });

    test.each<[string, Omit<VectorQuery, 'vector' | 'limit'>, string]>([
      ['no condition at all', { filter: {} }, 'abcde'],
      ['one source', { filter: { sources: ['pipecat'] } }, 'bc'],
      ['several sources', { filter: { sources: ['docs', 'examples'] } }, 'ade'],
      ['a content type', { filter: { contentTypes: ['code'] } }, 'de'],
      ['several content types', { filter: { contentTypes: ['doc', 'readme'] } }, 'ac'],
      ['a language', { filter: { languages: ['markdown'] } }, 'ac'],
      [
        'all three at once',
        { filter: { sources: ['pipecat', 'examples'], contentTypes: ['code', 'source'], languages: ['python'] } },
        'bd',
      ],
      ['conditions that exclude each other', { filter: { sources: ['docs'], contentTypes: ['code'] } }, ''],
      ['a source that is not there', { filter: { sources: ['nothing'] } }, ''],
      ['a value said twice', { filter: { sources: ['docs', 'docs'] } }, 'a'],
      ['an empty list', { filter: { sources: [] } }, ''],
      ['an empty list beside a full one', { filter: { languages: [], sources: ['docs'] } }, ''],
      ['allowed ids', { allowedIds: new Set(['e', 'c']) }, 'ce'],
      ['allowed ids of which some are unknown', { allowedIds: new Set(['e', 'nobody', 'c']) }, 'ce'],
      ['allowed ids that are all unknown', { allowedIds: new Set(['nobody']) }, ''],
      ['no allowed id', { allowedIds: new Set() }, ''],
      ['allowed ids with a filter', { allowedIds: new Set(['b', 'c', 'e']), filter: { sources: ['pipecat'] } }, 'bc'],
    ])('filters by %s', async (_, conditions, expected) => {
      await using store = await filled(mixed);
      expect(ids(await store.query({ vector: first, limit: 10, ...conditions })).join('')).toBe(expected);
    });

    test('filter values are data, whatever they look like', async () => {
      const odd = ['', '$in', "it's", '{"$ne":"a"}', 'ünïcödé 🎈', 'a\u0000b'];
      await using store = await filled(
        odd.map((source, index) => record(`id${index}`, unit(1, index, 0, 0, 0, 0, 0, 0), { source })),
      );
      for (const [index, source] of odd.entries()) {
        expect(ids(await store.query({ vector: first, limit: 9, filter: { sources: [source] } })), source).toEqual([
          `id${index}`,
        ]);
      }
    });

    test('a filter may list more values than one condition can hold', async () => {
      await using store = await filled(mixed);
      const sources = [...Array.from({ length: 11_000 }, (_, index) => `other${index}`), 'docs', 'pipecat'];
      expect(ids(await store.query({ vector: first, limit: 9, filter: { sources } }))).toEqual(['a', 'b', 'c']);
    });

    test('an id that exists is replaced wholly', async () => {
      await using store = await filled(mixed);
      await store.upsert([record('a', unit(0, 1, 0, 0, 0, 0, 0, 0), { source: 'new', contentType: 'code', language: 'go' })]);
      expect(await store.count()).toBe(5);
      const at = (filter: VectorQuery['filter']) =>
        store.query({ vector: unit(0, 1, 0, 0, 0, 0, 0, 0), limit: 9, ...(filter ? { filter } : {}) });
      expect((await at(undefined))[0]).toEqual({ id: 'a', similarity: expect.closeTo(1, 5) });
      for (const old of [{ sources: ['docs'] }, { contentTypes: ['doc' as const] }])
        expect(ids(await at(old))).not.toContain('a');
      expect(ids(await at({ languages: ['markdown'] }))).toEqual(['c']);
      expect(ids(await at({ sources: ['new'], contentTypes: ['code'], languages: ['go'] }))).toEqual(['a']);
    });

    test('of an id twice in one batch the last counts', async () => {
      await using store = await filled([
        record('x', first, { source: 'one' }),
        record('y', first),
        record('x', first, { source: 'two' }),
      ]);
      expect(await store.count()).toBe(2);
      expect(ids(await store.query({ vector: first, limit: 9, filter: { sources: ['one'] } }))).toEqual([]);
      expect(ids(await store.query({ vector: first, limit: 9, filter: { sources: ['two'] } }))).toEqual(['x']);
    });

    test('of upserts of one id at the same time the last counts', async () => {
      await using store = await open(testSpace());
      await Promise.all(['one', 'two', 'three'].map((source) => store.upsert([record('x', first, { source })])));
      expect(ids(await store.query({ vector: first, limit: 9, filter: { sources: ['three'] } }))).toEqual(['x']);
      expect(await store.count()).toBe(1);
    });

    test('deletes what is there and does not mind what is not', async () => {
      await using store = await filled(mixed);
      await store.delete(['b', 'nobody', 'b', 'e']);
      expect(await store.ids()).toEqual(new Set(['a', 'c', 'd']));
      expect(await store.count()).toBe(3);
      expect(ids(await store.query({ vector: first, limit: 9 }))).toEqual(['a', 'c', 'd']);
      await store.delete(['nobody']);
      expect(await store.count()).toBe(3);
      await store.upsert([record('b', first)]);
      expect(ids(await store.query({ vector: first, limit: 9 }))).toEqual(['a', 'b', 'c', 'd']);
    });

    test('equal similarity is ordered by id, at the limit too', async () => {
      const random = seededRandom(5);
      const twins = Array.from({ length: 60 }, (_, index) => record(`twin${String((index * 37) % 60).padStart(2, '0')}`, first));
      const others = Array.from({ length: 200 }, (_, index) =>
        record(`other${index}`, unit(-0.01, ...randomUnit(random, dimension - 1))),
      );
      await using store = await filled([...others, ...twins]);
      const expected = Array.from({ length: 10 }, (_, index) => `twin0${index}`);
      expect(ids(await store.query({ vector: first, limit: 10 }))).toEqual(expected);
      expect(ids(await store.query({ vector: first, limit: 10, filter: { sources: ['pipecat'] } }))).toEqual(expected);
    });

    test('bad vectors are refused, and nothing of their batch is written', async () => {
      await using store = await open(testSpace());
      const bad: [string, Float32Array][] = [
        ['7 dimensions', new Float32Array(7).fill(1)],
        ['9 dimensions', new Float32Array(9).fill(1)],
        ['no dimension', new Float32Array(0)],
        ['NaN', Float32Array.of(1, Number.NaN, 0, 0, 0, 0, 0, 0)],
        ['infinity', Float32Array.of(1, Number.NEGATIVE_INFINITY, 0, 0, 0, 0, 0, 0)],
        ['zeros', new Float32Array(8)],
      ];
      for (const [what, vector] of bad) {
        await expect(store.upsert([record('good', first), record('bad', vector)]), what).rejects.toMatchObject({
          code: 'vector-backend',
        });
        await expect(store.query({ vector, limit: 1 }), what).rejects.toMatchObject({ code: 'vector-backend' });
      }
      expect(await store.count()).toBe(0);
    });

    test('12,000 records in one call, found exactly among 6,000 allowed ids and among few', async () => {
      const records = randomRecords(12_000, dimension);
      await using store = await filled(records);
      expect(await store.count()).toBe(12_000);
      expect(await store.ids()).toEqual(new Set(ids(records as unknown as VectorMatch[])));
      const vector = randomUnit(seededRandom(9), dimension);
      const ranked = records
        .map((item) => ({
          item,
          similarity: item.vector.reduce((sum, value, index) => sum + value * (vector[index] as number), 0),
        }))
        .sort((a, b) => b.similarity - a.similarity);
      const best = (accepts: (item: VectorRecord, index: number) => boolean) =>
        ranked.filter(({ item }, index) => accepts(item, index)).slice(0, 20).map(({ item }) => item.id); // prettier-ignore
      // Half of everything, spread over the ranks; then half that lacks the best, so that over-fetching finds none of it.
      const half = new Set(records.filter((_, index) => index % 2 === 0).map((item) => item.id));
      expect(ids(await store.query({ vector, limit: 20, allowedIds: half }))).toEqual(best((item) => half.has(item.id)));
      const worse = new Set(ranked.slice(6_000).map(({ item }) => item.id));
      expect(ids(await store.query({ vector, limit: 20, allowedIds: worse }))).toEqual(best((item) => worse.has(item.id)));
      const few = new Set(ranked.slice(11_900).map(({ item }) => item.id));
      expect(ids(await store.query({ vector, limit: 20, allowedIds: few }))).toEqual(best((item) => few.has(item.id)));
      const code = await store.query({ vector, limit: 20, filter: { contentTypes: ['code'] } });
      expect(ids(code)).toEqual(best((item) => item.contentType === 'code'));
      await store.delete(records.slice(0, 11_990).map((item) => item.id));
      expect(await store.ids()).toEqual(new Set(records.slice(11_990).map((item) => item.id)));
    });

    test('a signal that has fired stops every call', async () => {
      await using store = await filled(mixed);
      const signal = AbortSignal.abort();
      await expect(store.upsert([record('z', first)], signal)).rejects.toMatchObject({ code: 'cancelled' });
      await expect(store.delete(['a'], signal)).rejects.toMatchObject({ code: 'cancelled' });
      await expect(store.query({ vector: first, limit: 1 }, signal)).rejects.toMatchObject({ code: 'cancelled' });
      expect(await store.count()).toBe(5);
    });

    test('a closed store says so', async () => {
      const store = await open(testSpace());
      await store[Symbol.asyncDispose]();
      await expect(store.query({ vector: first, limit: 1 })).rejects.toMatchObject({ code: 'vector-backend' });
      await expect(store.upsert([record('z', first)])).rejects.toMatchObject({ code: 'vector-backend' });
      await expect(store.count()).rejects.toMatchObject({ code: 'vector-backend' });
    });
  });
}
