import type { ScorePart, SearchMode } from '../../contract/search.ts';
import { sumOf, type Candidate, type Scored } from './candidate.ts';
import type { RankingWeights } from './weights.ts';

/** Best first; equal scores in an order that no process changes. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.candidate.chunkId < b.candidate.chunkId ? -1 : 1);
}

function groupByFile(scored: readonly Scored[]): Map<number, Scored[]> {
  const groups = new Map<number, Scored[]>();
  for (const item of scored) {
    const group = groups.get(item.candidate.fileId);
    if (group) group.push(item);
    else groups.set(item.candidate.fileId, [item]);
  }
  for (const group of groups.values()) group.sort(byScore);
  return groups;
}

/** The most that a file can collect relative to its best hit; scores are divided by it so that they stay between 0 and 1. */
function fileScaleOf({ file }: RankingWeights): number {
  return Array.from({ length: file.most }, (_, place) => file.decay ** place).reduce((sum, share) => sum + share, 0);
}

/** What the further hits of the file add to its best one. */
function otherHits(group: readonly Scored[], { file }: RankingWeights): number {
  let sum = 0;
  for (const [place, item] of group.slice(1, file.most).entries()) sum += Math.max(0, item.score) * file.decay ** (place + 1);
  return sum;
}

function scaled(item: Scored, extra: ScorePart[], fileScale: number): Scored {
  const parts = [...item.parts, ...extra].map((part) => ({ ...part, value: part.value / fileScale }));
  return { candidate: item.candidate, parts, score: sumOf(parts) };
}

/**
 * What a README lends to the entry files of its example: `entries` maps an example's key to the ids of its entry files.
 * A file that no list found is not brought in: the README itself is then the answer.
 */
function lendReadmes(
  groups: Map<number, Scored[]>,
  totals: Map<number, number>,
  entries: ReadonlyMap<string, readonly number[]>,
  weights: RankingWeights,
): Map<number, number> {
  const lent = new Map<number, number>();
  for (const [fileId, group] of groups) {
    const { candidate } = group[0]!;
    if (candidate.contentType !== 'readme' || candidate.exampleRoot === null) continue;
    const offer = totals.get(fileId)! * weights.readmeLends;
    for (const entry of entries.get(exampleKey(candidate)) ?? []) lent.set(entry, Math.max(lent.get(entry) ?? 0, offer));
  }
  return lent;
}

/** Key of the example project that a candidate belongs to. */
export function exampleKey(candidate: Pick<Candidate, 'sourceId' | 'exampleRoot'>): string {
  return `${candidate.sourceId}\n${candidate.exampleRoot}`;
}

export interface FileContext {
  mode: SearchMode;
  isIdentifier: boolean;
  entryFiles: ReadonlyMap<string, readonly number[]>;
  weights: RankingWeights;
}

/**
 * From scored chunks to the list that is shown: files by the sum of their best chunks, each file by its best chunk and a second
 * one that is nearly as good. Identifier queries and single lists stay chunk by chunk: there the definition is the answer.
 */
export function rankFiles(scored: readonly Scored[], context: FileContext): Scored[] {
  const { weights } = context;
  const fileScale = fileScaleOf(weights);
  const aggregated = !context.isIdentifier && (context.mode === 'hybrid' || context.mode === 'rrf');
  if (!aggregated) return scored.map((item) => scaled(item, [], fileScale)).sort(byScore);
  const groups = groupByFile(scored);
  const totals = new Map([...groups].map(([fileId, group]) => [fileId, group[0]!.score + otherHits(group, weights)]));
  const lent = lendReadmes(groups, totals, context.entryFiles, weights);
  const ranked: Scored[] = [];
  for (const [fileId, group] of groups) {
    const first = group[0]!;
    const others = otherHits(group, weights);
    const extra: ScorePart[] = others > 0 ? [{ name: 'other hits in the file', value: others }] : [];
    const offer = (lent.get(fileId) ?? 0) - totals.get(fileId)!;
    if (offer > 0) extra.push({ name: 'README of its example', value: offer });
    const best = scaled(first, extra, fileScale);
    ranked.push(best);
    const second = group[1];
    if (second && second.score > weights.secondOfFile * first.score) {
      // Keeps its distance to the first in proportion, so that it stands below it and among its equals.
      const value = best.score * fileScale * (second.score / first.score) - second.score;
      ranked.push(scaled(second, [{ name: 'share of its file', value: value - 0.02 }], fileScale));
    }
  }
  return ranked.sort(byScore);
}
