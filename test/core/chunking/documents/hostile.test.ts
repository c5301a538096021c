import { describe, expect, it } from 'vitest';
import { markdownOutline } from '../../../../main/core/chunking/documents/outline.ts';
import { splitDump } from '../../../../main/core/chunking/documents/split-dump.ts';
import { chunk, wordCounter } from './support.ts';

const size = 200_000;

function repeat(text: string): string {
  return text.repeat(Math.ceil(size / text.length));
}

/** Each is there because a plain regular expression, recursion or rescanning would be quadratic or worse on it. */
const inputs: Record<string, string> = {
  'unclosed tags': repeat('<Card '),
  'unclosed props': repeat("<Card a='"),
  'unclosed braces': repeat('<Card a="x" b={'),
  'nested tags': '<Note>'.repeat(20_000) + '</Note>'.repeat(20_000),
  'closing tags': repeat('</Note>'),
  'tags on one line': repeat('<b>x</b> '),
  'anchors without end': repeat('<a href="x">y'),
  backticks: '`'.repeat(size),
  'backtick runs of every length': Array.from({ length: 600 }, (_, length) => `${'`'.repeat(length + 1)} `).join(''),
  'a backtick per line': repeat('`a\n'),
  fences: repeat('```js\n'),
  'one word': 'x'.repeat(size),
  'one line': repeat('foo bar '),
  blanks: `a${' '.repeat(size)}b`,
  'blanks behind full stops': repeat('.   '),
  'deep lists': Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  'deep quotes': '> '.repeat(size / 2),
  'list markers': `${'- '.repeat(size / 2)}\`\`\``,
  bars: `${repeat(' |')}x`,
  'a long table': `| a | b |\n| --- | --- |\n${repeat('| x | y |\n')}`,
  'a long row': `| a |\n|---|\n| ${repeat('x ')}|`,
  images: repeat('!['),
  'images without end': repeat('![](data:'),
  headings: repeat('# a\n## b\n### c\n'),
  'a long heading': `# ${repeat('word ')}`,
  'heading marks': `# ${'#'.repeat(size)}`,
  comments: repeat('<!-- '),
  'MDX comments': repeat('{/* '),
  'exports without end': repeat('export const a = (\n\n'),
  'deep YAML': `---\n${'['.repeat(16_000)}\n---\ntext`,
  'YAML aliases': `---\n${repeat('a: &a [*a]\n').slice(0, 16_000)}\n---\ntext`,
  'unclosed pre': repeat('<pre>'),
  'a fence of many lines': `\`\`\`js\n${repeat('let a = 1;\n')}\`\`\``,
  'a fence of one line': `\`\`\`js\n${repeat('let a = 1;')}\n\`\`\``,
  'a fence of backticks': `${'`'.repeat(size)}\nfoo\n${'`'.repeat(size)}`,
  'a long info string': `\`\`\`${repeat('x ')}\nfoo\n\`\`\``,
  'pages of a dump in a fence': `\`\`\`\n${repeat('# A\nSource: https://a.example/c\n```js\n')}`,
  surrogates: repeat('\ud83d'),
  NUL: repeat('\0'),
  'carriage returns': repeat('\r'),
  'empty lines': repeat('\n \t'),
};

describe('hostile input ends, within the limits', () => {
  it.each(Object.keys(inputs))('%s', (name) => {
    const text = inputs[name]!;
    const chunks = chunk(text, 'a.mdx');
    // The other kinds share most of the way; a tenth of the size is enough to see a hang, which is quadratic at least.
    for (const path of ['a.md', 'a.rst']) chunks.push(...chunk(text.slice(0, size / 10), path));
    expect(Math.max(0, ...chunks.map((one) => wordCounter.count(one.content)))).toBeLessThanOrEqual(512);
    expect(Math.max(0, ...chunks.map((one) => one.content.length))).toBeLessThanOrEqual(512 * 17);
    expect(markdownOutline(text.slice(0, size / 10)).length).toBeLessThanOrEqual(text.length);
    expect(
      splitDump(text)
        .map((page) => page.text)
        .join('\n').length,
    ).toBeLessThanOrEqual(text.length);
  });

  it('counts each text a bounded number of times, never growing prefixes', () => {
    let counted = 0;
    const counter = {
      count(text: string) {
        counted += text.length;
        return wordCounter.count(text);
      },
    };
    const text = `# Title\n\n${'One sentence of some words. '.repeat(2000)}\n\n${'| a | b |\n'.repeat(2000)}\n\n\`\`\`\n${'code line;\n'.repeat(2000)}\`\`\`\n`;
    chunk(text, 'a.md', { counter });
    expect(counted).toBeGreaterThan(text.length / 2);
    expect(counted).toBeLessThan(5 * text.length);
  });
});
