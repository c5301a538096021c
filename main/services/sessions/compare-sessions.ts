import { rateNames, type Metrics, type Rate, type RateName } from '../../contract/session-metrics.ts';
import { fewestJudged, scales } from '../../core/sessions/metrics/metrics-of.ts';

export interface RateDifference {
  name: RateName;
  left: Rate;
  right: Rate;
  /** Whether the right side is better; null where it cannot be told. */
  better: boolean | null;
  reason: string;
}

/** How many standard errors a difference has to be to count as one. */
const tellingDeviations = 1.96;

/** Two shares differ by more than chance: the usual test of two proportions. */
function differs(left: Rate, right: Rate): boolean {
  const pooled = (left.count + right.count) / (left.n + right.n);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / left.n + 1 / right.n));
  return error > 0 && Math.abs(left.rate! - right.rate!) > tellingDeviations * error;
}

/** Each rate of both sides, with what the difference says. */
export function compareMetrics(left: Metrics, right: Metrics): RateDifference[] {
  return rateNames.map((name) => {
    const [a, b] = [left.rates[name], right.rates[name]];
    const { good, poor } = scales[name];
    if (a.n < fewestJudged || b.n < fewestJudged)
      return {
        name,
        left: a,
        right: b,
        better: null,
        reason: `${a.n} and ${b.n} are too few to compare; ${fewestJudged} on each side are needed`,
      };
    if (good === null || poor === null)
      return { name, left: a, right: b, better: null, reason: 'neither more nor less of it is better' };
    // Shares of tokens and of words do not come one by one, so the test says nothing about them.
    if (name === 'wasted' || name === 'use')
      return { name, left: a, right: b, better: null, reason: 'a share of tokens or words: chance cannot be told from change' };
    if (!differs(a, b)) return { name, left: a, right: b, better: null, reason: 'the difference may be chance' };
    const better = good < poor ? b.rate! < a.rate! : b.rate! > a.rate!;
    return { name, left: a, right: b, better, reason: `more than chance at ${a.n} and ${b.n}` };
  });
}
