import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTerm, identifierParts, stemOf, wordsOf } from '../../../main/core/text/terms.ts';
import { runs } from '../../helpers/effort.ts';

describe('identifierParts', () => {
  it.each([
    ['DailyTransport', ['daily', 'transport']],
    ['push_frame', ['push', 'frame']],
    ['HTTPServer2', ['http', 'server2']],
    ['getURLFor', ['get', 'url', 'for']],
    ['__init__', []],
    ['transport', []],
    ['Transport', []],
    ['ÉtatMachine', ['etat', 'machine']],
  ])('%s', (word, parts) => {
    expect(identifierParts(word)).toEqual(parts);
  });
});

describe('stemOf', () => {
  /** The terms that SQLite's own tokenizer makes of a text. */
  function sqliteTerms(text: string): string[] {
    const connection = new Database(':memory:');
    connection.exec(
      `CREATE VIRTUAL TABLE t USING fts5(x, tokenize="porter unicode61 remove_diacritics 2 tokenchars '_'"); CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')`,
    );
    connection.prepare(`INSERT INTO t VALUES (?)`).run(text);
    const terms = connection
      .prepare<[], { term: string }>(`SELECT term FROM v ORDER BY offset`)
      .all()
      .map((row) => row.term);
    connection.close();
    return terms;
  }

  it('makes the terms that the index holds', () => {
    const text =
      'Running transports push_frames GoogleLLMService endpoint_detection x86_running gpt4models naïvely café uses was go is agreed conversational 50% C++ foo() a-b x:y';
    expect(wordsOf(text).map(stemOf)).toEqual(sqliteTerms(text));
  });

  it('makes the terms that the index holds, for any ASCII words', () => {
    const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,20}$/).filter((text) => /[a-zA-Z0-9]/.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        const text = words.join(' ');
        expect(wordsOf(text).map(stemOf)).toEqual(sqliteTerms(text));
      }),
      { numRuns: runs(60) },
    );
  });
});

it('folds like the index: lower case, no diacritics', () => {
  expect(foldTerm('Übergrößenträger')).toBe('ubergroßentrager');
});
