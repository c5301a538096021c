import { describe, expect, it } from 'vitest';
import { clearDifferences, parseLists } from './golden-lists.ts';
import { rankingCases } from './ranking-cases.ts';
import { printedCase, type RankedList } from './ranking-report.ts';

const list = (mode: RankedList['mode'], rank: number | null, ...scores: number[]): RankedList => ({
  mode,
  rank,
  hits: scores.map((score, place) => ({ label: `file${place}.md:1-2 section A › B`, score })),
});

describe('the comparison of ranking lists', () => {
  it('reads what was printed', () => {
    const lists = [list('hybrid', 1, 0.9, 0.5), list('keyword', null, 0.4), list('vector', 3)];
    expect(parseLists(printedCase(rankingCases[0]!, lists))).toEqual(lists);
  });

  it('takes another rounding of the model for the same', () => {
    expect(clearDifferences(list('hybrid', 1, 0.9, 0.51, 0.5), list('hybrid', 2, 0.89, 0.5, 0.52))).toEqual([]);
    expect(clearDifferences(list('rrf', 2, 0.9, 0.8), list('rrf', 4, 0.7, 0.6))).toEqual([]);
  });

  it('tells a target that moved, a score that changed, a hit that went and one that came', () => {
    expect(clearDifferences(list('hybrid', 1, 0.9), list('hybrid', 4, 0.9))).toHaveLength(1);
    expect(clearDifferences(list('hybrid', 1, 0.9), list('hybrid', null, 0.9))).toHaveLength(1);
    expect(clearDifferences(list('vector', 1, 0.9, 0.5), list('vector', 1, 0.8, 0.5))).toHaveLength(1);
    const went = { ...list('hybrid', 1, 0.9, 0.5), hits: [{ label: 'other.md:1-2 section', score: 0.5 }] };
    expect(clearDifferences(list('hybrid', 1, 0.9, 0.5), went)).toHaveLength(1);
    const came = {
      ...list('hybrid', 1, 0.9, 0.5),
      hits: [{ label: 'other.md:1-2 section', score: 0.8 }, ...list('hybrid', 1, 0.9, 0.5).hits],
    };
    expect(clearDifferences(list('hybrid', 1, 0.9, 0.5), came)).toHaveLength(1);
  });

  it('asks of keyword lists that they are the same', () => {
    expect(clearDifferences(list('keyword', 1, 0.9), list('keyword', 1, 0.9))).toEqual([]);
    expect(clearDifferences(list('keyword', 1, 0.9), list('keyword', 1, 0.899))).toHaveLength(1);
    expect(clearDifferences(list('keyword', 1, 0.9), list('keyword', 2, 0.9))).toHaveLength(1);
  });
});
