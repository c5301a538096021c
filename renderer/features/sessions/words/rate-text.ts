import type { Rate, RateName } from '../../../../main/contract/session-metrics.ts';
import { formatNumber, formatPercent } from '../../../ui/format.ts';

export interface RateWords {
  title: string;
  explanation: string;
  /** What it is counted over. */
  of: string;
}

const words: Record<RateName, RateWords> = {
  zeroHit: { title: 'No hit', explanation: 'Answers without a single result', of: 'calls' },
  lowYield: { title: 'Low yield', explanation: 'No hit, an unsure answer, or a cut one', of: 'calls' },
  error: { title: 'Errors', explanation: 'Calls that failed or could not be made', of: 'calls' },
  truncation: { title: 'Cut', explanation: 'Answers that were cut by the hub or the agent', of: 'calls' },
  fallback: {
    title: 'Looked by itself after a failure',
    explanation: 'Failed calls after which the agent searched or read for the same',
    of: 'failed calls',
  },
  fallbackAfterHits: {
    title: 'Looked by itself after an answer',
    explanation: 'The same after calls that were answered',
    of: 'answered calls',
  },
  reformulation: {
    title: 'Asked again after a failure',
    explanation: 'Failed calls that were asked again in other words',
    of: 'failed calls',
  },
  reformulationAfterHits: {
    title: 'Asked again after an answer',
    explanation: 'The same after calls that were answered',
    of: 'answered calls',
  },
  unchangedRepeat: { title: 'Repeated unchanged', explanation: 'The same question once more, to the letter', of: 'calls' },
  reformulationSuccess: {
    title: 'Asking again helped',
    explanation: 'Chains of questions about the same that ended with an answer',
    of: 'chains',
  },
  pointer: {
    title: 'Led to the next file',
    explanation: 'A returned path is the next file that was opened',
    of: 'answered calls',
  },
  use: {
    title: 'Used',
    explanation: 'Returned names and paths that appear in later edits or in the final text',
    of: 'names and paths',
  },
  wasted: { title: 'Wasted', explanation: 'Tokens of answers of which nothing appears again', of: 'tokens of answers' },
};

export function rateWords(name: RateName): RateWords {
  return words[name];
}

/** `12%`, or a dash where there is nothing to count over. */
export function rateText({ rate }: Pick<Rate, 'rate'>): string {
  return rate === null ? '–' : formatPercent(rate);
}

/** `3 of 25`. */
export function rateCount({ count, n }: Pick<Rate, 'count' | 'n'>): string {
  return `${formatNumber(count)} of ${formatNumber(n)}`;
}
