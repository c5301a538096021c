import type { SearchHit, SearchMode } from '../../../../main/contract/search.ts';
import { mean, normalisedGain, recallAt, reciprocalRank } from '../../../../main/core/ranking/metrics.ts';
import type { RankingCase } from './ranking-cases.ts';

/** What one mode answers to one query. */
export interface RankedList {
  mode: SearchMode;
  /** Place of the target, 1 = best; null = not among the hits. */
  rank: number | null;
  hits: { label: string; score: number }[];
}

/** Hits that a golden file shows. */
export const shownHits = 8;
/** Hits that are asked for: the target's rank is looked for among them. */
export const depth = 20;

export function rankedList(mode: SearchMode, { target }: RankingCase, hits: readonly SearchHit[]): RankedList {
  const place = hits.findIndex(
    (hit) =>
      hit.path === target.path &&
      (target.symbol === undefined || hit.symbol === target.symbol) &&
      (target.section === undefined || hit.section.some((heading) => heading.includes(target.section!))),
  );
  return {
    mode,
    rank: place === -1 ? null : place + 1,
    hits: hits.map((hit) => ({ label: labelOf(hit), score: hit.score })),
  };
}

function labelOf(hit: SearchHit): string {
  const name = hit.symbol ?? hit.section.join(' › ');
  return `${hit.path}:${hit.lines.start}-${hit.lines.end} ${hit.chunkType}${name === '' ? '' : ` ${name}`}`;
}

/** One golden file: the query, then each mode's best hits. */
export function printedCase(one: RankingCase, lists: readonly RankedList[]): string {
  const { path, symbol, section } = one.target;
  const head = [
    `query: ${one.query}`,
    `tool: ${one.tool ?? 'any'}`,
    `target: ${path}${symbol === undefined ? '' : ` ${symbol}`}${section === undefined ? '' : ` § ${section}`}`,
  ];
  const bodies = lists.map((list) => [
    '',
    `${list.mode}: target ${list.rank === null ? `not among the first ${depth}` : `at ${list.rank}`}`,
    ...list.hits
      .slice(0, shownHits)
      .map(({ label, score }, place) => `${String(place + 1).padStart(3)}  ${score.toFixed(3)}  ${label}`),
  ]);
  return `${[...head, ...bodies.flat()].join('\n')}\n`;
}

/** Aggregates of all cases that were asked in a mode. */
export function printedStats(lists: readonly RankedList[], arithmetic: string): string {
  const lines = (['hybrid', 'rrf', 'keyword', 'vector'] as const).map((mode) => {
    const ranks = lists.filter((list) => list.mode === mode).map(({ rank }) => [{ grade: 1, rank }]);
    const average = (of: (targets: { grade: number; rank: number | null }[]) => number): string => mean(ranks.map(of)).toFixed(3);
    return [
      mode.padEnd(8),
      String(ranks.length).padStart(7),
      average((targets) => recallAt(targets, 1)).padStart(10),
      average((targets) => recallAt(targets, 5)).padStart(10),
      average((targets) => reciprocalRank(targets, depth)).padStart(7),
      average((targets) => normalisedGain(targets, 10)).padStart(9),
    ].join('');
  });
  return `mode    queries  recall@1  recall@5    MRR  nDCG@10\n${lines.join('\n')}\n\narithmetic of the model: ${arithmetic}\n`;
}
