import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchExpression, parseQuery, splitConcepts } from '../../../main/core/ranking/query.ts';
import { runs } from '../../helpers/effort.ts';

const index = new Database(':memory:');
index.exec(`CREATE VIRTUAL TABLE t USING fts5(x, tokenize="porter unicode61 remove_diacritics 2 tokenchars '_'")`);
index.prepare(`INSERT INTO t VALUES (?)`).run(`it's a/b.py C++ foo() x:y a-b 50% push_frame DailyTransport how`);

/** Whether SQLite accepts the expression, and how many rows it finds. */
function found(query: string): number {
  const match = matchExpression(parseQuery(query));
  return match === null ? 0 : index.prepare<[string], { n: number }>(`SELECT count(*) n FROM t WHERE t MATCH ?`).get(match)!.n;
}

describe('any text is a valid query', () => {
  it.each([
    `it's`,
    'a/b.py',
    'C++',
    'foo()',
    'x:y',
    'a-b',
    '50%',
    'push_frame',
    '"push_frame"',
    'push_frame*',
    'x NEAR push_frame',
    'NOT how',
    '(how',
    'how)',
    '{how}',
    'how AND',
  ])('%s', (query) => {
    expect(found(query)).toBe(1);
  });

  it.each(['', ' ', '"', '*', '\0', '%', '- - -', '🤖', '^', ':', '()', '____'])('nothing to look for: %j', (query) => {
    expect(found(query)).toBe(0);
  });

  it('never makes SQLite refuse, whatever is asked', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', "'", '*', '\0', 'AND', 'OR', 'NOT', 'NEAR(', ')', ':', '^', '-', '+', '{', '}', '🤖', 'ﬁ', '\u0301'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(found(pieces.join(''))).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(500) },
    );
    expect(found('x'.repeat(10_000))).toBe(0);
    expect(found('how '.repeat(10_000))).toBe(1);
  });
});

describe('parseQuery', () => {
  it('keeps stop words only when there is nothing else', () => {
    expect(parseQuery('how do I end a call').terms.map((term) => term.text)).toEqual(['end', 'call']);
    expect(parseQuery('what is it').terms.map((term) => term.text)).toEqual(['what', 'is', 'it']);
  });

  it('searches an identifier whole and in parts, and asks only for the whole', () => {
    const query = parseQuery('DailyTransport');
    expect(query.terms.map((term) => term.text)).toEqual(['dailytransport', 'daily', 'transport']);
    expect(query.asked.map((term) => term.text)).toEqual(['dailytransport']);
  });

  it.each([
    ['send_dtmf', true],
    ['DailyTransport.send_dtmf()', true],
    ['`GoogleLLMService`', true],
    ['pipecat.services.google', true],
    ['transport', false],
    ['daily transport', false],
    ['LLMService and frames', false],
  ])('%s is an identifier: %s', (text, expected) => {
    expect(parseQuery(text).isIdentifier).toBe(expected);
  });

  it('finds identifiers in a sentence, qualified ones whole, and no file names', () => {
    expect(parseQuery('why does DailyTransport.send_dtmf in bot.py ignore push_frame, e.g. twice').identifiers).toEqual([
      'DailyTransport.send_dtmf',
      'push_frame',
    ]);
  });
});

describe('splitConcepts', () => {
  it.each([
    ['wake word + DailyTransport', ['wake word', 'DailyTransport']],
    ['a & b', ['a', 'b']],
    ['C++ templates', ['C++ templates']],
    ['R&D budget', ['R&D budget']],
    ['+ a', ['+ a']],
    ['', ['']],
  ])('%s', (text, concepts) => {
    expect(splitConcepts(text)).toEqual(concepts);
  });
});
