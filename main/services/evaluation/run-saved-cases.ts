import type { CaseReport, CaseResult } from '../../contract/evaluations.ts';
import type { EvaluationCase } from '../../contract/marks.ts';
import type { SearchHit, SearchMode } from '../../contract/search.ts';
import { evaluate, type EvaluationOptions } from './evaluate.ts';
import { exportCases } from './export-cases.ts';

/** Hits that are looked at. */
const depth = 10;
/** Hits that are told of, for whoever wonders what came instead. */
const toldHits = 3;

export interface SavedCasesOptions {
  mode: SearchMode;
  search: EvaluationOptions['search'];
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal | undefined;
}

/** Asks cases that people saved, with the filters that they were saved with, and says of each whether it is found. Newest case first. */
export async function runSavedCases(saved: readonly EvaluationCase[], options: SavedCasesOptions): Promise<CaseReport> {
  const oldestFirst = saved.toSorted((a, b) => a.id - b.id);
  const firstHits: SearchHit[][] = [];
  const cases = exportCases(oldestFirst).map((item) => ({ ...item, unanswerable: item.unanswerable ?? false }));
  const report = await evaluate(cases, {
    mode: options.mode,
    depth,
    search: async (request, signal) => {
      const answer = await options.search(request, signal);
      firstHits.push(answer.hits.slice(0, toldHits));
      return answer;
    },
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    signal: options.signal,
  });
  const results = oldestFirst.map((item, index): CaseResult => {
    const result = report.perCase[index]!;
    const wanted = item.wanted.map((place, at) => ({ place, rank: result.ranks[at] ?? null }));
    return {
      id: item.id,
      query: item.query,
      wanted,
      outcome: outcomeOf(wanted, result.lowConfidence),
      ndcg10: result.ndcg10,
      mrr10: result.mrr10,
      confidence: result.confidence,
      first: firstHits[index]!.map(({ source, path, symbol }) => ({ source, path, symbol })),
    };
  });
  const answerable = results.filter(({ wanted }) => wanted.length > 0);
  const { ndcg10, mrr10, recall5, success1 } = report.overall;
  return {
    mode: options.mode,
    depth,
    fallback: report.settings.fallback,
    endedAt: new Date().toISOString(),
    averages:
      answerable.length === 0
        ? null
        : {
            cases: answerable.length,
            found: answerable.filter(({ outcome }) => outcome === 'found').length,
            ndcg10,
            mrr10,
            recall5,
            success1,
          },
    latencyMs: report.latencyMs,
    cases: results.reverse(),
  };
}

/** A case without a wanted place is one that nothing answers: the answer has to say so. */
function outcomeOf(wanted: CaseResult['wanted'], lowConfidence: boolean): CaseResult['outcome'] {
  if (wanted.length === 0) return lowConfidence ? 'declared' : 'false-answer';
  const found = wanted.filter(({ rank }) => rank !== null).length;
  if (found === wanted.length) return 'found';
  return found > 0 ? 'partly' : 'missed';
}
