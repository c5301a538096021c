import type { ScorePart, SearchMode } from '../../contract/search.ts';
import type { Candidate, Scored } from './candidate.ts';
import { sumOf } from './candidate.ts';
import type { RankingWeights } from './weights.ts';

export interface ScoreContext {
  mode: SearchMode;
  isIdentifier: boolean;
  /** The search is for examples, or the query asks for one. */
  wantsExamples: boolean;
  /** The query is about tests. */
  wantsTests: boolean;
  /** Whether the search spans several content types, so that types compete. */
  mixed: boolean;
  /** Days that each source's last check lies behind the newest one's, by source id. */
  staleDays: ReadonlyMap<number, number>;
  wantedVersion: string | null;
  weights: RankingWeights;
}

/** Keyword and meaning, merged the way the mode says. */
function listParts(candidate: Candidate, context: ScoreContext, bestKeyword: number): ScorePart[] {
  const { keyword, vector } = candidate;
  const { weights } = context;
  const parts: ScorePart[] = [];
  if (context.mode === 'rrf') {
    const { k, keyword: keywordShare, meaning: meaningShare } = weights.rrf;
    // Divided by the most that two first places give, so that the merged score lies between 0 and 1.
    const most = (keywordShare + meaningShare) / (k + 1);
    if (keyword)
      parts.push({ name: 'keyword', value: keywordShare / (k + keyword.rank) / most, rank: keyword.rank, raw: keyword.raw });
    if (vector && vector.rank !== null) {
      parts.push({ name: 'meaning', value: meaningShare / (k + vector.rank) / most, rank: vector.rank, raw: vector.similarity });
    }
    return parts;
  }
  const shares =
    context.mode === 'keyword'
      ? { keyword: 1, meaning: 0 }
      : context.mode === 'vector'
        ? { keyword: 0, meaning: 1 }
        : context.isIdentifier
          ? weights.hybridIdentifier
          : weights.hybrid;
  if (keyword && shares.keyword > 0) {
    parts.push({ name: 'keyword', value: (shares.keyword * keyword.raw) / bestKeyword, rank: keyword.rank, raw: keyword.raw });
  }
  if (vector && shares.meaning > 0) {
    const value = shares.meaning * Math.max(0, vector.similarity);
    parts.push({ name: 'meaning', value, raw: vector.similarity, ...(vector.rank === null ? {} : { rank: vector.rank }) });
  }
  return parts;
}

/** Major and minor number of a version such as `v0.0.98` or `==1.2.3`; null when there is none. */
export function versionKey(text: string): string | null {
  return /(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1] ?? null;
}

/** True when both are known and differ. */
export function isOtherVersion(pin: string | null, wanted: string | null): boolean {
  if (pin === null || wanted === null) return false;
  const own = versionKey(pin);
  const other = versionKey(wanted);
  return own !== null && other !== null && own !== other;
}

function penalties(candidate: Candidate, context: ScoreContext): ScorePart[] {
  const { weights } = context;
  const days = context.staleDays.get(candidate.sourceId) ?? 0;
  const stale = Math.min(weights.stale.most, days * weights.stale.perDay);
  const version = isOtherVersion(candidate.versionPin, context.wantedVersion) ? weights.version : 0;
  const parts: ScorePart[] = [];
  if (stale > 0) parts.push({ name: 'stale source', value: -stale, raw: days });
  if (version > 0) parts.push({ name: 'other version', value: -version });
  const over = stale + version - weights.penaltyCap;
  if (over > 0) parts.push({ name: 'penalty cap', value: over });
  return parts;
}

/** Whether a path lies in a folder of tests or is named as a test. */
export function isTestCode(path: string): boolean {
  return /(^|\/)(tests?|__tests__|spec)\/|(^|\/)(test_[^/]*|[^/]*(_test|\.test|\.spec)\.[a-z]+)$/i.test(path);
}

function isChangelog(path: string): boolean {
  return /(^|\/)(changelog|changes|history|news|release[-_ ]?notes)(\.|\/|$)/i.test(path);
}

/** Scores each chunk by itself: lists, symbol, type and penalties. Every part has a name; the sum is the score. */
export function scoreChunks(candidates: readonly Candidate[], context: ScoreContext): Scored[] {
  const bestKeyword = Math.max(Number.MIN_VALUE, ...candidates.map((candidate) => candidate.keyword?.raw ?? 0));
  const { weights } = context;
  const boosted = context.mode === 'hybrid' || context.mode === 'rrf';
  return candidates.map((candidate) => {
    const parts = listParts(candidate, context, bestKeyword);
    if (boosted) {
      const base = sumOf(parts);
      if (candidate.symbolMatch)
        parts.push({ name: `symbol ${candidate.symbolMatch}`, value: weights.symbol[candidate.symbolMatch] });
      if (candidate.keyword && candidate.keyword.rank <= 10 && candidate.vector?.rank != null && candidate.vector.rank <= 10) {
        parts.push({ name: 'both lists', value: weights.bothLists });
      }
      if (candidate.chunkType === 'module') parts.push({ name: 'module overview', value: base * weights.moduleOverview });
      if (context.mixed && !context.wantsExamples && candidate.contentType === 'code') {
        parts.push({ name: 'example code', value: -base * weights.exampleElsewhere });
      }
      if (!context.wantsTests && isTestCode(candidate.path)) parts.push({ name: 'test code', value: -base * weights.testCode });
      if (isChangelog(candidate.path)) parts.push({ name: 'changelog', value: -base * weights.changelog });
      parts.push(...penalties(candidate, context));
    }
    return { candidate, parts, score: sumOf(parts) };
  });
}
