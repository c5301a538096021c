import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkDraft } from '../../../main/core/chunk.ts';
import { modelText } from '../../../main/core/chunking/model-text.ts';
import { passageContext } from '../../../main/core/chunking/passage-context.ts';
import { passagesFor, passageTokens } from '../../../main/core/chunking/passages.ts';
import { createTokenCounter } from '../../../main/core/tokens/token-counter.ts';
import { growthOf, mostLinear } from '../../helpers/growth.ts';
import { runs } from '../../helpers/effort.ts';

const counter = createTokenCounter(
  JSON.parse(readFileSync(new URL('../../../resources/model/tokenizer.json', import.meta.url), 'utf8')),
);

/** Most tokens of the context in front of each passage. */
const contextTokens = 48;

function draft(content: string, changes: Partial<ChunkDraft> = {}): ChunkDraft {
  return {
    contentType: 'code',
    chunkType: 'window',
    content,
    startLine: 1,
    endLine: 1,
    language: 'python',
    title: 'bot.py',
    headingTrail: [],
    symbol: null,
    metadata: {},
    ...changes,
  };
}

function kindOf(chunk: ChunkDraft): 'prose' | 'code' {
  return chunk.contentType === 'code' || chunk.contentType === 'source' ? 'code' : 'prose';
}

/** What the model should read of a chunk: each line by itself, without blank lines and without blanks at the ends. */
function wordsByLine(chunk: ChunkDraft): string[] {
  return chunk.content
    .split('\n')
    .map((line) => modelText(line, kindOf(chunk)).trim())
    .filter((line) => line !== '');
}

/** Lines of the passages without their contexts. */
function linesRead(passages: readonly string[], context: string): string[] {
  return passages.flatMap((passage) => {
    expect(passage.startsWith(`${context}\n`), passage).toBe(true);
    return passage
      .slice(context.length + 1)
      .split('\n')
      .map((line) => line.trim());
  });
}

const licence = `#
# Copyright (c) 2024-2026, Daily
#
# SPDX-License-Identifier: BSD 2-Clause License
#
`;
const importLine = (index: number): string => `from pipecat.services.number_${index} import Service${index}\n`;
const imports = Array.from({ length: 40 }, (_, index) => importLine(index)).join('');
const codeLine = (index: number): string => `    value_${index} = await self.compute(${index})\n`;
const code = Array.from({ length: 60 }, (_, index) => codeLine(index)).join('');

describe('the context of passages', () => {
  it('leads documents by title and headings', () => {
    const chunk = draft('Call cancel() to stop.', {
      contentType: 'doc',
      title: 'Pipeline',
      headingTrail: ['Pipeline', 'Ending', 'Cancel'],
    });
    expect(passagesFor(chunk, 'a.mdx', counter)).toEqual(['Pipeline Ending Cancel\nCall cancel to stop.']);
  });

  it('does not repeat the heading that the text begins with', () => {
    const chunk = draft('## Cancel\n\nCall it.', { contentType: 'doc', title: 'Pipeline', headingTrail: ['Ending', 'Cancel'] });
    expect(passagesFor(chunk, 'a.mdx', counter)).toEqual(['Pipeline Ending\nCancel\nCall it.']);
  });

  it('does not repeat a heading that has signs which the model does not read', () => {
    const chunk = draft('## `send_dtmf()`\n\nCall it.', { contentType: 'doc', title: 'Daily', headingTrail: ['`send_dtmf()`'] });
    expect(passagesFor(chunk, 'a.mdx', counter)).toEqual(['Daily\nsend dtmf\nCall it.']);
  });

  it('leads code by path, symbol and signature, without the signature that the text begins with', () => {
    const metadata = { signature: 'def run_all(self, task: Task) -> None' };
    const method = draft('def run_all(self,\n    task: Task) -> None:\n    pass', { symbol: 'FastBot.run_all', metadata });
    expect(passagesFor(method, 'src/bot.py', counter)).toEqual([
      'src bot py\nFast Bot run all\ndef run all self\n task Task None\n pass',
    ]);
    expect(passagesFor(draft('pass', { symbol: 'FastBot.run_all', metadata }), 'src/bot.py', counter)).toEqual([
      'src bot py\nFast Bot run all\ndef run all self task Task None\npass',
    ]);
  });

  it('is all there is where the text is signs alone', () => {
    expect(passagesFor(draft('{}\n---\n', { symbol: 'Bot' }), 'bot.py', counter)).toEqual(['bot py\nBot']);
  });

  it('is repeated before later windows and stays short whatever it is made of', () => {
    const long = 'very long '.repeat(300);
    const chunk = draft(code.repeat(2), { symbol: long, metadata: { signature: long }, title: long, headingTrail: [long, long] });
    for (const contentType of ['code', 'doc'] as const) {
      const one = { ...chunk, contentType };
      const passages = passagesFor(one, 'folder/'.repeat(200) + 'bot.py', counter);
      const size = counter.count(modelText(chunk.content, kindOf(one)));
      expect(passages.length).toBeLessThanOrEqual(Math.ceil((size * 1.1) / (passageTokens - contextTokens)));
      for (const passage of passages)
        expect(passage.startsWith(contentType === 'code' ? 'folder folder ' : 'very long ')).toBe(true);
    }
  });

  it('stays short where one long word is many once it is split', () => {
    for (const symbol of ['aB'.repeat(1_500), 'A1'.repeat(60), 'éA'.repeat(500)]) {
      const chunk = draft(code, { symbol, headingTrail: [symbol], metadata: { signature: symbol } });
      for (const contentType of ['code', 'doc'] as const) {
        const one = { ...chunk, contentType };
        expect(counter.count(passageContext(one, 'bot.py', counter, ''))).toBeLessThanOrEqual(contextTokens);
        for (const passage of passagesFor(one, 'bot.py', counter)) {
          expect(counter.count(passage)).toBeLessThanOrEqual(passageTokens);
          expect(passage).toMatch(/value \d+ .* compute \d+/);
        }
      }
    }
  });
});

describe('windows', () => {
  it('are as many as needed and of like size', () => {
    const chunk = draft(code);
    const tokens = counter.count(modelText(code, 'code'));
    const sizes = passagesFor(chunk, 'bot.py', counter).map((passage) => counter.count(passage));
    expect(sizes.length).toBe(Math.ceil(tokens / (passageTokens - counter.count('bot py'))));
    expect(sizes.length).toBeGreaterThan(1);
    // They are cut at lines, of 7 or 8 tokens here.
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(40);
  });

  it('cut at lines', () => {
    const chunk = draft(code);
    const passages = passagesFor(chunk, 'bot.py', counter);
    expect(passages.length).toBeGreaterThan(1);
    expect(linesRead(passages, 'bot py')).toEqual(wordsByLine(chunk));
  });

  it('are counted in what the model reads: signs take no room', () => {
    const signs = 'word = ((({{{[[["!"]]]}}})))\n'.repeat(100);
    expect(counter.count(signs)).toBeGreaterThan(2_000);
    expect(passagesFor(draft(signs), 'bot.py', counter)).toEqual([`bot py\n${'word\n'.repeat(100).trimEnd()}`]);
  });

  it('hold no licence and imports alone', () => {
    const mostly = passagesFor(draft(licence + imports + 'async def main(): ...\n'), 'bot.py', counter);
    expect(mostly.length).toBeGreaterThan(1);
    for (const passage of mostly) expect(passage).toMatch(/^async def main$/m);
    const lines = linesRead(mostly, 'bot py');
    for (const line of wordsByLine(draft(licence + imports))) expect(lines).toContain(line);

    const half = passagesFor(draft(licence + imports.slice(0, 1_800) + code), 'bot.py', counter);
    expect(half.length).toBeGreaterThan(2);
    for (const passage of half) expect(passage).toMatch(/^ ?value \d+ await self compute \d+$/m);
  });

  it('move the cut rather than repeat text where that is enough', () => {
    const few = Array.from({ length: 18 }, (_, index) => importLine(index)).join('');
    const chunk = draft(licence + few + code.slice(0, 1_600));
    const passages = passagesFor(chunk, 'bot.py', counter);
    expect(passages.length).toBe(2);
    expect(linesRead(passages, 'bot py')).toEqual(wordsByLine(chunk));
    for (const passage of passages) expect(passage).toMatch(/value \d+ await/);
  });

  it('keep an import over several lines together with what it imports from', () => {
    const block =
      'from pipecat.frames import (\n' + Array.from({ length: 150 }, (_, index) => `    Frame${index},\n`).join('') + ')\n';
    const passages = passagesFor(draft(block + 'run()\n'), 'bot.py', counter);
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages) expect(passage).toMatch(/^run$/m);
  });

  it('know licence and imports by how they are written, not by what the model reads of it', () => {
    const includes = '#include <stdio.h>\n'.repeat(100);
    const passages = passagesFor(draft(`${includes}int main() { run(); }\n`, { language: 'c' }), 'main.c', counter);
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages) expect(passage).toMatch(/^int main run$/m);
  });

  it('are one for a chunk of licence and imports that fits', () => {
    expect(passagesFor(draft(licence + imports.slice(0, 200)), 'bot.py', counter).length).toBe(1);
  });
});

describe('any chunk', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      '\n',
      '\n\n',
      ' ',
      '\u0000',
      licence,
      imports.slice(0, 900),
      code.slice(0, 900),
      'import a\n',
      'x.'.repeat(400),
      'y'.repeat(300),
      'aB'.repeat(200),
      "isn't it. ",
    ),
    fc.lorem({ maxCount: 60 }),
  );
  const content = fc.array(piece, { minLength: 1, maxLength: 25 }).map((parts) => parts.join(''));
  const contentType = fc.constantFrom('doc' as const, 'code' as const, 'source' as const, 'readme' as const);
  /** Words of more tokens than this may be cut. */
  const wholeTokens = 32;

  it('has every word in a passage, in order where nothing is repeated, within the limit, and the same every time', () => {
    let cut = 0;
    fc.assert(
      fc.property(content, contentType, fc.oneof(fc.string(), fc.constant('aB'.repeat(300))), (text, type, symbol) => {
        const chunk = draft(text, { contentType: type, symbol, headingTrail: [symbol] });
        const passages = passagesFor(chunk, 'a/b.py', counter);
        expect(passages.length).toBeGreaterThan(0);
        cut += Number(passages.length > 1);
        for (const passage of passages) {
          expect(counter.count(passage)).toBeLessThanOrEqual(passageTokens);
          expect(passage).not.toContain('\u0000');
        }
        const clean = text.replaceAll('\u0000', '');
        const words = wordsByLine(draft(clean, { contentType: type })).flatMap((line) => line.split(' '));
        const first = passageContext(chunk, 'a/b.py', counter, clean);
        const later = passageContext(chunk, 'a/b.py', counter, '');
        const read = passages.flatMap((passage, index) => {
          const context = index === 0 ? first : later;
          expect(passage.startsWith(context)).toBe(true);
          return passage
            .slice(context.length)
            .split(/\s+/)
            .filter((word) => word !== '');
        });
        const there = new Set(read);
        for (const word of words) if (counter.count(word) <= wholeTokens) expect(there).toContain(word);
        // Only beside licence and imports is other text repeated; only within long words are there more pieces than words.
        if (kindOf(chunk) === 'prose' || !/import|copyright/i.test(text)) expect(read.join('')).toBe(words.join(''));
        else expect(read.join('').length).toBeGreaterThanOrEqual(words.join('').length);
        expect(passagesFor(chunk, 'a/b.py', counter)).toEqual(passages);
      }),
      { numRuns: runs(500) },
    );
    expect(cut).toBeGreaterThan(50);
  });

  const units = ['a', 'aB', 'a.', 'import a\n', 'import (\n', '#\n', '// licence\n', '/*', '\n', ' ', 'word ', '中', 'export {'];

  it.each(units)('of %j is cut in time that grows as the text', (unit) => {
    const growth = growthOf(
      (size) => draft(unit.repeat(Math.ceil(size / unit.length))),
      40_000,
      (chunk) => passagesFor(chunk, 'bot.py', counter),
    );
    expect(growth).toBeLessThan(mostLinear);
  });

  it.each(units)('of %j is counted a bounded number of times', (unit) => {
    let counted = 0;
    const counting = {
      count(text: string) {
        counted += text.length;
        return counter.count(text);
      },
    };
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    passagesFor(draft(text), 'bot.py', counting);
    expect(counted).toBeLessThan(12 * text.length);
  });
});
