import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HubError } from '../../../main/contract/errors.ts';
import type { SearchAnswer } from '../../../main/contract/search.ts';
import { parseQuery } from '../../../main/core/ranking/query.ts';
import { citationOf } from '../../../main/services/retrieval/citation.ts';
import { decodeCursor, encodeCursor } from '../../../main/services/retrieval/cursor.ts';
import { adviceFor, emptyReasonOf, followUpsOf } from '../../../main/services/retrieval/evidence.ts';
import type { SearchRequest } from '../../../main/services/retrieval/retriever.ts';
import type { SourceRow } from '../../../main/store/corpus-reader.ts';
import { SearchIndex, type ChunkRow } from '../../../main/store/search-index.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { lookupCorpus, type LookupCorpus } from './lookup-corpus.ts';

let corpus: LookupCorpus;
let index: SearchIndex;
beforeAll(async () => {
  corpus = await lookupCorpus();
  index = new SearchIndex(corpus.hub.connection, silentLogger);
});
afterAll(() => corpus.close());

const ask = (query: string, more: Partial<SearchRequest> = {}): Promise<SearchAnswer> =>
  corpus.retriever.search({ query, ...more });

function usageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect((error as HubError).code).toBe('usage');
    return (error as HubError).message;
  }
  throw new Error('nothing was thrown');
}

describe('a cursor', () => {
  it('says where to go on, to the query that it was made for', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.nat(), (offset, identity, generation) => {
        const cursor = encodeCursor(offset, identity, generation);
        expect(decodeCursor(cursor, identity, generation)).toBe(offset);
        expect(cursor).toMatch(/^[\w-]+$/);
      }),
    );
  });

  it('of another query is refused with what to do', () => {
    expect(usageOf(() => decodeCursor(encodeCursor(10, 'one', 1), 'other', 1))).toMatch(/another query.*same query/);
  });

  it('of another state of the index is refused with what to do', () => {
    for (const generation of [0, 2])
      expect(usageOf(() => decodeCursor(encodeCursor(10, 'one', 1), 'one', generation))).toMatch(/index changed.*Search again/);
  });

  it('that is damaged is refused with what to do', () => {
    const raw = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const damaged = [
      '',
      'x',
      '%%%',
      raw(null),
      raw({}),
      raw([]),
      raw([1, 0, 'a', 1]),
      raw([2, -1, 'a', 1]),
      raw([2, 1.5, 'a', 1]),
      raw([2, '1', 'a', 1]),
      raw([2, 1e300, 'a', 1]),
      encodeCursor(10, 'a', 1).slice(0, 5),
    ];
    for (const cursor of damaged)
      expect(
        usageOf(() => decodeCursor(cursor, 'a', 1)),
        cursor,
      ).toContain('damaged');
    fc.assert(
      fc.property(fc.string(), (cursor) => {
        expect(usageOf(() => decodeCursor(cursor, 'a', 1))).toMatch(/damaged|another query/);
      }),
    );
  });
});

describe('the pages of an answer', () => {
  const request: SearchRequest = { query: 'transport tone call connect' };

  async function pagesOf(limit: number): Promise<SearchAnswer[]> {
    const pages: SearchAnswer[] = [];
    let cursor: string | null = null;
    do {
      const page: SearchAnswer = await corpus.retriever.search({ ...request, limit, ...(cursor === null ? {} : { cursor }) });
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return pages;
  }

  it.each([1, 2, 3, 7, 100])('of %d hits each are the whole list, without gap or repeat', async (limit) => {
    const whole = (await corpus.retriever.search({ ...request, limit: 100 })).hits.map((hit) => hit.chunkId);
    expect(whole.length).toBeGreaterThan(7);
    expect(new Set(whole).size).toBe(whole.length);
    const pages = await pagesOf(limit);
    expect(pages.flatMap((page) => page.hits.map((hit) => hit.chunkId))).toEqual(whole);
    expect(pages.length).toBe(Math.ceil(whole.length / limit));
    for (const [number, page] of pages.entries()) {
      const isLast = number === pages.length - 1;
      expect(page).toMatchObject({ total: whole.length, returned: page.hits.length, truncated: !isLast });
      expect(page.hits.length).toBe(isLast ? whole.length - limit * number : limit);
    }
    // What is said of the query depends neither on the page nor on its size.
    const evidence = ({ confidence, lowConfidence, confidenceReason, notFound, followUps }: SearchAnswer): unknown => ({
      confidence,
      lowConfidence,
      confidenceReason,
      notFound,
      followUps,
    });
    const expected = evidence(await corpus.retriever.search(request));
    for (const page of pages) expect(evidence(page)).toEqual(expected);
  });

  it('go on in the same query only', async () => {
    const { nextCursor } = await corpus.retriever.search({ ...request, limit: 2 });
    const others: SearchRequest[] = [
      { query: 'transport' },
      { ...request, tool: 'api' },
      { ...request, filters: { language: 'python' } },
      { ...request, mode: 'keyword', filters: { source: 'voice' } },
    ];
    for (const other of others)
      await expect(corpus.retriever.search({ ...other, cursor: nextCursor! })).rejects.toMatchObject({ code: 'usage' });
    // The size of a page may change.
    expect((await corpus.retriever.search({ ...request, limit: 5, cursor: nextCursor! })).returned).toBe(5);
    await expect(corpus.retriever.search({ ...request, cursor: 'damaged' })).rejects.toMatchObject({ code: 'usage' });
  });

  it('end with the state of the index that they are of', async () => {
    const { nextCursor } = await corpus.retriever.search({ ...request, limit: 2 });
    const before = corpus.hub.reader.meta('generation');
    corpus.hub.connection.exec(`UPDATE meta SET value = value + 1 WHERE key = 'generation'`);
    expect(corpus.hub.reader.meta('generation')).not.toBe(before);
    await expect(corpus.retriever.search({ ...request, cursor: nextCursor! })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Search again'),
    });
  });

  it('behind the last are empty, without a cursor', async () => {
    const identity = JSON.parse(
      Buffer.from((await corpus.retriever.search({ ...request, limit: 2 })).nextCursor!, 'base64url').toString(),
    ) as [number, number, string, number];
    const page = await corpus.retriever.search({ ...request, cursor: encodeCursor(10_000, identity[2], identity[3]) });
    expect(page).toMatchObject({ returned: 0, truncated: false, nextCursor: null, emptyReason: null });
  });
});

describe('a citation', () => {
  const urlOf = async (query: string, source: string): Promise<string | null | undefined> =>
    (await corpus.retriever.search({ query, filters: { source } })).hits[0]?.sourceUrl;

  it('is the lines at the indexed commit on a known host', async () => {
    expect(await urlOf('rewind', 'voice')).toBe(
      `https://github.com/acme/voice/blob/${corpus.voiceCommit}/src/voice/cases.py#L16-L19`,
    );
    expect(await urlOf('tools', 'tools')).toMatch(
      new RegExp(`^https://gitlab\\.com/group/sub/tools/-/blob/${corpus.toolsCommit}/`),
    );
  });

  it('is the page on its site where there is one', async () => {
    expect(await urlOf('hang up', 'site')).toBe('https://docs.voice.example/guides/end-call');
    expect(await urlOf('where it is read', 'plain')).toBe('https://elsewhere.example/pages/own');
  });

  it('is none where nobody knows a host', async () => {
    expect(await urlOf('fifty', 'plain')).toBe(null);
  });

  it('prefers the address of the page itself to that of its file, and that to its lines', () => {
    const row = {
      metadata: {},
      pageUrl: null,
      permalink: 'https://h/{path}#L{start}-L{end}',
      path: 'a b/c.py',
      startLine: 3,
      endLine: 5,
    };
    expect(citationOf(row)).toBe('https://h/a%20b/c.py#L3-L5');
    expect(citationOf({ ...row, permalink: null })).toBe(null);
    expect(citationOf({ ...row, pageUrl: 'https://site/c' })).toBe('https://site/c');
    expect(citationOf({ ...row, pageUrl: 'https://site/c', metadata: { pageUrl: 'https://own/c' } })).toBe('https://own/c');
  });
});

describe('the reason for an empty answer', () => {
  const checked = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const source = (state: SourceRow['state'], daysAgo: number | null = 0): SourceRow =>
    ({ state, lastCheckedAt: daysAgo === null ? null : checked(daysAgo) }) as SourceRow;
  const facts = { terms: 2, sources: [source('complete')], chunks: 10, filters: {}, unfiltered: () => false };

  it('is the most telling one', () => {
    expect(emptyReasonOf({ ...facts, sources: [] })).toBe('not-indexed');
    expect(emptyReasonOf({ ...facts, chunks: 0 })).toBe('not-indexed');
    expect(emptyReasonOf({ ...facts, chunks: 0, sources: [source('partial'), source('complete')] })).toBe('still-indexing');
    expect(emptyReasonOf({ ...facts, terms: 0, unfiltered: () => true })).toBe('empty-query');
    expect(emptyReasonOf({ ...facts, unfiltered: () => true, sources: [source('partial')] })).toBe('filtered-away');
    expect(emptyReasonOf({ ...facts, sources: [source('complete'), source('new')] })).toBe('still-indexing');
    expect(emptyReasonOf({ ...facts, sources: [source('complete', 31), source('complete', null)] })).toBe('stale');
    expect(emptyReasonOf({ ...facts, sources: [source('complete', 31), source('complete', 29)] })).toBe('nothing-alike');
    expect(emptyReasonOf(facts)).toBe('nothing-alike');
  });

  it('comes with what to do next, in the answer itself', async () => {
    expect(await ask('')).toMatchObject({
      total: 0,
      emptyReason: 'empty-query',
      advice: [expect.stringContaining('at least one word')],
    });
    expect(await ask('!?')).toMatchObject({ emptyReason: 'empty-query' });
    expect(await ask('zygomorphic')).toMatchObject({ emptyReason: 'nothing-alike', notFound: ['zygomorphic'], nextCursor: null });
    const filtered = await ask('rewind', { filters: { language: 'rust' } });
    expect(filtered.emptyReason).toBe('filtered-away');
    expect(filtered.advice.join(' ')).toContain('Filters in force: language.');
    // The tool is a filter too.
    expect(await ask('rewind', { tool: 'docs', filters: { source: 'plain' } })).toMatchObject({ emptyReason: 'filtered-away' });
  });
});

describe('advice and follow-ups', () => {
  it('warn where the best hits lack words, and are silent otherwise', () => {
    const asked = { query: 'x', unknown: () => [] };
    expect(adviceFor(null, {}, false, asked)).toEqual([]);
    expect(adviceFor(null, {}, true, asked)).toEqual([expect.stringContaining('may not answer it')]);
    expect(adviceFor('filtered-away', {}, false, asked)).toHaveLength(1);
  });

  it('tell a query of signs alone from an empty one', async () => {
    expect(await ask('🎉🎉')).toMatchObject({ emptyReason: 'empty-query', advice: [expect.stringContaining('emoji')] });
    expect(await ask(' ')).toMatchObject({ emptyReason: 'empty-query', advice: [expect.stringContaining('at least one word')] });
  });

  it('list what a filter can be whose value nothing has, and say nothing of values that something has', async () => {
    const advice = async (filters: NonNullable<SearchRequest['filters']>): Promise<string> =>
      (await ask('transport', { filters })).advice.join(' ');
    expect(await advice({ content_type: 'sauce' })).toContain('content_type “sauce”. It can be: doc, code, source, readme.');
    expect(await advice({ chunk_type: ['klass'] })).toMatch(/chunk_type “klass”. It can be: .*class/);
    expect(await advice({ language: ['pyton'] })).toMatch(/language “pyton”. It can be: .*python/);
    expect(await advice({ content_type: 'readme', language: 'python' })).not.toContain('Nothing indexed has');
  });

  it('name the definitions behind the hits, never what was asked, at most three', () => {
    const ids = index.symbols('Transport.send_tone', {}, null, 10).map((item) => item.id);
    const rows: ChunkRow[] = index.chunks([...ids, ...index.symbols('Playback.rewind', {}, null, 1).map((item) => item.id)]);
    expect(followUpsOf([parseQuery('tones')], rows, false)).toEqual(['Transport', 'Playback']);
    expect(followUpsOf([parseQuery('transport')], rows, false)).toEqual(['Playback']);
    expect(followUpsOf([parseQuery('use FooBar and baz_qux')], rows, true)).toEqual(['FooBar', 'baz_qux', 'Transport']);
  });
});
