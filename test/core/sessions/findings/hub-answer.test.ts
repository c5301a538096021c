import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHubAnswer } from '../../../../main/core/sessions/findings/hub-answer.ts';
import { guessHub, isChosen, isServer, seenServers, serverAlias } from '../../../../main/core/sessions/findings/hub-choice.ts';
import { dependencyPath, isSamePath } from '../../../../main/core/sessions/findings/dependency-path.ts';
import { runs } from '../../../helpers/effort.ts';

const read = (value: unknown, maxLines: number | null = null) =>
  readHubAnswer({ text: typeof value === 'string' ? value : JSON.stringify(value), structured: null }, maxLines);

describe('an answer of a hub', () => {
  it.each<[unknown, number | null]>([
    [{ hits: [], evidence: { confidence: 0 } }, 0],
    [[], 0],
    ['[]', 0],
    [{ content: [], pageInfo: { hasNextPage: false } }, 0],
    [{ found: [], totalCount: 0 }, 0],
    [{ total: 0, results: [] }, 0],
    ['', 0],
    ['No documentation found for this library.', 0],
    ['No results were found.', 0],
    ['Nothing found', 0],
    [{ doc_id: 'x', content: '', evidence: { confidence: 0, low_confidence: false } }, 0],
    [{ hits: [{ path: 'a.py' }] }, 1],
    [{ id: 'x', title: 'An issue', documents: [], attachments: [] }, 1],
    [{ doc_id: 'd0', content: 'x' }, 1],
    [[{ a: 1 }, { a: 2 }], 2],
    [{ hits: [], total: 12 }, 12],
    ['### How to connect\nCall connect() and wait. If nothing is found, see below.\n'.repeat(20), null],
  ])('%j has %j hits', (value, hits) => {
    expect(read(value).hits).toBe(hits);
  });

  it('is an error where a client hands on the server’s refusal as an answer', () => {
    expect(read('MCP error -32602: Input validation error: Invalid arguments for tool search').error).toMatch(
      /^MCP error -32602/,
    );
    expect(read('How to read MCP error -32602: see below.').error).toBeNull();
  });

  it('says how sure it is, whether it was cut, and which files it cites', () => {
    expect(
      read({
        hits: [{ citation: { repo: 'a/b', path: 'src/x.py' } }, { path: 'docs/y.md' }],
        evidence: { confidence: 0.2, low_confidence: true },
      }),
    ).toMatchObject({
      lowConfidence: true,
      confidence: 0.2,
      truncated: false,
      paths: ['src/x.py', 'docs/y.md'],
    });
    expect(read({ hits: [{ path: 'a.py' }], lowConfidence: true }).lowConfidence).toBe(true);
    // A list that goes on at a cursor is no cut answer; a text that stops is one.
    expect(read({ hits: [{ path: 'a.py' }], truncated: true, nextCursor: 'x' }).truncated).toBe(false);
    expect(read({ content: 'x', path: 'a.py', truncated: true }).truncated).toBe(true);
    expect(read({ snippets: [{ path: 'a.py', line_start: 1, line_end: 50 }] }, 50).truncated).toBe(true);
    expect(read({ snippets: [{ path: 'a.py', line_start: 1, line_end: 49 }] }, 50).truncated).toBe(false);
  });

  it('of which only the beginning is there still says what it can', () => {
    const whole = JSON.stringify({
      hits: [{ path: 'src/x.py', snippet: 'a'.repeat(500) }],
      evidence: { confidence: 0.1, low_confidence: true },
    });
    expect(read(whole.slice(0, 200))).toMatchObject({ hits: null, paths: ['src/x.py'] });
    expect(read('{"hits":[],"evidence":{"known":[],"unkn')).toMatchObject({ hits: 0 });
  });

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const { hits } = read(text);
        expect(hits === null || hits >= 0).toBe(true);
      }),
      { numRuns: runs(300) },
    );
    expect(read(`${'['.repeat(5_000)}${']'.repeat(5_000)}`).hits).toBe(1);
  });
});

describe('the hub', () => {
  it('is one server under all its names', () => {
    expect(
      new Set(['context7', 'plugin_context7_context7', 'plugin_entire-engineering_context7', 'Context7'].map(serverAlias)),
    ).toEqual(new Set(['context7']));
    expect(serverAlias('claude_ai_Linear')).toBe('linear');
    expect(isServer('pipecat-context-hub', 'context_hub')).toBe(true);
    expect(isServer('context7', 'context-hub')).toBe(false);
  });

  it('is guessed by its name, and not where nothing looks like one', () => {
    const seen = (...names: string[]) =>
      seenServers([{ calls: names.map((server) => ({ server, tool: 'search_docs' })) as never }]);
    expect(guessHub(seen('linear', 'linear', 'context7', 'pipecat-context-hub'))).toBe('pipecat-context-hub');
    expect(guessHub(seen('linear', 'context7'))).toBe('context7');
    expect(guessHub(seen('linear', 'playwright'))).toBeNull();
  });

  it('may be a search of the web of the agents’ own, where somebody says so', () => {
    const calls = [
      { server: null, tool: 'WebSearch' },
      { server: null, tool: 'web_search' },
      { server: null, tool: 'Grep' },
      { server: 'docs', tool: 'search' },
      { server: 'docs', tool: 'codesearch' },
      { server: null, tool: 'codesearch' },
    ];
    const seen = seenServers([{ calls: calls as never }]);
    expect(seen).toEqual([
      { server: 'docs', names: ['docs'], calls: 2, searches: 2 },
      { server: 'websearch', names: ['WebSearch', 'web_search'], calls: 2, searches: 2, own: true },
      { server: 'codesearch', names: ['codesearch'], calls: 1, searches: 1, own: true },
    ]);
    expect(guessHub(seen)).toBeNull();
    for (const hub of ['WebSearch', 'web_search', 'web-search'])
      expect(seen.filter((each) => isChosen(each, hub)).map(({ server }) => server)).toEqual(['websearch']);
    expect(seen.filter((each) => isChosen(each, null))).toEqual([]);
  });
});

describe('paths', () => {
  it.each([
    ['/srv/p/.venv/lib/python3.12/site-packages/acme/a.py', 'acme/a.py', 'acme'],
    ['node_modules/@acme/core/dist/a.js', '@acme/core/dist/a.js', '@acme/core'],
    ['x/node_modules/.pnpm/a@1.0.0/node_modules/a/b.js', 'a/b.js', 'a'],
    ['/g/go/pkg/mod/github.com/a/b@v1.2.0/c.go', 'github.com/a/b@v1.2.0/c.go', 'github.com'],
    ['$(go env GOMODCACHE)/github.com/a/b.go', 'github.com/a/b.go', 'github.com'],
    ['/h/.cargo/registry/src/github.com-1ecc6299db9ec823/serde-1.0.2/src/lib.rs', 'serde-1.0.2/src/lib.rs', 'serde'],
    ['C:\\p\\venv\\Lib\\site-packages\\acme\\a.py', 'acme/a.py', 'acme'],
    ['vendor/acme/a.go', 'acme/a.go', 'acme'],
  ])('%s lies in a dependency', (path, below, packageName) => {
    expect(dependencyPath(path)).toEqual({ below, packageName });
  });

  it('of the project itself do not', () => {
    for (const path of ['src/a.py', '/srv/p/vendors.py', 'docs/site-packages.md', 'environment/a.py', ''])
      expect(dependencyPath(path), path).toBeNull();
  });

  it('are the same by their ends, where these are telling', () => {
    const venv = '/srv/p/.venv/lib/python3.12/site-packages';
    expect(isSamePath('src/acme/task.py', `${venv}/acme/task.py`)).toBe(true);
    expect(isSamePath('acme/task.py', `${venv}/acme/task.py`)).toBe(true);
    expect(isSamePath('src/acme/task.py', `${venv}/acme/other.py`)).toBe(false);
    expect(isSamePath('src/acme/__init__.py', `${venv}/other/__init__.py`)).toBe(false);
    expect(isSamePath('__init__.py', `${venv}/acme/__init__.py`)).toBe(false);
    expect(isSamePath('a/b/c/d/utils/base.py', `${venv}/other/utils/base.py`)).toBe(false);
  });
});
