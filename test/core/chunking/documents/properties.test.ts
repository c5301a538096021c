import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkDraft } from '../../../../main/core/chunk.ts';
import { scanBlocks } from '../../../../main/core/chunking/documents/blocks.ts';
import { readPage } from '../../../../main/core/chunking/documents/page.ts';
import { markdownOutline, sectionOf } from '../../../../main/core/chunking/documents/outline.ts';
import { splitDump } from '../../../../main/core/chunking/documents/split-dump.ts';
import { chunk, fixture, wordCounter } from './support.ts';
import { runs } from '../../../helpers/effort.ts';

const word = fc.constantFrom(
  'alpha',
  'Beta',
  '`code()`',
  'e.g.',
  '<b>bold</b>',
  '[link](./x.md)',
  'it’s',
  '&lt;',
  'x < y',
  '😀',
  '終わり。',
  '![alt](i.png)',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => `${words.join(' ')}.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 20 }).map((sentences) => sentences.join(' '));
const codeLine = fc.constantFrom(
  'def f(x):',
  '    return x < 1',
  '# not a heading',
  '',
  '<Note>',
  '| a | b |',
  '~~',
  'import os',
);
const fence = fc
  .tuple(
    fc.constantFrom('```', '~~~', '`````', '  ```'),
    fc.constantFrom('', 'python', 'js title="a b" {1,3}'),
    fc.array(codeLine, { maxLength: 700 }),
  )
  .map(([mark, info, lines]) => `${mark}${info}\n${lines.join('\n')}\n${mark}`);
const table = fc
  .array(fc.array(fc.constantFrom('a', 'a longer cell', '`x`'), { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 120 })
  .map((rows) => ['| Name | Meaning |', '| --- | --- |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'));
const list = fc.array(sentence, { minLength: 1, maxLength: 40 }).map((items) => items.map((item) => `- ${item}`).join('\n'));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('Usage', 'API `f()`', 'A [link](x) here', 'Setup'))
  .map(([level, title]) => `${'#'.repeat(level)} ${title}`);
const simple = fc.oneof(
  paragraph,
  fence,
  table,
  list,
  heading,
  heading,
  heading,
  fc.constant('Title\n====='),
  fc.constant('---'),
  fc.constant('> quoted'),
);
const tagged = fc
  .tuple(
    fc.constantFrom(
      '<Note>',
      '<Card title="Card" href="/x">',
      '<ParamField path="key" type="str" required>',
      '<Tab title="T">',
      '<Unknown a={{b: 1}}>',
      '<p align="center">',
    ),
    simple,
  )
  .map(([open, inner]) => `${open}\n${inner.replace(/^/gm, '  ')}\n</${/\w+/.exec(open)![0]}>`);
const page = fc
  .tuple(
    fc.constantFrom('', '---\ntitle: A page\ndescription: What it is about.\n---\n'),
    fc.array(fc.oneof(simple, tagged), { maxLength: 12 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([front, blocks, newline]) => (front + blocks.join('\n\n')).replaceAll('\n', newline));
/** Anything, made of the pieces that the scanner looks for. */
const noise = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '```',
        '~~~',
        '<Note>',
        '</Note>',
        '<Card a="',
        "'",
        '{',
        '}',
        '<!--',
        '-->',
        '\n',
        '\n\n',
        '# ',
        '| ',
        '- ',
        '---\n',
        '===\n',
        '`',
        '<pre>',
        '</pre>',
        '![',
        '](',
        ':::',
        '\r',
        '    ',
        '\\',
        'export const a = {',
        'Source: https://a.b/c\n',
      ),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const fencePattern = /^[ \t]*(?:[-*+>][ \t]*|\d+[.)][ \t]+)*(`{3,}|~{3,})/gm;

/** The limits as they are promised: 512, or up to 2,048 for a chunk that holds a fence kept whole. */
function expectWithinLimits(chunks: readonly ChunkDraft[]): void {
  for (const one of chunks) {
    const tokens = wordCounter.count(one.content);
    if (tokens <= 512) continue;
    expect(tokens).toBeLessThanOrEqual(2048);
    const fences = Array.from(one.content.matchAll(fencePattern), (match) => match.index);
    expect(fences.length, one.content).toBeGreaterThanOrEqual(2);
    // Nothing but a heading and a lead-in accompanies it, and without them it would not fit either.
    expect(wordCounter.count(one.content.slice(0, fences[0]))).toBeLessThanOrEqual(64 + 64 + 50);
    expect(one.content.slice(fences.at(-1)).split('\n').length).toBe(1);
    expect(wordCounter.count(one.content.slice(fences[0]))).toBeGreaterThan(512 - 64);
  }
}

function expectNoBareHeading(chunks: readonly ChunkDraft[]): void {
  for (const one of chunks) {
    expect(one.content.trim()).not.toBe('');
    const blocks = scanBlocks(
      one.content.split('\n').map((text, index) => ({ text, first: index, last: index, kind: 'text' as const })),
    );
    expect(blocks.some((block) => block.kind !== 'heading') || wordCounter.count(one.content) > 64, one.content).toBe(true);
  }
}

/** Every word of every cleaned line is in a chunk whose range holds the line. */
function expectCovered(text: string, path: string, chunks: readonly ChunkDraft[]): void {
  const { lines, blocks } = readPage(text, path);
  if (blocks.every((block) => block.kind === 'heading')) return expect(chunks).toEqual([]);
  const inBlocks = new Set(blocks.flatMap((block) => block.lines));
  for (const line of lines) {
    if (!inBlocks.has(line)) continue;
    const around = chunks.filter((one) => one.startLine <= line.last && one.endLine >= line.first);
    for (const part of line.text.split(/\s+/)) {
      if (part === '' || part.length > 64) continue;
      expect(
        around.some((one) => one.content.includes(part)),
        `${part} of line ${line.first}`,
      ).toBe(true);
    }
  }
}

function expectTrueRanges(text: string, chunks: readonly ChunkDraft[]): void {
  const count = text.split('\n').length;
  for (const one of chunks) {
    expect(one.startLine).toBeGreaterThanOrEqual(1);
    expect(one.startLine).toBeLessThanOrEqual(one.endLine);
    expect(one.endLine).toBeLessThanOrEqual(count);
  }
}

describe('any document', () => {
  it('is covered, within the limits, with true ranges, twice the same', () => {
    fc.assert(
      fc.property(page, fc.constantFrom('a.mdx', 'a.md'), (text, path) => {
        const chunks = chunk(text, path);
        expectWithinLimits(chunks);
        expectNoBareHeading(chunks);
        expectTrueRanges(text, chunks);
        expectCovered(text, path, chunks);
        expect(chunk(text, path)).toEqual(chunks);
      }),
      { numRuns: runs(150) },
    );
  });

  it('of one long section has windows that are full but not over the limit', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(sizes, (paragraphs) => {
        const text = `# T\n\n${paragraphs.map((words) => 'word '.repeat(words).trim()).join('\n\n')}`;
        const chunks = chunk(text, 'a.md');
        for (const one of chunks) expect(wordCounter.count(one.content)).toBeLessThanOrEqual(512);
        // Two windows in a row would not have fitted into one.
        const total = paragraphs.reduce((sum, words) => sum + words, 0);
        expect(chunks.length).toBeLessThanOrEqual(2 * Math.ceil((total + 10) / 400));
        if (total <= 500) expect(chunks.length).toBe(1);
      }),
      { numRuns: runs(300) },
    );
  });

  it('that is noise gives chunks or none, and no error', () => {
    fc.assert(
      fc.property(noise, fc.constantFrom('a.mdx', 'a.md', 'a.rst', 'a.txt', ''), (text, path) => {
        const chunks = chunk(text, path);
        expectTrueRanges(text, chunks);
        expectCovered(text, path, chunks);
        for (const one of chunks) expect(wordCounter.count(one.content)).toBeLessThanOrEqual(2048);
        const lines = text.split('\n');
        for (const entry of markdownOutline(text, path)) {
          expect(entry.line).toBeLessThanOrEqual(lines.length);
          expect(sectionOf(text, entry.slug === '' ? entry.text : entry.slug, path)?.text ?? null).not.toBe(null);
        }
        const pages = splitDump(text);
        for (const one of pages)
          expect(one.text.split('\n')).toEqual(lines.slice(one.startLine - 1).slice(0, one.text.split('\n').length));
        expect(new Set(pages.map((one) => one.path)).size).toBe(pages.length);
      }),
      { numRuns: runs(1500) },
    );
  });

  it.each(['daily-transport.mdx', 'deepgram-stt.mdx', 'pipecat-readme.md', 'picomatch-readme.md', 'voice-ui-views.mdx'])(
    'such as %s: lines are found where the range says',
    (name) => {
      const text = fixture(name);
      const chunks = chunk(text, name);
      expect(chunks.length).toBeGreaterThan(3);
      expectCovered(text, name, chunks);
      expectWithinLimits(chunks);
      const lines = text.split('\n');
      for (const one of chunks) {
        const original = lines.slice(one.startLine - 1, one.endLine).join('\n');
        // Words of the text, apart from a repeated heading and what tags turned into.
        const words =
          one.content
            .split('\n')
            .slice(1)
            .join('\n')
            .match(/[A-Za-z]{4,}/g) ?? [];
        const there = words.filter((part) => original.includes(part));
        expect(there.length / Math.max(1, words.length), `${name}:${one.startLine}`).toBeGreaterThan(0.9);
        // Tight, too: the first and last line of the range are of the chunk.
        expect(lines[one.startLine - 1]!.trim()).not.toBe('');
        expect(lines[one.endLine - 1]!.trim()).not.toBe('');
      }
    },
  );

  it('has the same chunks with CRLF as with LF', () => {
    for (const name of ['daily-transport.mdx', 'picomatch-readme.md', 'requests-quickstart.rst']) {
      const text = fixture(name);
      expect(chunk(text.replaceAll('\n', '\r\n'), name)).toEqual(chunk(text, name));
    }
  });
});
