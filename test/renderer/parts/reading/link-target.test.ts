import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTarget } from '../../../../renderer/parts/reading/link-target.ts';

const site = 'https://docs.pipecat.ai/guides/learn/pipeline';

describe('where a link leads', () => {
  it('stays in the corpus for the site’s own pages', () => {
    expect(linkTarget('/guides/learn/transports#audio', 'guides/learn/pipeline.mdx', site)).toMatchObject({
      kind: 'page',
      slug: 'audio',
      paths: expect.arrayContaining(['guides/learn/transports.mdx', 'guides/learn/transports.md']),
    });
    expect(linkTarget('../quickstart.md', 'guides/learn/pipeline.mdx', null)).toEqual({
      kind: 'page',
      slug: null,
      paths: ['guides/quickstart.md'],
    });
    expect(linkTarget('https://docs.pipecat.ai/quickstart', 'a.mdx', site)).toMatchObject({ kind: 'page' });
  });

  it('goes out for other sites, and for other files of a code host', () => {
    expect(linkTarget('https://example.com/x', 'a.md', site)).toEqual({ kind: 'external', url: 'https://example.com/x' });
    const url = 'https://github.com/other/repo';
    expect(linkTarget(url, 'a.md', 'https://github.com/own/repo/blob/main/a.md')).toEqual({ kind: 'external', url });
  });

  it('knows headings of the page itself', () => {
    expect(linkTarget('#getting-started', 'a.md', null)).toEqual({ kind: 'heading', slug: 'getting-started' });
  });

  it('leads nowhere for other schemes and out of the root', () => {
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//evil.example/x',
      '',
      '../../x.md',
    ])
      expect(linkTarget(href, 'docs/a.md', null)).toEqual({ kind: 'none' });
  });

  it('never throws, and never names a path outside', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.constantFrom('a.md', 'docs/b/c.mdx'), (href, path) => {
        const target = linkTarget(href, path, site);
        if (target.kind === 'page') for (const each of target.paths) expect(each.split('/')).not.toContain('..');
        if (target.kind === 'external') expect(target.url).toMatch(/^(https?|mailto):/i);
      }),
    );
  });
});
