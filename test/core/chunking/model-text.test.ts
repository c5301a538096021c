import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelText } from '../../../main/core/chunking/model-text.ts';
import { createTokenCounter } from '../../../main/core/tokens/token-counter.ts';
import { growthOf, mostLinear } from '../../helpers/growth.ts';
import { runs } from '../../helpers/effort.ts';

const kinds = ['prose', 'code'] as const;
const tokenizer = createTokenCounter(
  JSON.parse(readFileSync(new URL('../../../resources/model/tokenizer.json', import.meta.url), 'utf8')),
);

describe('identifiers', () => {
  it.each([
    ['snake_case', 'snake case'],
    ['__init__', ' init '],
    ['CamelCase', 'Camel Case'],
    ['camelCase', 'camel Case'],
    ['HTTPServer', 'HTTP Server'],
    ['getHTTPResponse2XX', 'get HTTP Response2 XX'],
    ['DailyRESTHelper', 'Daily REST Helper'],
    ['PIPECAT_API_KEY', 'PIPECAT API KEY'],
    ['kebab-case', 'kebab case'],
    ['module.Class.method', 'module Class method'],
    ['int8x4', 'int8x4'],
    ['foo(bar)[1]', 'foo bar 1 '],
    ['x = {"a": self.b_c}', 'x a self b c '],
    ['def run(self, *, task: Task) -> None:', 'def run self task Task None '],
  ])('%s in code', (text, expected) => {
    expect(modelText(text, 'code')).toBe(expected);
  });

  it('are split in prose as in code', () => {
    expect(modelText('Call `DailyTransport.send_dtmf()` of HTTPServer', 'prose')).toBe(
      'Call Daily Transport send dtmf of HTTP Server',
    );
  });

  it('with accents are split where the letters are, however the accents are written', () => {
    for (const form of ['NFC', 'NFD'] as const) {
      expect(modelText('éCole ÉcoleNormale HTTPÉcole ÜBERÄmter'.normalize(form), 'code')).toBe(
        'é Cole École Normale HTTP École ÜBER Ämter'.normalize(form),
      );
    }
  });
});

describe('prose', () => {
  it.each([
    ["It isn't, and it’s rock'n'roll.", "It isn't, and it’s rock'n'roll."],
    ["the 'quoted' word, the users' words", 'the quoted word, the users words'],
    ['End. Next, one; two: three! Four?', 'End. Next, one; two: three! Four?'],
    ['First line.\nSecond line,\nthird', 'First line.\nSecond line,\nthird'],
    ['Version 0.0.98.', 'Version 0 0 98.'],
    ['1,000 at 3.5', '1 000 at 3 5'],
    ['(See this.) **Bold.** "Said."', ' See this Bold Said '],
    ['Wait... what?!', 'Wait . what !'],
    ['| a | b |', ' a b '],
    ['https://docs.pipecat.ai/server/tts?x=1#part.', 'https docs pipecat ai server tts x 1 part.'],
    ['[text](../a/b.mdx) <b>bold</b>', ' text a b mdx b bold b '],
  ])('%j', (text, expected) => {
    expect(modelText(text, 'prose')).toBe(expected);
  });

  it('keeps the apostrophe within a word whose accents are marks of their own', () => {
    expect(modelText("café's".normalize('NFD'), 'prose')).toBe("café's".normalize('NFD'));
  });
});

describe('code', () => {
  it.each([
    ["isn't", 'isn t'],
    ['0.0.98', '0 0 98'],
    ['End. Next, one', 'End Next one'],
    ['a  # b: c.', 'a b c '],
    ['\\u00e9 \\n', ' u00e9 n'],
  ])('%j', (text, expected) => {
    expect(modelText(text, 'code')).toBe(expected);
  });
});

describe('white space and scripts', () => {
  it.each([
    ['', ''],
    ['a\n\n  b  \r\n\tc\t\td \n', 'a\n\nb\nc d\n'],
    ['  indented', ' indented'],
    ['}\n)\n', '\n\n'],
    ['你好,世界 (中文)', '你好 世界 中文 '],
    ['こんにちは123', 'こんにちは123'],
    ['naïve Ünïcode', 'naïve Ünïcode'],
    ['done 👍🏽 and 👨‍👩‍👧 gone', 'done and gone'],
    ['[CLS] and [SEP]', ' CLS and SEP '],
    ['a\u0000b\u2028c\u00a0d', 'a b c d'],
    ['\ud83d lone \udc00', ' lone '],
  ])('%j', (text, expected) => {
    for (const kind of kinds) expect(modelText(text, kind)).toBe(expected);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      ' ',
      '\n',
      '\r\n',
      '\t',
      "'",
      '’',
      '.',
      '. ',
      '...',
      '_',
      'aB',
      'HTTPServer',
      'é',
      'e\u0301',
      '\u0301',
      '9Z',
      '中',
      '👍',
      '️',
      'ǅ',
    ),
    fc.stringMatching(/^[A-Za-z0-9_.'(),:;?! \n-]{0,20}$/),
  );
  const text = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(''));
  const kind = fc.constantFrom(...kinds);

  it('stays as it is the second time', () => {
    fc.assert(
      fc.property(text, kind, (input, one) => {
        const once = modelText(input, one);
        expect(modelText(once, one)).toBe(once);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('loses and gains no letter, mark or digit, and none changes its place', () => {
    fc.assert(
      fc.property(text, kind, (input, one) => {
        const characters = (written: string) => written.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
        expect(characters(modelText(input, one))).toBe(characters(input));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('keeps its line ends, and each line reads the same alone, but for blanks at its ends', () => {
    fc.assert(
      fc.property(text, kind, (input, one) => {
        const lines = modelText(input, one).split('\n');
        expect(lines.map((line) => line.trim())).toEqual(input.split('\n').map((line) => modelText(line, one).trim()));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('holds words and single blanks, and punctuation only where prose ends a sentence or joins a word', () => {
    fc.assert(
      fc.property(text, kind, (input, one) => {
        const output = modelText(input, one);
        expect(output).not.toMatch(/[^\S \n]| {2}| \n|\n /);
        for (const [sign] of output.matchAll(/[^\p{L}\p{M}\p{N}\s]/gu))
          expect(one === 'prose' && ".,:;?!'’".includes(sign)).toBe(true);
        expect(output).not.toMatch(/[.,:;?!](?!\s|$)|['’](?!\p{L})|(?<![\p{L}\p{M}])['’]/u);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('never costs more tokens for punctuation: code is as many tokens or fewer where no word is split', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_.'(),:;?! \n-]{0,80}$/), kind, (input, one) => {
        expect(tokenizer.count(modelText(input, one))).toBeLessThanOrEqual(tokenizer.count(input));
      }),
    );
  });
});

describe('time grows as the text', () => {
  /** Each is there because an expression that backtracks, or looks behind before it looks at the character, would rescan it. */
  const units: Record<string, string> = {
    capitals: 'A',
    'small letters': 'a',
    'changing case': 'aB',
    'digits and capitals': '1A',
    marks: '\u0301',
    'a letter with marks': `a${'\u0301'.repeat(1_000)}`,
    'capitals with marks': `A${'\u0301'.repeat(1_000)}`,
    'marks and apostrophes': "\u0301'",
    'letters and apostrophes': "a'",
    apostrophes: "'",
    'full stops': '.',
    'full stops and blanks': '. ',
    brackets: '(',
    blanks: ' ',
    'line ends': '\n',
    'blanks and line ends': ' \n',
    'carriage returns': '\r',
    'blanks before a word': `${' '.repeat(5_000)}x`,
    underscores: '_',
    CJK: '中',
    emoji: '👨‍👩‍👧',
    'lone surrogates': '\ud83d',
    NUL: '\u0000',
  };

  it.each(Object.keys(units))('%s', (name) => {
    const unit = units[name]!;
    for (const kind of kinds) {
      const growth = growthOf(
        (size) => unit.repeat(Math.ceil(size / unit.length)),
        200_000,
        (text) => modelText(text, kind),
      );
      expect(growth, kind).toBeLessThan(mostLinear);
    }
  });

  it('and the measure tells an expression that backtracks', () => {
    const growth = growthOf(
      (size) => ' '.repeat(size),
      16_000,
      (text) => text.replace(/\s+x/, ''),
    );
    expect(growth).toBeGreaterThan(mostLinear);
  });
});
