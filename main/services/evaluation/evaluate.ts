import type { SearchAnswer, SearchFilters, SearchHit, SearchMode, SearchTool } from '../../contract/search.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { mean, normalisedGain, percentile, recallAt, reciprocalRank } from '../../core/ranking/metrics.ts';
import type { EvaluationCase, EvaluationTarget } from './cases.ts';

export interface EvaluationOptions {
  mode: SearchMode;
  /** Hits that are asked for and scored. */
  depth?: number;
  search: (
    request: { query: string; tool: SearchTool; mode: SearchMode; limit: number; filters: SearchFilters },
    signal?: AbortSignal,
  ) => Promise<SearchAnswer>;
  /** Fields of a class that a hit holds, for targets that are fields. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal | undefined;
}

export interface CaseResult {
  id: string;
  kind: string;
  ndcg10: number;
  recall5: number;
  mrr10: number;
  success1: number;
  /** Null where no target has a symbol. */
  strictSymbolNdcg10: number | null;
  /** Place of each target of the case in its own order, null = not among the hits. */
  ranks: (number | null)[];
  lowConfidence: boolean;
  confidence: number;
}

interface Averages {
  cases: number;
  ndcg10: number;
  recall5: number;
  mrr10: number;
  success1: number;
  strictSymbolNdcg10: number;
}

export interface EvaluationReport {
  settings: { mode: SearchMode; depth: number; fallback: string | null };
  overall: Averages;
  kinds: Record<string, Averages>;
  unanswerable: { cases: number; declaredLow: number; falseAlarms: number };
  latencyMs: { p50: number; p95: number };
  perCase: CaseResult[];
}

const toolOf: Record<string, SearchTool> = {
  search_docs: 'docs',
  search_examples: 'examples',
  search_api: 'api',
  docs: 'docs',
  examples: 'examples',
  api: 'api',
};

function isInCorpus(hit: SearchHit, target: EvaluationTarget): boolean {
  const wanted = (target.corpus ?? target.source ?? '').toLowerCase();
  const repository = hit.repo.slice(hit.repo.lastIndexOf('/') + 1).toLowerCase();
  return wanted === '' || hit.source.toLowerCase() === wanted || repository === wanted;
}

function isFileOf(hit: SearchHit, target: EvaluationTarget): boolean {
  return isInCorpus(hit, target) && hit.path === target.path;
}

/** A field has no chunk of its own: the overview of its class is the chunk that states it. */
function isSymbolOf(hit: SearchHit, target: EvaluationTarget): boolean {
  if (!isFileOf(hit, target) || hit.symbol === null) return false;
  const symbol = target.symbol!;
  if (hit.symbol === symbol) return true;
  const owner = symbol.slice(0, Math.max(0, symbol.lastIndexOf('.')));
  const member = symbol.slice(symbol.lastIndexOf('.') + 1);
  return owner !== '' && hit.chunkType === 'class' && hit.symbol === owner && (hit.members ?? []).includes(member);
}

function rankOf(hits: readonly SearchHit[], matches: (hit: SearchHit) => boolean): number | null {
  const place = hits.findIndex(matches);
  return place === -1 ? null : place + 1;
}

/** Targets of one file are one target with the best grade: at file level a file counts once. */
function fileTargets(evaluationCase: EvaluationCase): EvaluationTarget[] {
  const files = new Map<string, EvaluationTarget>();
  for (const target of evaluationCase.relevant) {
    const key = `${target.corpus ?? target.source}\n${target.path}`;
    const known = files.get(key);
    if (!known || known.grade < target.grade) files.set(key, target);
  }
  return [...files.values()];
}

function judge(evaluationCase: EvaluationCase, answer: SearchAnswer, depth: number): CaseResult {
  const { hits } = answer;
  const files = fileTargets(evaluationCase).map((target) => ({
    grade: target.grade,
    rank: rankOf(hits, (hit) => isFileOf(hit, target)),
  }));
  const answers = files.filter((target) => target.grade >= 2);
  const symbols = evaluationCase.relevant.filter((target) => target.symbol);
  return {
    id: evaluationCase.id,
    kind: evaluationCase.kind,
    ndcg10: normalisedGain(files, depth),
    recall5: recallAt(answers, 5),
    mrr10: reciprocalRank(answers, depth),
    success1: answers.some((target) => target.rank === 1) ? 1 : 0,
    strictSymbolNdcg10:
      symbols.length === 0
        ? null
        : normalisedGain(
            symbols.map((target) => ({ grade: target.grade, rank: rankOf(hits, (hit) => isSymbolOf(hit, target)) })),
            depth,
          ),
    ranks: evaluationCase.relevant.map((target) => rankOf(hits, (hit) => isFileOf(hit, target))),
    lowConfidence: answer.lowConfidence,
    confidence: answer.confidence,
  };
}

function average(results: readonly CaseResult[]): Averages {
  return {
    cases: results.length,
    ndcg10: mean(results.map((result) => result.ndcg10)),
    recall5: mean(results.map((result) => result.recall5)),
    mrr10: mean(results.map((result) => result.mrr10)),
    success1: mean(results.map((result) => result.success1)),
    strictSymbolNdcg10: mean(results.flatMap((result) => result.strictSymbolNdcg10 ?? [])),
  };
}

/** Asks every case with its own tool and scores the answers. Averages are over the cases that have an answer. */
export async function evaluate(cases: readonly EvaluationCase[], options: EvaluationOptions): Promise<EvaluationReport> {
  const depth = options.depth ?? 10;
  const perCase: CaseResult[] = [];
  const latencies: number[] = [];
  let fallback: string | null = null;
  const unanswerable = new Set(cases.filter((item) => item.unanswerable).map((item) => item.id));
  for (const [index, item] of cases.entries()) {
    throwIfCancelled(options.signal);
    const answer = await options.search(
      { query: item.query, tool: toolOf[item.tool] ?? 'any', mode: options.mode, limit: depth, filters: item.filters ?? {} },
      options.signal,
    );
    fallback ??= answer.fallback;
    latencies.push(answer.elapsedMs);
    perCase.push(judge(item, answer, depth));
    options.onProgress?.(index + 1, cases.length);
  }
  const answerable = perCase.filter((result) => !unanswerable.has(result.id));
  const kinds = [...new Set(answerable.map((result) => result.kind))].sort();
  return {
    settings: { mode: options.mode, depth, fallback },
    overall: average(answerable),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, average(answerable.filter((result) => result.kind === kind))])),
    unanswerable: {
      cases: unanswerable.size,
      declaredLow: perCase.filter((result) => unanswerable.has(result.id) && result.lowConfidence).length,
      falseAlarms: answerable.filter((result) => result.lowConfidence).length,
    },
    latencyMs: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
    perCase,
  };
}
