import { tokensOfCharacters } from '../text/tokens.ts';
import type { QueryKind } from '../../../contract/session-findings.ts';
import { queryKinds } from '../../../contract/session-findings.ts';
import type { Metrics, Rate, RateName } from '../../../contract/session-metrics.ts';
import type { SessionCounts } from './session-counts.ts';
import { emptyTally, latencyBound, type Tally } from './tally.ts';

/** Fewer calls say nothing that could be judged. */
export const fewestJudged = 20;

interface Scale {
  /** Measured on 391 public sessions, of the agents' own search tools; null where nobody measured it. */
  noise: number | null;
  /** From here on the rate is good, and from there on poor; null for what has no good or bad. */
  good: number | null;
  poor: number | null;
}

/** Where good is the smaller number the rate is one of failure. */
export const scales: Record<RateName, Scale> = {
  zeroHit: { noise: 0.158, good: 0.08, poor: 0.2 },
  lowYield: { noise: null, good: 0.15, poor: 0.35 },
  error: { noise: null, good: 0.01, poor: 0.05 },
  truncation: { noise: null, good: 0.03, poor: 0.15 },
  fallback: { noise: null, good: 0.2, poor: 0.5 },
  fallbackAfterHits: { noise: null, good: 0.05, poor: 0.2 },
  reformulation: { noise: 0.16, good: null, poor: null },
  reformulationAfterHits: { noise: 0.16, good: 0.16, poor: 0.35 },
  unchangedRepeat: { noise: null, good: 0.02, poor: 0.1 },
  reformulationSuccess: { noise: null, good: 0.7, poor: 0.4 },
  pointer: { noise: 0.38, good: 0.6, poor: 0.38 },
  use: { noise: null, good: null, poor: null },
  wasted: { noise: null, good: 0.3, poor: 0.7 },
};

/** A share with its n; a grade only where there are enough calls. `calls` is what n was counted over where it is no number of calls. */
export function rateOf(name: RateName, count: number, n: number, calls: number = n): Rate {
  const { noise, good, poor } = scales[name];
  const rate = n === 0 ? null : Math.round((count / n) * 10_000) / 10_000;
  let grade: Rate['grade'] = null;
  if (rate !== null && calls >= fewestJudged && good !== null && poor !== null) {
    const towards = good < poor ? 1 : -1;
    grade = (rate - good) * towards <= 0 ? 'good' : (rate - poor) * towards > 0 ? 'poor' : 'fair';
  }
  return { count, n, rate, noise, grade };
}

function ratesOf(tally: Tally): Record<RateName, Rate> {
  const { outcomes, calls } = tally;
  // What the user refused or stopped is no answer, good or bad.
  const asked = calls - outcomes.denied - outcomes.interrupted - outcomes.unknown;
  const cut = outcomes.truncated + outcomes['too-large'];
  return {
    zeroHit: rateOf('zeroHit', outcomes['zero-hit'], asked),
    lowYield: rateOf('lowYield', outcomes['zero-hit'] + outcomes['low-confidence'] + cut, asked),
    error: rateOf('error', outcomes.error + outcomes.unavailable, asked),
    truncation: rateOf('truncation', cut, asked),
    fallback: rateOf('fallback', tally.failedFallback, tally.failed),
    fallbackAfterHits: rateOf('fallbackAfterHits', tally.answeredFallback, tally.answered),
    reformulation: rateOf('reformulation', tally.failedReformulated, tally.failed),
    reformulationAfterHits: rateOf('reformulationAfterHits', tally.answeredReformulated, tally.answered),
    unchangedRepeat: rateOf('unchangedRepeat', tally.repeats, asked),
    reformulationSuccess: rateOf('reformulationSuccess', tally.chainsSolved, tally.chains),
    pointer: rateOf('pointer', tally.pointersFollowed, tally.pointers),
    use: rateOf('use', tally.used, tally.returned, tally.answered),
    wasted: rateOf('wasted', tokensOfCharacters(tally.wastedCharacters), tokensOfCharacters(tally.characters), asked),
  };
}

function latencyOf(tally: Tally): Metrics['latency'] {
  if (tally.timed === 0) return null;
  const classes = Object.entries(tally.latencies)
    .map(([index, count]) => ({ index: Number(index), count }))
    .sort((a, b) => a.index - b.index);
  const at = (part: number): number => {
    let seen = 0;
    for (const { index, count } of classes) {
      seen += count;
      if (seen >= part * tally.timed) return Math.min(latencyBound(index), tally.slowestMs);
    }
    return tally.slowestMs;
  };
  return { n: tally.timed, p50: at(0.5), p95: at(0.95), max: tally.slowestMs };
}

function share(count: number, n: number): Rate {
  return { count, n, rate: n === 0 ? null : Math.round((count / n) * 10_000) / 10_000, noise: null, grade: null };
}

function mean(sum: number, n: number): number | null {
  return n === 0 ? null : Math.round((sum / n) * 100) / 100;
}

function metricsFor(tally: Tally, counts: SessionCounts): Metrics {
  const { phases, fallback } = counts;
  return {
    calls: counts.calls,
    hubCalls: tally.calls,
    judged: tally.calls >= fewestJudged,
    outcomes: Object.fromEntries(Object.entries(tally.outcomes).filter(([, count]) => count > 0)),
    rates: ratesOf(tally),
    latency: latencyOf(tally),
    resultTokens: tokensOfCharacters(tally.characters),
    wastedTokens: tokensOfCharacters(tally.wastedCharacters),
    fallback: {
      calls: fallback.calls,
      tokens: fallback.tokens,
      seconds: Math.round(fallback.seconds * 10) / 10,
      meanCallsUntil: mean(fallback.distance, fallback.findings),
    },
    pointerRank: {
      n: tally.pointers,
      mrr: mean(tally.pointerReciprocal, tally.pointers),
      hitAt5: mean(tally.pointerTopFive, tally.pointers),
    },
    reformulations: { chains: tally.chains, longest: tally.longestChain, meanLength: mean(tally.chainCalls, tally.chains) },
    phases: {
      beforeEdit: share(phases.hubBefore, phases.hubBefore + phases.lookupsBefore),
      afterEdit: share(phases.hubAfter, phases.hubAfter + phases.lookupsAfter),
      split: phases.splits > 0,
    },
    byTool: Object.entries(counts.byTool)
      .map(([tool, each]) => ({ tool, calls: each.calls, rates: ratesOf(each), latency: latencyOf(each) }))
      .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1)),
    byKind: queryKinds.flatMap((kind: QueryKind) => {
      const each = counts.byKind[kind];
      return each === undefined || each.calls === 0 ? [] : [{ kind, calls: each.calls, rates: ratesOf(each) }];
    }),
  };
}

/** The numbers of the hub. */
export function metricsOf(counts: SessionCounts): Metrics {
  return metricsFor(counts.hub, counts);
}

const nothing = {
  byTool: {},
  byKind: {},
  servers: {},
  hub: emptyTally(),
  fallback: { findings: 0, calls: 0, tokens: 0, seconds: 0, distance: 0 },
  phases: { hubBefore: 0, hubAfter: 0, lookupsBefore: 0, lookupsAfter: 0, splits: 0 },
};

/** The numbers of each other server, the most used first. What is known of the hub alone (fallback, phases) is left at nothing. */
export function metricsOfOthers(counts: SessionCounts): { server: string; metrics: Metrics }[] {
  return Object.entries(counts.servers)
    .filter(([, tally]) => tally.calls > 0)
    .map(([server, tally]) => ({ server, metrics: metricsFor(tally, { ...nothing, calls: counts.calls }) }))
    .sort((a, b) => b.metrics.hubCalls - a.metrics.hubCalls || (a.server < b.server ? -1 : 1));
}
