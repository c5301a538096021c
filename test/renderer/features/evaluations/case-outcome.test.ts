import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../../../main/contract/evaluations.ts';
import { changeOf, worstFirst } from '../../../../renderer/features/evaluations/case-outcome.ts';

function result(id: number, outcome: CaseResult['outcome'], ndcg10 = 0): CaseResult {
  return { id, query: `q${id}`, wanted: [], outcome, ndcg10, mrr10: 0, confidence: 1, first: [] };
}

describe('cases', () => {
  it('stand with the worst first, and keep their order beside equals', () => {
    const rows = [
      { result: result(1, 'found') },
      { result: null },
      { result: result(2, 'missed') },
      { result: result(3, 'partly') },
      { result: result(4, 'missed') },
      { result: result(5, 'false-answer') },
    ];
    expect(worstFirst(rows).map((row) => row.result?.id ?? null)).toEqual([2, 4, 5, 3, 1, null]);
  });

  it('are better or worse than in the run before by where what is wanted stands', () => {
    expect(changeOf(result(1, 'found', 0.9), result(1, 'found', 0.5))).toBe('better');
    expect(changeOf(result(1, 'partly', 0.4), result(1, 'found', 0.5))).toBe('worse');
    expect(changeOf(result(1, 'found', 0.5), result(1, 'found', 0.5))).toBeNull();
    expect(changeOf(result(1, 'found', 0.5), undefined)).toBeNull();
    expect(changeOf(result(1, 'declared'), result(1, 'false-answer'))).toBe('better');
  });
});
