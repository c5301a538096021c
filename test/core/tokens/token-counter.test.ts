import { readFileSync, readdirSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../../../main/core/tokens/token-counter.ts';
import { runs } from '../../helpers/effort.ts';
import { cpuMs } from '../../helpers/growth.ts';

const model = new URL('../../../resources/model/', import.meta.url);
const fixtures = new URL('../../fixtures/tokens/', import.meta.url);
const tokenizerJson = JSON.parse(readFileSync(new URL('tokenizer.json', model), 'utf8'));
const reference = new Tokenizer(tokenizerJson, JSON.parse(readFileSync(new URL('tokenizer_config.json', model), 'utf8')));
const own = createTokenCounter(tokenizerJson);

const referenceIds = (text: string) => reference.encode(text, { add_special_tokens: false }).ids;

/** Pieces that meet the tokenizer's rules at their edges, joined without anything between them. */
const awkward = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
      fc.constantFrom(
        '[CLS]',
        '[SEP]',
        '[MASK]',
        '[',
        ']',
        'Σ',
        'Α',
        '.',
        "'",
        '\u0301',
        '\u00ad',
        '\u0000',
        '\ufffd',
        '\ud800',
        '\udc00',
      ),
      fc.constantFrom(
        ' ',
        '\n',
        '\t',
        '\u00a0',
        '\u3000',
        '\u2028',
        '\u000b',
        '中',
        '文',
        '한',
        'İ',
        'é',
        '👍🏽',
        '_',
        '__init__',
        'DailyTransport',
      ),
      fc.integer({ min: 90, max: 110 }).map((length) => 'a'.repeat(length)),
      fc.integer({ min: 90, max: 110 }).map((length) => 'é'.repeat(length)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('the token counter', () => {
  it.each(readdirSync(fixtures))('gives the ids of the reference tokenizer for %s', (name) => {
    const text = readFileSync(new URL(name, fixtures), 'utf8');
    const ids = own.encode(text);
    expect(ids).toEqual(referenceIds(text));
    expect(own.count(text)).toBe(ids.length);
  });

  it('gives the ids of the reference tokenizer for any text', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(own.encode(text)).toEqual(referenceIds(text));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('is additive over pieces split at white space', () => {
    fc.assert(
      fc.property(awkward, fc.constantFrom(' ', '\n', '\r\n', '\t'), awkward, (left, space, right) => {
        expect(own.count(left + space + right)).toBe(own.count(left) + own.count(right));
      }),
    );
  });

  it('stops at the limit with the first ids', () => {
    const text = 'def send_dtmf(self, settings): '.repeat(50);
    expect(own.encode(text, 17)).toEqual(own.encode(text).slice(0, 17));
    expect(own.encode('', 5)).toEqual([]);
  });

  it('reads a word above 100 characters as one unknown token, as the model was trained', () => {
    expect(own.count('x'.repeat(100))).toBeGreaterThan(1);
    expect(own.encode('x'.repeat(101))).toEqual([100]);
    expect(own.encode('𝒜'.repeat(100)).length).toBe(referenceIds('𝒜'.repeat(100)).length);
  });

  it('reads a million characters without white space in linear time', () => {
    for (const unit of ['a', '.', '中', '\u0315\u0300', 'Σ', '\u0000', 'a.', '[', '👍🏽']) {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(
        cpuMs(() => own.count(text)),
        JSON.stringify(unit),
      ).toBeLessThan(5_000);
    }
  });

  it('refuses what is no uncased WordPiece tokenizer', () => {
    expect(() => createTokenCounter({ model: { type: 'BPE', vocab: {} } })).toThrow(/WordPiece/);
    expect(() => createTokenCounter({ model: { type: 'WordPiece', vocab: { a: 0 } } })).toThrow(/\[UNK\]/);
    expect(() => createTokenCounter({} as never)).toThrow(/WordPiece/);
  });
});

describe('cut', () => {
  it('loses nothing and keeps every piece within the limit', () => {
    fc.assert(
      fc.property(awkward, fc.integer({ min: 4, max: 40 }), (text, limit) => {
        const pieces = own.cut(text, limit);
        expect(pieces.join('')).toBe(text);
        // One character may be several tokens, none is more than four.
        for (const piece of pieces) expect(own.count(piece)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('cuts at white space where it can', () => {
    expect(own.cut('one two three four', 2)).toEqual(['one two', ' three four']);
  });

  it('cuts a monster of a word between characters, never inside one', () => {
    const pieces = own.cut('👍🏽.'.repeat(500), 10);
    expect(pieces.length).toBeGreaterThan(40);
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
  });

  it('cuts between two characters that are several tokens each, as Hangul syllables are', () => {
    expect(own.count('한')).toBe(3);
    expect(own.cut('한한', 4)).toEqual(['한', '한']);
    expect(own.cut('한한한', 2)).toEqual(['한', '한', '한']);
  });

  it('cuts a million characters in linear time', () => {
    const spent = cpuMs(() => expect(own.cut('a.'.repeat(500_000), 254).join('').length).toBe(1_000_000));
    expect(spent).toBeLessThan(5_000);
  });
});
