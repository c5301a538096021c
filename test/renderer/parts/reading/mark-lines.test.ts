import { describe, expect, it } from 'vitest';
import { readableMarkdown } from '../../../../main/core/chunking/documents/readable-markdown.ts';
import { headingSlug } from '../../../../renderer/parts/reading/heading-slug.ts';
import { markLines } from '../../../../renderer/parts/reading/mark-lines.ts';
import { wantedCandidates } from '../../../../renderer/parts/reading/wanted-places.ts';

describe('lines of a rendered page', () => {
  it('leads from each block back to the lines of the file', () => {
    const page = '---\ntitle: Guide\n---\n\nimport X from "x"\n\n<Note>\nMind this.\n</Note>\n\n## Next\n';
    const { text, lines } = readableMarkdown(page, 'guide.mdx');
    const parsed = text.split('\n');
    expect(parsed).toHaveLength(lines.length);
    expect(text).not.toContain('import X');
    expect(text).not.toContain('<Note>');
    const lineOf = (words: string): number => lines[parsed.findIndex((line) => line.includes(words))]!;
    expect([lineOf('# Guide'), lineOf('## Next')]).toEqual([2, 11]);
    const at = (line: number) => ({ start: { line }, end: { line } });
    const heading = { type: 'element', tagName: 'h2', position: at(parsed.findIndex((line) => line === '## Next') + 1) };
    const item = { type: 'element', tagName: 'li', position: at(1) };
    const tree = { type: 'root', children: [heading, { type: 'element', tagName: 'ul', position: at(1), children: [item] }] };
    markLines(lines)(tree);
    expect(heading).toMatchObject({ properties: { dataLine: 11, dataLineEnd: 11 } });
    expect(item).toMatchObject({ properties: { dataLine: 2 } });
  });

  it('makes the anchors of headings', () => {
    expect(headingSlug('What’s new in v1.2?')).toBe('whats-new-in-v12');
  });
});

describe('what was wanted', () => {
  it('offers the opened place first and each place once', () => {
    const hits = [
      { source: 's', path: 'a.py', symbol: 'A' },
      { source: 's', path: 'b.md', symbol: null },
      { source: 's', path: 'a.py', symbol: 'A' },
    ];
    const offered = wantedCandidates({ source: 's', path: 'b.md', symbol: null }, hits, 8).map(({ wanted }) => wanted);
    expect(offered).toEqual([
      { source: 's', path: 'b.md' },
      { source: 's', path: 'a.py', symbol: 'A' },
    ]);
    expect(wantedCandidates(hits[0]!, hits, 1)).toHaveLength(1);
  });
});
