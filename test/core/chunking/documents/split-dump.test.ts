import { describe, expect, it } from 'vitest';
import { splitDump } from '../../../../main/core/chunking/documents/split-dump.ts';
import { fixture } from './support.ts';

function summary(text: string): unknown[] {
  return splitDump(text).map(({ title, url, path, startLine }) => [title, url, path, startLine]);
}

describe('splitDump', () => {
  it('reads pages with a Source line; what is before them is a page too', () => {
    expect(
      summary(
        '# Site\n\nIntro.\n\n# One\nSource: https://s.example/a/one.md\n\ntext\n\n# Two\n\nSource: https://s.example/two/index\n\ntext\n',
      ),
    ).toEqual([
      ['Site', null, 'site', 1],
      ['One', 'https://s.example/a/one', 'a/one', 5],
      ['Two', 'https://s.example/two', 'two', 10],
    ]);
  });

  it('maps every line of a real dump', () => {
    const text = fixture('llms-full-excerpt.txt');
    const pages = splitDump(text);
    expect(pages.map((page) => page.path)).toEqual(['pipecat', 'overview/introduction', 'overview/pipecat', 'overview/clients']);
    expect(pages.map((page) => page.text).join('\n')).toBe(text);
    for (const page of pages) expect(text.split('\n')[page.startLine - 1]).toBe(page.text.split('\n')[0]);
  });

  it('takes no heading inside a fence for a page, unless the fence was never closed', () => {
    const page = (name: string, code: string): string => `# ${name}\nSource: https://s.example/${name}\n\n${code}\n\n`;
    const shown = '````md\n# Shown\nSource: https://s.example/shown\n````';
    expect(splitDump(page('a', shown) + page('b', '```py\n# comment\nx\n```')).map((one) => one.path)).toEqual(['a', 'b']);
    expect(splitDump(page('a', '```py\nopen') + page('b', '```py\nx\n```') + page('c', 'text')).map((one) => one.path)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('reads pages with a block of keys, pages apart by lines, and one page alone', () => {
    expect(
      summary(
        '---\nurl: /guide/start.md\n---\n\n# Start\n\ntext\n\n---\ntitle: "Next"\nurl: https://s.example/next.html\n---\ntext',
      ),
    ).toEqual([
      ['Start', '/guide/start.md', 'guide/start', 1],
      ['Next', 'https://s.example/next.html', 'next', 9],
    ]);
    expect(summary('# One page\n\ntext\n\n---\n\n# Other page\n\ntext\n\n---\n\n# One page\n\nmore')).toEqual([
      ['One page', null, 'one-page', 1],
      ['Other page', null, 'other-page', 7],
      ['One page', null, 'one-page-2', 13],
    ]);
    expect(summary('Just text.\n\n## Part\n\nmore')).toEqual([['Part', null, 'part', 1]]);
    expect(summary('text')).toEqual([['index', null, 'index', 1]]);
    expect(summary(' \n\n')).toEqual([]);
  });

  it('gives paths that stay inside any folder', () => {
    const pages = splitDump(
      '# A\nSource: https://s.example/%2e%2e/..%2f..%2fetc/passwd\n\nx\n\n# B\nSource: https://s.example/\n\nx\n\n# C\nSource: https://s.example/a\\..\\b\n\nx',
    );
    for (const page of pages) {
      expect(page.path).not.toMatch(/^\/|\\|(^|\/)\.\.(\/|$)/);
      expect(page.path).not.toBe('');
    }
  });
});
