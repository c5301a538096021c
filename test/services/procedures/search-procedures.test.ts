import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hubContract } from '../../../main/contract/hub-contract.ts';
import type { SearchFilters, SearchHit } from '../../../main/contract/search.ts';
import { searchModes, searchTools } from '../../../main/contract/search.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { searchProcedures } from '../../../main/services/procedures/search-procedures.ts';
import { contentTypesOf } from '../../../main/services/retrieval/scope.ts';
import { SearchIndex } from '../../../main/store/search-index.ts';
import { runs } from '../../helpers/effort.ts';
import { answeringCorpus, calmly, type AnsweringCorpus } from './answering-corpus.ts';

let corpus: AnsweringCorpus;
let index: SearchIndex;
let settings: Record<string, number> = {};
const procedures = () => searchProcedures({ answering: corpus.answering, weights: () => settings });

beforeAll(async () => {
  corpus = await answeringCorpus();
  index = new SearchIndex(corpus.hub.connection, silentLogger);
});
afterAll(() => corpus.close());

type Scope = Parameters<ReturnType<typeof searchProcedures>['search.facets']>[0];

const filterSets: fc.Arbitrary<SearchFilters> = fc
  .record(
    {
      source: fc.subarray(['voice', 'tools', 'site', 'plain', 'VOICE'], { minLength: 1 }),
      content_type: fc.subarray(['doc', 'code', 'source', 'readme'], { minLength: 1 }),
      language: fc.constantFrom(['python'], ['markdown', 'mdx'], ['Python']),
      chunk_type: fc.subarray(['section', 'window', 'module', 'class', 'method', 'function'], { minLength: 1 }),
      module: fc.constantFrom('voice', 'voice.alpha', 'Voice'),
      class_name: fc.constantFrom('Transport', 'transport', 'Playback'),
      tags: fc.constantFrom(['ivr'], ['telephony', 'ivr']),
      domain: fc.constantFrom(['backend'], ['frontend', 'backend']),
      execution_mode: fc.constantFrom(['telephony'], ['local']),
      version: fc.constantFrom('1.2.3', '9.9.9'),
      version_filter: fc.constantFrom('only' as const, 'prefer' as const),
      path: fc.constantFrom('src', 'examples/'),
    },
    { requiredKeys: [] },
  )
  // Several filters at once leave nothing to look at.
  .map((filters) => Object.fromEntries(Object.entries(filters).slice(0, 2)) as SearchFilters);

const queries = fc.constantFrom(
  'transport',
  'Transport',
  'send_tone',
  'Transport.send_tone',
  'transport tone call connect',
  'how a call ends + make a call',
  'make_call number voice playback speed page words guide',
  'long',
);

const scopes: fc.Arbitrary<Scope> = fc.record({
  query: queries,
  tool: fc.constantFrom(...searchTools),
  mode: fc.constantFrom(...searchModes),
  filters: filterSets,
});

/** The whole list of a search, page by page. */
async function wholeList(scope: Scope): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  let cursor: string | undefined;
  do {
    const page = await procedures()['search.run']({ ...scope, limit: 7, explain: false, ...(cursor ? { cursor } : {}) }, calmly);
    hits.push(...page.hits);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return hits;
}

function without(filters: SearchFilters, name: keyof SearchFilters): SearchFilters {
  const left = name === 'version' ? [name, 'version_filter'] : [name];
  return Object.fromEntries(Object.entries(filters).filter(([key]) => !left.includes(key)));
}

/** The value as the filter takes it. */
function filterOf(name: keyof SearchFilters, value: string): SearchFilters {
  return { [name]: name === 'module' || name === 'class_name' || name === 'version' ? value : [value] };
}

describe('search.facets', () => {
  it('counts what each filter keeps of the list that the same search pages through', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(scopes, async (scope) => {
        const { total, facets } = await procedures()['search.facets'](scope, calmly);
        hubContract['search.facets'].output.parse({ total, facets });
        expect(total).toBe((await wholeList(scope)).length);
        for (const facet of facets) {
          if (facet.filter === 'version') continue;
          const list = await wholeList({ ...scope, filters: without(scope.filters, facet.filter) });
          const counts = facet.values.map((entry) => entry.count);
          expect(counts).toEqual(counts.toSorted((a, b) => b - a));
          for (const { value, count } of facet.values) {
            const kept = index.allowedIds(filterOf(facet.filter, value), null, 0);
            expect([facet.filter, value, list.filter((hit) => kept.has(hit.chunkId)).length]).toEqual([
              facet.filter,
              value,
              count,
            ]);
            compared += 1;
          }
        }
      }),
      { numRuns: runs(25) },
    );
    expect(compared).toBeGreaterThan(200);
  });

  it('promises no more than a search with the filter finds: at least those files, and of single lists exactly those chunks', async () => {
    await fc.assert(
      fc.asyncProperty(scopes, async (scope) => {
        const { facets } = await procedures()['search.facets'](scope, calmly);
        for (const facet of facets) {
          if (facet.filter === 'version') continue;
          const others = without(scope.filters, facet.filter);
          const list = await wholeList({ ...scope, filters: others });
          for (const { value, count } of facet.values.slice(0, 3)) {
            const filter = filterOf(facet.filter, value);
            const kept = index.allowedIds(filter, null, 0);
            const narrowed = await wholeList({ ...scope, filters: { ...others, ...filter } });
            const files = new Set(narrowed.map((hit) => `${hit.source}:${hit.path}`));
            const expected = list.filter((hit) => kept.has(hit.chunkId)).map((hit) => `${hit.source}:${hit.path}`);
            expect(expected.filter((file) => !files.has(file))).toEqual([]);
            // The corpus is smaller than the depth of a list, so that none was cut.
            if (scope.mode === 'keyword' || scope.mode === 'vector') expect([value, narrowed.length]).toEqual([value, count]);
          }
        }
      }),
      { numRuns: runs(15) },
    );
  });

  it('lists what is selected, even where it keeps nothing', async () => {
    const scope: Scope = { query: 'call', tool: 'any', mode: 'keyword', filters: { language: ['rust', 'Python'] } };
    const { total, facets } = await procedures()['search.facets'](scope, calmly);
    const languages = facets.find((facet) => facet.filter === 'language')!.values;
    expect(languages.find((entry) => entry.value === 'rust')).toEqual({ value: 'rust', count: 0, selected: true });
    expect(languages.find((entry) => entry.value === 'python')).toEqual({ value: 'python', count: total, selected: true });
    expect(languages.some((entry) => !entry.selected && entry.count > 0)).toBe(true);
  });

  it('knows a version by its number, and counts the known ones', async () => {
    const scope: Scope = { query: 'call', tool: 'any', mode: 'keyword', filters: {} };
    const { facets } = await procedures()['search.facets'](scope, calmly);
    const versions = facets.find((facet) => facet.filter === 'version')!.values;
    const ofExample = (await wholeList(scope)).filter((hit) => hit.path.startsWith('examples/ivr/'));
    expect(versions).toEqual([{ value: '1.2.3', count: ofExample.length, selected: false }]);
    const only: Scope = { ...scope, filters: { version: 'v9.9.9', version_filter: 'only' } };
    const others = await procedures()['search.facets'](only, calmly);
    expect(others.facets.find((facet) => facet.filter === 'version')!.values).toEqual([
      ...versions,
      { value: '9.9.9', count: 0, selected: true },
    ]);
    expect(others.total).toBe((await wholeList(only)).length);
  });

  it('without words counts the corpus as it is browsed: each filter keeps exactly as many', async () => {
    await fc.assert(
      fc.asyncProperty(filterSets, fc.constantFrom(...searchTools), async (filters, tool) => {
        const scope: Scope = { query: '  ', tool, mode: 'hybrid', filters };
        const totalOf = async (with_: SearchFilters): Promise<number> =>
          (await procedures()['search.browse']({ tool, filters: with_, offset: 0, limit: 1 }, calmly)).total;
        const { total, facets } = await procedures()['search.facets'](scope, calmly);
        expect(total).toBe(await totalOf(filters));
        for (const facet of facets) {
          if (facet.filter === 'version') continue;
          for (const { value, count } of facet.values) {
            const narrowed = { ...without(filters, facet.filter), ...filterOf(facet.filter, value) };
            expect([facet.filter, value, await totalOf(narrowed)]).toEqual([facet.filter, value, count]);
          }
        }
      }),
      { numRuns: runs(25) },
    );
  });
});

describe('search.browse', () => {
  const all = (tool: Scope['tool'], filters: SearchFilters): string[] =>
    index
      .chunks([...index.rowIds([...index.allowedIds(filters, contentTypesOf(tool), 0)]).values()])
      .toSorted((a, b) => {
        if (a.source !== b.source) return a.source < b.source ? -1 : 1;
        if (a.path !== b.path) return a.path < b.path ? -1 : 1;
        return a.startLine - b.startLine;
      })
      .map((row) => `${row.source}:${row.path}:${row.startLine}`);

  it('gives any part of everything that passes the filters, in order of source, path and line', async () => {
    await fc.assert(
      fc.asyncProperty(
        filterSets,
        fc.constantFrom(...searchTools),
        fc.nat(120),
        fc.integer({ min: 1, max: 60 }),
        async (given, tool, offset, limit) => {
          const filters = without(given, 'version');
          const page = await procedures()['search.browse']({ tool, filters, offset, limit }, calmly);
          hubContract['search.browse'].output.parse(page);
          const expected = all(tool, filters);
          expect(page.total).toBe(expected.length);
          expect(page.hits.map((hit) => `${hit.source}:${hit.path}:${hit.lines.start}`)).toEqual(
            expected.slice(offset, offset + limit),
          );
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('leaves other versions out where only one is wanted', async () => {
    const page = (version: string) =>
      procedures()['search.browse']({ tool: 'any', filters: { version, version_filter: 'only' }, offset: 0, limit: 200 }, calmly);
    const [own, other] = [await page('1.2.3'), await page('9.9.9')];
    expect(own.hits.some((hit) => hit.path === 'examples/ivr/bot.py')).toBe(true);
    expect(other.hits.some((hit) => hit.path.startsWith('examples/ivr/'))).toBe(false);
    expect(other.total).toBe(own.hits.filter((hit) => !hit.path.startsWith('examples/ivr/')).length);
  });

  it('sees what the index has become', async () => {
    const input = { tool: 'any' as const, filters: {}, offset: 0, limit: 200 };
    const before = await procedures()['search.browse'](input, calmly);
    const { connection } = corpus.hub;
    connection.exec(`SAVEPOINT gone; DELETE FROM files WHERE path = 'docs/own.md';
      UPDATE meta SET value = value + 1 WHERE key = 'generation'`);
    const after = await procedures()['search.browse'](input, calmly);
    connection.exec('ROLLBACK TO gone; RELEASE gone');
    expect(before.hits.some((hit) => hit.path === 'docs/own.md')).toBe(true);
    expect(after.hits.some((hit) => hit.path === 'docs/own.md')).toBe(false);
    expect(after.total).toBeLessThan(before.total);
  });
});

describe('search.run', () => {
  const input = { query: 'transport tone', tool: 'any', mode: 'hybrid', filters: {}, limit: 20, explain: true } as const;

  it('ranks with the weights of the settings, and above them with those of the request', async () => {
    const parts = async (weights?: Record<string, number>): Promise<number[]> => {
      const { hits } = await procedures()['search.run']({ ...input, ...(weights ? { weights } : {}) }, calmly);
      for (const hit of hits) expect(hit.explain!.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(hit.score, 10);
      return hits.map((hit) => hit.explain!.find((part) => part.name === 'keyword')?.value ?? 0);
    };
    const usual = await parts();
    settings = { 'hybrid.keyword': 0 };
    const none = await parts();
    const again = await parts({ 'hybrid.keyword': 0.4 });
    settings = {};
    expect(usual.some((value) => value > 0)).toBe(true);
    expect(none.every((value) => value === 0)).toBe(true);
    expect(again).toEqual(usual);
  });

  it('keeps the sum of the parts whatever the weights', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(
            'hybrid.keyword',
            'hybrid.meaning',
            'symbol.exact',
            'file.decay',
            'diversity',
            'moduleOverview',
            'testCode',
          ),
          fc.double({ min: 0, max: 0.5, noNaN: true }),
        ),
        queries,
        async (weights, query) => {
          const { hits } = await procedures()['search.run']({ ...input, query, weights }, calmly);
          for (const hit of hits) expect(hit.explain!.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(hit.score, 9);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('finds the same whatever the case of a filter', async () => {
    const found = async (filters: SearchFilters): Promise<string[]> =>
      (await procedures()['search.run']({ ...input, filters }, calmly)).hits.map((hit) => hit.chunkId);
    for (const [written, meant] of [
      [{ language: ['Python'] }, { language: ['python'] }],
      [{ source: ['VOICE', 'Site'] }, { source: ['voice', 'site'] }],
      [{ content_type: ['Source'] }, { content_type: ['source'] }],
    ] as [SearchFilters, SearchFilters][]) {
      expect(await found(meant)).not.toEqual([]);
      expect(await found(written)).toEqual(await found(meant));
    }
  });

  it('refuses unknown weights, and a cursor of other weights', async () => {
    await expect(procedures()['search.run']({ ...input, weights: { nonsense: 1 } }, calmly)).rejects.toMatchObject({
      code: 'usage',
    });
    const { nextCursor } = await procedures()['search.run']({ ...input, limit: 1 }, calmly);
    await expect(
      procedures()['search.run']({ ...input, limit: 1, cursor: nextCursor!, weights: { 'hybrid.keyword': 0.1 } }, calmly),
    ).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('another query') });
  });
});
