import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkDraft } from '../../../main/core/chunk.ts';
import { passagesFor, passageTokens } from '../../../main/core/chunking/passages.ts';
import { createTokenCounter } from '../../../main/core/tokens/token-counter.ts';

const counter = createTokenCounter(
  JSON.parse(readFileSync(new URL('../../../resources/model/tokenizer.json', import.meta.url), 'utf8')),
);

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

const licence = `#
# Copyright (c) 2024-2026, Daily
#
# SPDX-License-Identifier: BSD 2-Clause License
#
`;
const imports = Array.from({ length: 40 }, (_, index) => `from pipecat.services.number_${index} import Service${index}\n`).join(
  '',
);
const code = Array.from({ length: 30 }, (_, index) => `    value_${index} = await self.compute(${index})\n`).join('');

/** Processor time, which other programs on a busy machine do not lengthen much. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

describe('the context of passages', () => {
  it('leads documents by title and headings', () => {
    const chunk = draft('Call cancel() to stop.', {
      contentType: 'doc',
      title: 'Pipeline',
      headingTrail: ['Pipeline', 'Ending', 'Cancel'],
    });
    expect(passagesFor(chunk, 'a.mdx', counter)).toEqual(['Pipeline > Ending > Cancel\nCall cancel() to stop.']);
  });

  it('does not repeat the heading that the text begins with', () => {
    const chunk = draft('## Cancel\n\nCall it.', { contentType: 'doc', title: 'Pipeline', headingTrail: ['Ending', 'Cancel'] });
    expect(passagesFor(chunk, 'a.mdx', counter)).toEqual(['Pipeline > Ending\n## Cancel\n\nCall it.']);
  });

  it('leads code by path, symbol and signature, without the signature that the text begins with', () => {
    const metadata = { signature: 'def run(self, task: Task) -> None' };
    const method = draft('def run(self,\n    task: Task) -> None:\n    pass', {
      symbol: 'Bot.run',
      metadata: { signature: 'def run(self, task: Task) -> None' },
    });
    expect(passagesFor(method, 'src/bot.py', counter)[0]).toMatch(/^src\/bot\.py\nBot\.run\ndef run\(self,\n/);
    expect(passagesFor(draft('pass', { symbol: 'Bot.run', metadata }), 'src/bot.py', counter)).toEqual([
      'src/bot.py\nBot.run\ndef run(self, task: Task) -> None\npass',
    ]);
  });

  it('is repeated before later windows and stays short whatever it is made of', () => {
    const long = 'very long '.repeat(300);
    const chunk = draft(code.repeat(4), { symbol: long, metadata: { signature: long }, title: long, headingTrail: [long, long] });
    for (const contentType of ['code', 'doc'] as const) {
      const passages = passagesFor({ ...chunk, contentType }, 'folder/'.repeat(200) + 'bot.py', counter);
      expect(passages.length).toBeLessThanOrEqual(Math.ceil((counter.count(chunk.content) * 1.1) / (passageTokens - 48)));
      for (const passage of passages) expect(passage.startsWith(contentType === 'code' ? 'folder/' : 'very long')).toBe(true);
    }
  });
});

describe('windows', () => {
  it('are as many as needed and of like size', () => {
    const chunk = draft(code);
    const tokens = counter.count(code);
    const sizes = passagesFor(chunk, 'bot.py', counter).map((passage) => counter.count(passage));
    expect(sizes.length).toBe(Math.ceil(tokens / (passageTokens - counter.count('bot.py'))));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(40);
  });

  it('cut at lines', () => {
    const passages = passagesFor(draft(code), 'bot.py', counter);
    expect(passages.map((passage) => passage.slice('bot.py\n'.length)).join('\n')).toBe(code.trimEnd());
  });

  it('hold no licence and imports alone', () => {
    const mostly = passagesFor(draft(licence + imports + 'async def main(): ...\n'), 'bot.py', counter);
    expect(mostly.length).toBeGreaterThan(1);
    for (const passage of mostly) expect(passage).toContain('async def main()');

    const half = passagesFor(draft(licence + imports.slice(0, 900) + code), 'bot.py', counter);
    for (const passage of half) expect(passage).toMatch(/value_\d+ = await/);
  });

  it('move the cut rather than repeat text where that is enough', () => {
    const content = licence + imports.slice(0, 460) + code.slice(0, 900);
    const passages = passagesFor(draft(content), 'bot.py', counter);
    expect(passages.length).toBe(2);
    expect(passages.map((passage) => passage.slice('bot.py\n'.length)).join('\n')).toBe(content.trimEnd());
  });

  it('keep an import over several lines together with what it imports from', () => {
    const block =
      'from pipecat.frames import (\n' + Array.from({ length: 90 }, (_, index) => `    Frame${index},\n`).join('') + ')\n';
    const passages = passagesFor(draft(block + 'run()\n'), 'bot.py', counter);
    for (const passage of passages) expect(passage).toContain('run()');
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
      imports.slice(0, 300),
      code.slice(0, 300),
      'import a\n',
      'x.'.repeat(400),
      'y'.repeat(300),
    ),
    fc.lorem({ maxCount: 60 }),
  );
  const content = fc.array(piece, { minLength: 1, maxLength: 25 }).map((parts) => parts.join(''));
  const contentType = fc.constantFrom('doc' as const, 'code' as const, 'source' as const, 'readme' as const);

  it('has every word in a passage, no passage above the limit, and the same passages every time', () => {
    fc.assert(
      fc.property(content, contentType, fc.string(), (text, type, symbol) => {
        const chunk = draft(text, { contentType: type, symbol, headingTrail: [symbol] });
        const passages = passagesFor(chunk, 'a/b.py', counter);
        expect(passages.length).toBeGreaterThan(0);
        for (const passage of passages) expect(counter.count(passage)).toBeLessThanOrEqual(passageTokens);
        const all = passages.join('\n');
        for (const word of text.replaceAll('\u0000', '').split(/\s+/)) {
          // Longer ones may be cut between characters.
          if (word.length <= 30) expect(all).toContain(word);
        }
        expect(all.replace(/\s/g, '').length).toBeGreaterThanOrEqual(text.replace(/[\s\u0000]/g, '').length);
        expect(passagesFor(chunk, 'a/b.py', counter)).toEqual(passages);
      }),
      { numRuns: 500 },
    );
  });

  it('is cut in linear time', () => {
    for (const unit of [
      'a',
      'a.',
      'import a\n',
      'import (\n',
      '#\n',
      '// licence\n',
      '/*',
      '\n',
      ' ',
      'word ',
      '中',
      'export {',
    ]) {
      const started = process.cpuUsage();
      passagesFor(draft(unit.repeat(400_000 / unit.length)), 'bot.py', counter);
      expect(cpuMs(started), JSON.stringify(unit)).toBeLessThan(5_000);
    }
  });
});
