import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfLink, parseDeepLink } from '../../main/shell/deep-link.ts';
import { parseRoute } from '../../renderer/router/route.ts';

describe('a link into the app', () => {
  it.each([
    ['contexthub://search?q=audio%20frames', { kind: 'search', query: 'audio frames' }],
    ['CONTEXTHUB://search?q=x', { kind: 'search', query: 'x' }],
    ['contexthub://read/docs/guides/start.md?lines=3-9', { kind: 'read', source: 'docs', path: 'guides/start.md', lines: '3-9' }],
    ['contexthub://read/docs/a%20b.md', { kind: 'read', source: 'docs', path: 'a b.md', lines: null }],
    ['contexthub://source/pipecat', { kind: 'source', name: 'pipecat' }],
    [
      'contexthub://add?source=https%3A%2F%2Fexample.org%2Frepo.git',
      { kind: 'offer-source', text: 'https://example.org/repo.git' },
    ],
    ['contexthub://search', null],
    ['contexthub://search?q=%20', null],
    ['contexthub://search/more?q=x', null],
    [`contexthub://search?q=${'x'.repeat(3000)}`, null],
    ['contexthub://search?q=a%00b', null],
    ['contexthub://read/docs', null],
    ['contexthub://read/docs/%2e%2e%2fsecret', null],
    ['contexthub://read/do%2Fcs/a.md', null],
    ['contexthub://read/docs/a.md?lines=1;2', null],
    ['contexthub://source/a/b', null],
    ['contexthub://source/..', null],
    ['contexthub://delete?source=x', null],
    ['contexthub://user@search?q=x', null],
    ['contexthub:search?q=x', null],
    ['https://search?q=x', null],
    ['', null],
  ])('%s', (text, expected) => {
    expect(parseDeepLink(text)).toEqual(expected);
  });

  it('is never more than one of the known kinds, whatever comes', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((tail) => `contexthub://${tail}`),
      fc.webPath().map((path) => `contexthub://read${path}`),
    );
    fc.assert(
      fc.property(text, (link) => {
        const parsed = parseDeepLink(link);
        if (parsed !== null) expect(['search', 'read', 'source', 'offer-source']).toContain(parsed.kind);
        if (parsed?.kind === 'read') expect(parsed.path.split('/')).not.toContain('..');
      }),
    );
  });

  it('leads to the screen that it names', () => {
    expect(parseRoute(hashOfLink({ kind: 'search', query: 'a & b #c' }))).toMatchObject({ screen: 'search', query: 'a & b #c' });
    expect(parseRoute(hashOfLink({ kind: 'read', source: 's', path: 'a b/c#d.md', lines: '3-9' }))).toEqual({
      screen: 'read',
      source: 's',
      path: 'a b/c#d.md',
      lines: { start: 3, end: 9 },
    });
    expect(parseRoute(hashOfLink({ kind: 'source', name: 'x' }))).toMatchObject({ screen: 'sources', name: 'x' });
  });
});
