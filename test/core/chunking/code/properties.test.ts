import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChunkDraft } from '../../../../main/core/chunk.ts';
import { licenceHeaderEnd } from '../../../../main/core/chunking/code/licence.ts';
import { TextLines } from '../../../../main/core/chunking/code/text-lines.ts';
import { chunk, expectTrueRange, fixture, wordCounter } from './support.ts';
import { runs } from '../../../helpers/effort.ts';

const pythonFixtures = [
  'requests-structures.py.txt',
  'click-exceptions.py.txt',
  'click-globals.py.txt',
  'attrs-cmp.py.txt',
  'flask-views.py.txt',
  'pipecat-kokoro-tts.py.txt',
  'pipecat-wake-check-filter.py.txt',
  'pipecat-voice-soniox.py.txt',
  'pipecat-twilio-server.py.txt',
];

/** Python made of pieces that a chunker may stumble over, in any order and indentation. */
const snippet = fc.constantFrom(
  'import os',
  'from .a import (b,\n    c)',
  'class A(B[C, D]):',
  'def f(self, x=1):',
  'async def g():',
  '@decorator(',
  '@property',
  '    """Doc.',
  '"""',
  '    x: int = 1',
  '    yield Frame(1)',
  '    self.call(super().x())',
  '        return (',
  ')',
  'if __name__ == "__main__":',
  'try:',
  'except E:',
  '    pass; y = 2; class Z: pass',
  '# comment',
  '#  Copyright X, licensed',
  '',
  '\t\tif x:',
  'X = Union[int, str]',
  'λ = "😀"',
  'warnings.warn("f is deprecated", DeprecationWarning)',
  '\\',
  '__all__ = ["a"]',
  '__all__ = [*a]',
  'x = {' + '"k": 1, '.repeat(80) + '}',
);
const pythonText = fc.array(snippet, { maxLength: 60 }).map((parts) => parts.join('\n'));
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2_000 }),
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => new TextDecoder().decode(bytes)),
  pythonText,
);

function coveredLines(chunks: readonly ChunkDraft[]): Set<number> {
  const covered = new Set<number>();
  for (const one of chunks) for (let line = one.startLine; line <= one.endLine; line += 1) covered.add(line);
  return covered;
}

/** Checks what holds for every file: ranges in bounds, content not blank, plain chunks true, every line covered. */
function check(text: string, chunks: readonly ChunkDraft[], role: 'code' | 'source'): void {
  const lines = new TextLines(text);
  for (const one of chunks) {
    expect(one.content.trim()).not.toBe('');
    expect(one.content.length).toBeLessThanOrEqual(60_000);
    expect(one.startLine).toBeGreaterThanOrEqual(1);
    expect(one.endLine).toBeGreaterThanOrEqual(one.startLine);
    expect(one.endLine).toBeLessThanOrEqual(lines.count);
    if (role === 'code' || !['module', 'class'].includes(one.chunkType)) expectTrueRange(text, one);
    if (one.chunkType === 'window') expect(wordCounter.count(one.content)).toBeLessThanOrEqual(256);
  }
  const covered = coveredLines(chunks);
  const licence = licenceHeaderEnd(lines);
  for (let line = licence + 1; line <= lines.count; line += 1) {
    if (lines.isBlank(line) || covered.has(line)) continue;
    // Only imports that fit beside no code may be left out, and only from examples.
    expect(role, `line ${line}: ${lines.line(line)}`).toBe('code');
    expect(lines.line(line)).toMatch(/^\s*(import|from)\b|^ {4}c\)/);
  }
}

describe('any text', () => {
  test.each(['code', 'source'] as const)('%s: no crash, true ranges, every line covered, the same twice', async (role) => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const chunks = await chunk(text, { role });
        check(text, chunks, role);
        expect(await chunk(text, { role })).toEqual(chunks);
      }),
      { numRuns: runs(150) },
    );
  });

  test.each(['tsx', 'go', 'cpp', 'ruby', 'php', 'shell', 'yaml'])(
    '%s: no crash, true ranges, every line covered',
    async (language) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(anyText, fc.constantFrom(fixture('pipecat-app.tsx.txt'), fixture('pipecat-pyproject.toml.txt'))),
          async (text) => {
            check(text, await chunk(text, { role: 'code', language, path: 'a/b' }), 'code');
          },
        ),
        { numRuns: runs(30) },
      );
    },
  );

  test('text that a parser skipped on its way to an import is not dropped as one', async () => {
    const text = `import os\nλ = "😀"\nx = {${'"k": 1, '.repeat(80)}}`;
    const options = { role: 'code', language: 'go', path: 'a/b' } as const;
    const chunks = await chunk(text, options);
    check(text, chunks, 'code');
  });

  test('deep nesting neither overflows nor hangs', async () => {
    for (const text of [
      '('.repeat(50_000),
      `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      'if x:\n'.repeat(2_000),
      Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}class A${depth}:`).join('\n'),
    ]) {
      for (const role of ['code', 'source'] as const) check(text, await chunk(text, { role }), role);
    }
  });
});

describe('real modules', () => {
  test.each(pythonFixtures)('%s: every word of every line is in a chunk that claims the line', async (name) => {
    const text = fixture(name);
    const chunks = await chunk(text, { path: `src/pkg/${name.replace('.txt', '')}` });
    check(text, chunks, 'source');
    const lines = new TextLines(text);
    for (let line = licenceHeaderEnd(lines) + 1; line <= lines.count; line += 1) {
      const holders = chunks.filter((one) => one.startLine <= line && one.endLine >= line).map((one) => one.content);
      const words = lines.line(line).match(/\w+/g) ?? [];
      // The names that imports give are told as a list; their `as` and comments are not.
      if (/^\s*(from|import)\b|noqa/.test(lines.line(line))) continue;
      for (const word of words)
        expect(
          holders.some((content) => content.includes(word)),
          `${name}:${line} ${word}`,
        ).toBe(true);
    }
  });

  test.each(pythonFixtures)('%s: CRLF gives the same chunks', async (name) => {
    const text = fixture(name);
    for (const role of ['code', 'source'] as const) {
      expect(await chunk(text.replaceAll('\n', '\r\n'), { role })).toEqual(await chunk(text, { role }));
    }
  });
});
