import { describe, expect, it } from 'vitest';
import { chunk, wordCounter } from './support.ts';

const sentence = 'This is one sentence of several words. ';

function section(chunks: ReturnType<typeof chunk>): string[] {
  return chunks.map((one) => one.headingTrail.join(' › '));
}

describe('titles, trails and addresses', () => {
  it('takes the title from the frontmatter, else the first h1, else the file name', () => {
    expect(chunk('---\ntitle: "From: front"\n---\n# Other\n\ntext')[0]!.title).toBe('From: front');
    expect(chunk('---\ntitle: From: broken yaml\n---\ntext')[0]!.title).toBe('From: broken yaml');
    expect(chunk('text\n\n## Two\n\ntext\n\n# One\n\ntext')[0]!.title).toBe('One');
    expect(chunk('just text', 'a/notes.md')[0]!.title).toBe('notes.md');
  });

  it('begins the first section with title and description and does not repeat an equal h1', () => {
    const [first] = chunk(`---\ntitle: Page\ndescription: >-\n  What it\n  is.\n---\n\n# Page\n\n${sentence}`);
    expect(first!.content).toBe(`# Page\n\nWhat it is.\n\n${sentence.trim()}`);
    expect([first!.startLine, first!.endLine]).toEqual([2, 10]);
  });

  it('keeps the path of headings, setext ones too, without their marks', () => {
    const body = sentence.repeat(5);
    const chunks = chunk(
      `Top\n===\n\n${body}\n\nUse\n---\n\n${body}\n\n### \`run()\` [now](#x) {#anchor}\n\n${body}\n\n## Last ##\n\n${body}`,
    );
    expect(section(chunks)).toEqual(['Top', 'Top › Use', 'Top › Use › run() now', 'Top › Last']);
    expect(section(chunk(`# T\n\n###### Six\n\n${body}\n\n####### seven\n\n${body}\n\n#tag\n\n    # code`, 'a.md'))).toEqual([
      'T › Six',
    ]);
    expect(chunks[2]!.content.split('\n')[0]).toBe('### `run()` [now](#x) {#anchor}');
  });

  it.each([
    ['https://s.example', 'docs/a/page.mdx', undefined, 'text', 'https://s.example/docs/a/page'],
    ['https://s.example/', 'a/index.md', undefined, 'text', 'https://s.example/a'],
    ['https://s.example', 'index.mdx', undefined, 'text', 'https://s.example'],
    ['https://s.example', 'docs/x.md', 'x', 'text', 'https://s.example/x'],
    [undefined, 'x', undefined, '# T\nSource: https://s.example/y/z.md\n\ntext', 'https://s.example/y/z'],
    [
      undefined,
      'x',
      undefined,
      '# T\nSource: https://github.com/o/r/blob/main/z.md\n\ntext',
      'https://github.com/o/r/blob/main/z.md',
    ],
    [undefined, 'x.md', undefined, 'text', undefined],
  ])('site %s, file %s, site path %s', (siteUrl, path, sitePath, text, expected) => {
    const options = { ...(siteUrl === undefined ? {} : { siteUrl }), ...(sitePath === undefined ? {} : { sitePath }) };
    const [first] = chunk(text, path, options);
    expect(first!.metadata.pageUrl).toBe(expected);
    expect(first!.content).not.toContain('Source:');
  });
});

describe('small sections', () => {
  it('leads a bare heading into its first sub-section, whose trail the chunk has', () => {
    const chunks = chunk(`# T\n\n${sentence.repeat(5)}\n\n## Settings\n\n### Input\n\n${sentence.repeat(5)}`);
    expect(section(chunks)).toEqual(['T', 'T › Settings › Input']);
    expect(chunks[1]!.content).toMatch(/^## Settings\n\n### Input\n\nThis/);
  });

  it('joins small siblings under their parent and leaves large ones alone', () => {
    const big = sentence.repeat(8);
    const chunks = chunk(`# T\n\n${big}\n\n## Errors\n\n${big}\n\n### A\n\nOne.\n\n### B\n\nTwo.\n\n### C\n\n${big}`);
    expect(section(chunks)).toEqual(['T', 'T › Errors', 'T › Errors › C']);
    expect(chunks[1]!.content).toContain('### A\n\nOne.\n\n### B\n\nTwo.');
  });

  it('has no chunk for a page of headings alone, and none that is a heading alone', () => {
    expect(chunk('# A\n\n## B\n\n### C')).toEqual([]);
    expect(chunk('---\ntitle: Only a title\n---\n')).toEqual([]);
    const chunks = chunk(`# T\n\n${sentence.repeat(70)}\n\n# Bare`);
    for (const one of chunks) expect(one.content.replace(/^#.*$/gm, '').trim()).not.toBe('');
    expect(chunks.at(-1)!.content).toContain('# Bare');
    // A heading that came along does not move the chunk.
    expect(chunks.at(-1)!.headingTrail).toEqual(['T']);
  });
});

describe('windows', () => {
  it('cuts at paragraphs, repeats the heading, and begins with the last sentences of the window before', () => {
    const paragraphs = Array.from(
      { length: 12 },
      (_, index) => `Paragraph ${index} begins. ${sentence.repeat(9)}Paragraph ${index} ends here.`,
    );
    const chunks = chunk(`# T\n\n${paragraphs.join('\n\n')}`);
    expect(chunks.length).toBe(3);
    const sizes = chunks.map((one) => wordCounter.count(one.content));
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(150);
    for (const [index, one] of chunks.entries()) {
      expect(one.content).toMatch(/^# T\n\n/);
      expect(one.content).toMatch(/ends here\.$/);
      if (index === 0) continue;
      const lastOfBefore = /Paragraph \d+ ends here\.$/.exec(chunks[index - 1]!.content)![0];
      const overlap = one.content.slice(5, one.content.indexOf(lastOfBefore) + lastOfBefore.length);
      expect(wordCounter.count(overlap)).toBeGreaterThan(20);
      expect(wordCounter.count(overlap)).toBeLessThanOrEqual(50);
      expect(one.startLine).toBe(chunks[index - 1]!.endLine);
    }
  });

  it('cuts a long paragraph at sentences, a long sentence at words, a long word anywhere', () => {
    const long = chunk(sentence.repeat(200));
    for (const one of long) expect(one.content.trim()).toMatch(/^This .* words\.$/s);
    const words = chunk('word '.repeat(3000));
    expect(words.length).toBeGreaterThan(4);
    for (const one of words) expect(one.content).toMatch(/^(word )+word$/);
    const monster = chunk('x'.repeat(20_000));
    expect(monster.map((one) => one.content.length).reduce((sum, length) => sum + length)).toBeGreaterThanOrEqual(20_000);
    const emoji = chunk('😀'.repeat(20_000));
    for (const one of emoji) expect(one.content.isWellFormed()).toBe(true);
  });

  it('keeps a fence whole up to 2,048 tokens, with its heading and lead-in', () => {
    const code = `\`\`\`python title="bot.py"\n${'value = call(one, two)\n'.repeat(150)}\`\`\``;
    const chunks = chunk(`# T\n\n${sentence.repeat(40)}\n\nRun this:\n\n${code}\n\n${sentence.repeat(10)}`);
    const holder = chunks.filter((one) => one.content.includes('```'));
    expect(holder.length).toBe(1);
    expect(holder[0]!.content).toContain(code);
    expect(holder[0]!.content).toMatch(/^# T\n\n[^]*Run this:\n\n```python/);
    expect(wordCounter.count(holder[0]!.content)).toBeGreaterThan(512);
  });

  it('leaves no label behind at the end of a window', () => {
    const words = (count: number): string => 'word '.repeat(count).trim();
    const chunks = chunk(`# T\n\n${words(250)}\n\n<Tab title="Python">\n${words(300)}\n</Tab>`);
    expect(chunks.length).toBe(2);
    expect(chunks[0]!.content).not.toContain('Python');
    expect(chunks[1]!.content).toBe(`# T\n\n**Python**\n\n${words(300)}`);
  });

  it('cuts a fence that is only just too large to be kept', () => {
    const code = (lines: number): string =>
      `\`\`\`\n${'word word word word word word word word word word\n'.repeat(lines)}\`\`\``;
    expect(chunk(code(197)).map((one) => wordCounter.count(one.content) > 1900)).toEqual([true]);
    for (const one of chunk(code(206))) expect(wordCounter.count(one.content)).toBeLessThanOrEqual(512);
  });

  it('cuts a larger fence at lines and opens and closes it in each part', () => {
    const lines = Array.from({ length: 900 }, (_, index) => `value_${index} = call(one, two)`);
    const chunks = chunk(`# T\n\n\`\`\`python\n${lines.join('\n')}\n\`\`\``);
    expect(chunks.length).toBeGreaterThan(8);
    for (const one of chunks) {
      expect(one.content).toMatch(/^# T\n\n```python\n[^`]*\n```$/);
      expect(wordCounter.count(one.content)).toBeLessThanOrEqual(512);
      const first = Number(/value_(\d+)/.exec(one.content)![1]);
      // The first part has the opening line, the others begin with the line they show first.
      expect(one.startLine).toBe(first === 0 ? 1 : first + 4);
    }
    expect(chunks.flatMap((one) => one.content.match(/value_\d+/g) ?? [])).toEqual(lines.map((line) => line.split(' ')[0]));
  });

  it('keeps a table whole where it fits and repeats its header where not', () => {
    const header = '| Name | Meaning |\n| ---- | ------- |';
    const rows = (count: number): string =>
      Array.from({ length: count }, (_, index) => `| n${index} | some meaning |`).join('\n');
    const [whole] = chunk(`# T\n\n${sentence.repeat(5)}\n\n${header}\n${rows(20)}`);
    expect(whole!.content).toContain(`${header}\n${rows(20)}`);
    const parts = chunk(`# T\n\n${header}\n${rows(300)}`);
    expect(parts.length).toBeGreaterThan(3);
    for (const one of parts) expect(one.content).toMatch(/^# T\n\n\| Name \| Meaning \|\n\| -/);
    expect(parts.flatMap((one) => one.content.match(/n\d+/g) ?? []).length).toBe(300);
  });

  it('cuts a list between items', () => {
    const chunks = chunk(
      `# T\n\n${Array.from({ length: 80 }, (_, index) => `- Item ${index}: ${sentence}\n  - inner ${index}`).join('\n')}`,
    );
    expect(chunks.length).toBeGreaterThan(2);
    for (const one of chunks)
      expect(
        one.content
          .split('\n')
          .slice(2)
          .every((line) => /^\s*- (Item|inner) \d+/.test(line)),
      ).toBe(true);
  });
});

describe('other kinds of text', () => {
  it('reads reStructuredText titles, and no # of its code as a heading', () => {
    const body = sentence.repeat(8);
    const chunks = chunk(`=====\nTitle\n=====\n\n${body}\n\nPart\n----\n\n${body}\n\n.. code::\n\n   # comment\n`, 'a.rst');
    expect(section(chunks)).toEqual(['Title', 'Title › Part']);
    expect(chunks[1]!.content).toContain('   # comment');
  });

  it('reads plain text as paragraphs', () => {
    const [only] = chunk('# not a heading\n\nText <b>as</b> it is.\n', 'notes.txt');
    expect(only!.content).toBe('# not a heading\n\nText <b>as</b> it is.');
    expect(only!.headingTrail).toEqual([]);
  });
});
