import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterSchema, searchModes, searchTools } from '../../../main/contract/search.ts';
import { silentLogger, type Logger } from '../../../main/core/logger.ts';
import { mostHistoryEntries } from '../../../main/store/user-data/history.ts';
import { scopeFromText, scopeToText, type SearchScope } from '../../../main/store/user-data/scope-text.ts';
import { UserData } from '../../../main/store/user-data/user-data.ts';
import { runs } from '../../helpers/effort.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-user-'));
  path = join(folder, 'user.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const anyScope: SearchScope = scopeFromText('{}');

const scopes: fc.Arbitrary<SearchScope> = fc
  .record(
    {
      tool: fc.constantFrom(...searchTools),
      mode: fc.constantFrom(...searchModes),
      filters: fc
        .record(
          {
            source: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
            module: fc.constantFrom('x', 'x.y'),
            is_dataclass: fc.boolean(),
          },
          { requiredKeys: [] },
        )
        .map((filters) => filterSchema.parse(filters)),
      weights: fc.dictionary(fc.constantFrom('depth', 'hybrid.meaning'), fc.constantFrom(0.5, 1), { maxKeys: 2 }),
    },
    { requiredKeys: ['tool', 'mode', 'filters'] },
  )
  .map((scope) => scope as SearchScope);

describe('a scope as text', () => {
  it('comes back as it was, and is the same whatever the order of its keys', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        const text = scopeToText(scope);
        expect(scopeFromText(text)).toEqual(scope);
        const turned = Object.fromEntries(Object.entries(scope).toReversed()) as SearchScope;
        const filters = Object.fromEntries(Object.entries(scope.filters).toReversed());
        expect(scopeToText({ ...turned, filters })).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });

  it('that nobody knows is the widest one', () => {
    for (const text of ['', 'nonsense', 'null', '[]', '{"tool":"of-tomorrow"}', '{"more":1}'])
      expect(scopeFromText(text), text).toEqual({ tool: 'any', mode: 'hybrid', filters: {} });
  });
});

describe('marks', () => {
  const mark = { chunkId: 'c'.repeat(64), query: 'end a call', verdict: 'helpful' as const, note: 'the right page' };
  const place = { source: 'docs', path: 'a.md', symbol: null, lines: { start: 1, end: 3 } };

  it('are one per chunk and query, the last word counts, newest first', () => {
    using userData = UserData.open(path, silentLogger);
    userData.marks((marks) => {
      expect(marks.set(mark, place)).toMatchObject({ ...mark, place });
      marks.set({ ...mark, query: 'other' }, null);
      marks.set({ ...mark, verdict: 'not-helpful', note: '' }, place);
      expect(marks.list().map(({ query, verdict, note, place: at }) => [query, verdict, note, at])).toEqual([
        ['end a call', 'not-helpful', '', place],
        ['other', 'helpful', 'the right page', null],
      ]);
      expect(marks.list('other')).toHaveLength(1);
      expect(marks.list('nobody asked')).toEqual([]);
      expect(marks.remove(mark.chunkId, mark.query)).toBe(true);
      expect(marks.remove(mark.chunkId, mark.query)).toBe(false);
      expect(marks.list().map(({ query }) => query)).toEqual(['other']);
    });
  });

  it('are still there for the next process, whatever text they hold', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 50 });
    fc.assert(
      fc.property(texts, texts, (query, note) => {
        const sent = { ...mark, query: query.toWellFormed(), note: note.toWellFormed() };
        {
          using userData = UserData.open(path, silentLogger);
          userData.marks((marks) => marks.set(sent, null));
        }
        using again = UserData.open(path, silentLogger);
        expect(again.marks((marks) => marks.list(sent.query))[0]).toMatchObject(sent);
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('cases and saved searches', () => {
  it('come back as they were saved, newest first, and go by id', () => {
    using userData = UserData.open(path, silentLogger);
    const wanted = [
      { source: 'docs', path: 'a.md' },
      { source: 'code', path: 'b.py', symbol: 'B.c' },
    ];
    const scope: SearchScope = { ...anyScope, tool: 'api', filters: { language: ['python'] } };
    userData.cases((cases) => {
      const first = cases.save({ query: 'one', scope, wanted, note: 'why' });
      const second = cases.save({ query: 'two', scope: anyScope, wanted: [], note: '' });
      expect(first).toMatchObject({ query: 'one', scope, wanted, note: 'why' });
      expect(cases.list()).toEqual([second, first]);
      expect([cases.remove(first.id), cases.remove(first.id), cases.remove(-1)]).toEqual([true, false, false]);
      expect(cases.list()).toEqual([second]);
    });
    userData.searches((searches) => {
      const saved = searches.save({ title: 'mine', query: 'q', scope });
      searches.save({ title: 'wider', query: 'q', scope: anyScope });
      expect(searches.save({ title: 'renamed', query: 'q', scope })).toEqual({ ...saved, title: 'renamed' });
      expect(searches.list().map(({ title }) => title)).toEqual(['wider', 'renamed']);
      expect([searches.remove(saved.id), searches.remove(saved.id)]).toEqual([true, false]);
    });
  });
});

describe('history', () => {
  it('is each query and scope once, newest first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'A', ''), scopes, fc.nat(500)), { maxLength: 20 }),
        fc.integer({ min: 1, max: 10 }),
        (added, limit) => {
          using userData = UserData.open(':memory:', silentLogger);
          const expected = new Map<string, { query: string; scope: SearchScope; total: number }>();
          userData.history((history) => {
            for (const [query, scope, total] of added) {
              history.add({ query, scope, total });
              const key = `${query}\n${scopeToText(scope)}`;
              expected.delete(key);
              expected.set(key, { query, scope, total });
            }
            const listed = history.list(limit).map(({ query, scope, total }) => ({ query, scope, total }));
            expect(listed).toEqual([...expected.values()].toReversed().slice(0, limit));
            expect(history.clear()).toBe(expected.size);
            expect(history.list(limit)).toEqual([]);
          });
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('forgets what is older than the last thousand', () => {
    using userData = UserData.open(':memory:', silentLogger);
    userData.history((history) => {
      for (let number = 0; number < mostHistoryEntries + 7; number += 1)
        history.add({ query: `q${number}`, scope: anyScope, total: 0 });
      const all = history.list(5_000);
      expect(all).toHaveLength(mostHistoryEntries);
      expect([all[0]!.query, all.at(-1)!.query]).toEqual([`q${mostHistoryEntries + 6}`, 'q7']);
    });
  });
});

describe('the file', () => {
  it('takes the writes of several processes that start and write at once', async () => {
    const writer = fileURLToPath(new URL('user-writer.ts', import.meta.url));
    const names = ['one', 'two', 'three'];
    await Promise.all(names.map((name) => promisify(execFile)(process.execPath, [writer, path, name, '12'])));
    using userData = UserData.open(path, silentLogger);
    const queries = names.flatMap((name) => Array.from({ length: 12 }, (_, number) => `${name} ${number}`)).toSorted();
    const saved = userData.cases((cases) => cases.list());
    expect(saved.map(({ query }) => query).toSorted()).toEqual(queries);
    const history = userData.history((entries) => entries.list(500));
    expect(history.map(({ query }) => query).toSorted()).toEqual(queries);
  });

  it.each([
    ['SQLITE_BUSY', 'locked', 'Try again'],
    ['SQLITE_FULL', 'usage', 'free space'],
    ['SQLITE_READONLY', 'usage', 'rights'],
    ['SQLITE_CORRUPT_INDEX', 'store-corrupt', 'Start Context Hub again'],
  ])('that answers %s is an error of ours that says what to do', (code, expected, advice) => {
    using userData = UserData.open(':memory:', silentLogger);
    const broken = (): never => {
      throw new Database.SqliteError('as SQLite says it', code);
    };
    expect(() => userData.cases(broken)).toThrow(
      expect.objectContaining({ code: expected, message: expect.stringContaining(advice) }),
    );
    expect(userData.cases((cases) => cases.list())).toEqual([]);
  });

  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (message) => warnings.push(message) };

  it.each([
    ['holds something else', () => writeFileSync(path, 'this is no database '.repeat(200))],
    [
      'was overwritten in its middle',
      () => {
        const bytes = readFileSync(path);
        bytes.fill(0xa5, 4096, bytes.length);
        writeFileSync(path, bytes);
      },
    ],
    ['was cut short', () => writeFileSync(path, readFileSync(path).subarray(0, 5000))],
  ])('that %s is kept aside, a new one is started, and it is said', (_, damage) => {
    {
      using userData = UserData.open(path, silentLogger);
      for (let number = 0; number < 30; number += 1)
        userData.cases((cases) => cases.save({ query: `q${number}`, scope: anyScope, wanted: [], note: 'n'.repeat(500) }));
    }
    damage();
    const damaged = readFileSync(path);
    warnings.length = 0;
    using userData = UserData.open(path, logger);
    expect(userData.notice).toContain('damaged');
    expect(warnings).toEqual([userData.notice]);
    const aside = readdirSync(folder).filter((name) => name.startsWith('user.sqlite.damaged-') && !name.endsWith('-journal'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder, aside[0]!)).equals(damaged)).toBe(true);
    expect(userData.notice).toContain(aside[0]);
    userData.cases((cases) => cases.save({ query: 'anew', scope: anyScope, wanted: [], note: '' }));
    // Who opens it next finds a sound file and hears nothing.
    using again = UserData.open(path, silentLogger);
    expect(again.notice).toBe(null);
    expect(again.cases((cases) => cases.list()).map(({ query }) => query)).toEqual(['anew']);
  });

  it('never loses or crashes, whatever bytes it holds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 3000 }), (bytes) => {
        writeFileSync(path, bytes);
        using userData = UserData.open(path, silentLogger);
        expect(userData.cases((cases) => cases.list())).toEqual([]);
        const kept = readdirSync(folder).filter((name) => name.includes('.damaged-'));
        expect(kept.some((name) => readFileSync(join(folder, name)).equals(bytes))).toBe(true);
        for (const name of kept) rmSync(join(folder, name));
      }),
      { numRuns: runs(15) },
    );
  });

  it('of a newer version is refused and left as it is', () => {
    UserData.open(path, silentLogger)[Symbol.dispose]();
    const raw = new Database(path);
    raw.pragma('user_version = 99');
    raw.close();
    const before = readFileSync(path);
    expect(() => UserData.open(path, silentLogger)).toThrow(expect.objectContaining({ code: 'store-newer' }));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('in a folder that cannot be is a clear error', () => {
    const impossible = join(path, 'below', 'user.sqlite');
    writeFileSync(path, '');
    expect(() => UserData.open(impossible, silentLogger)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('written') }),
    );
    expect(existsSync(impossible)).toBe(false);
  });

  it('that cannot be had keeps nobody from searching: what is said lasts until the end, and that is said', () => {
    const impossible = join(path, 'below', 'user.sqlite');
    writeFileSync(path, '');
    const told: string[] = [];
    using userData = UserData.openAnyway(impossible, { ...silentLogger, warn: (message) => told.push(message) });
    expect(userData.notice).toMatch(/lost when Context Hub ends.*written/s);
    expect(told).toEqual([userData.notice]);
    userData.history((history) => history.add({ query: 'kept for now', scope: anyScope, total: 3 }));
    expect(userData.history((history) => history.list(5)).map(({ query }) => query)).toEqual(['kept for now']);
  });
});
