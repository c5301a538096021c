import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { matchExpression, parseQuery } from '../../../main/core/ranking/query.ts';
import { defaultWeights } from '../../../main/core/ranking/weights.ts';
import { SearchIndex } from '../../../main/store/search-index.ts';
import { runs } from '../../helpers/effort.ts';
import { lookupCorpus, type LookupCorpus } from './lookup-corpus.ts';

let corpus: LookupCorpus;
let index: SearchIndex;
beforeAll(async () => {
  corpus = await lookupCorpus();
  index = new SearchIndex(corpus.hub.connection, silentLogger);
});
afterAll(() => corpus.close());

const depth = 50;

/** Both lists, scores to the twelfth digit: the last one may be another. */
function lists(text: string, filters = {}, columns = defaultWeights.columns): [unknown, unknown] {
  const { terms } = parseQuery(text);
  const match = matchExpression({ terms });
  const rounded = (list: { id: number; raw: number }[]): unknown => list.map(({ id, raw }) => [id, raw.toPrecision(12)]);
  return [
    rounded(index.keywordOf(terms, filters, null, depth, columns, 1)),
    rounded(match === null ? [] : index.keyword(match, filters, null, depth, columns)),
  ];
}

describe('words found in memory', () => {
  it('are the list that FTS5 gives, whatever the words, filters and weights', () => {
    const word = fc.constantFrom(
      'transport',
      'Transports',
      'send_tone',
      'say',
      'saying',
      'a',
      'call',
      'über',
      'naïve',
      '通話',
      'zzz',
      'run_all',
      'x1',
    );
    const filters = fc.constantFrom(
      {},
      { language: ['python'] },
      { source: ['plain'] },
      { chunk_type: ['method'] },
      { path: 'src' },
    );
    const weight = fc.integer({ min: 1, max: 5 });
    const columns = fc.record({ content: weight, path: weight, title: weight, symbol: weight, parts: weight });
    let found = 0;
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), filters, columns, (words, filter, weights) => {
        const [here, there] = lists(words.join(' '), filter, weights);
        expect(here).toEqual(there);
        found += (here as unknown[]).length;
      }),
      { numRuns: runs(60) },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('are none without words', () => {
    expect(lists('🎉')).toEqual([[], []]);
  });

  it('are of the index as it is once its generation has changed', () => {
    const { connection } = corpus.hub;
    const [before] = lists('transport') as [[number, string][], unknown];
    const gone = before[0]![0];
    connection.exec('SAVEPOINT test');
    try {
      connection.prepare('DELETE FROM chunks WHERE id = ?').run(gone);
      const { terms } = parseQuery('transport');
      const after = index.keywordOf(terms, {}, null, depth, defaultWeights.columns, 2);
      expect(after.map(({ id }) => id)).not.toContain(gone);
      expect(after).toHaveLength(before.length - 1);
    } finally {
      connection.exec('ROLLBACK TO test; RELEASE test');
      index = new SearchIndex(connection, silentLogger);
    }
  });
});
