import type { CaseResult } from '../../../main/contract/evaluations.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Outcome = CaseResult['outcome'];

const titles: Record<Outcome, string> = {
  found: 'found',
  partly: 'partly found',
  missed: 'not found',
  declared: 'rightly unsure',
  'false-answer': 'wrongly sure',
};

const explanations: Record<Outcome, string> = {
  found: 'Everything that was wanted is among the first ten results.',
  partly: 'Some of what was wanted is among the first ten results.',
  missed: 'Nothing of what was wanted is among the first ten results.',
  declared: 'Nothing answers this, and the answer said that it is not sure.',
  'false-answer': 'Nothing answers this, but the answer claimed to know.',
};

const tones: Record<Outcome, BadgeTone> = {
  found: 'success',
  partly: 'warning',
  missed: 'danger',
  declared: 'success',
  'false-answer': 'danger',
};

export function outcomeTitle(outcome: Outcome): string {
  return titles[outcome];
}

export function outcomeExplanation(outcome: Outcome): string {
  return explanations[outcome];
}

export function outcomeTone(outcome: Outcome): BadgeTone {
  return tones[outcome];
}

/** How a case stands against the run before; null where there is nothing to compare with or nothing has changed. */
export function changeOf(now: CaseResult, before: CaseResult | undefined): 'better' | 'worse' | null {
  if (before === undefined) return null;
  const difference = score(now) - score(before);
  if (Math.abs(difference) < 1e-9) return null;
  return difference > 0 ? 'better' : 'worse';
}

/** A case that nothing answers has no ranks: being unsure is all that counts. */
function score({ outcome, ndcg10 }: CaseResult): number {
  if (outcome === 'declared') return 1;
  return outcome === 'false-answer' ? 0 : ndcg10;
}

/** Bad news first: what is not found, then what is found in part, then the rest; each in the order it came. */
export function worstFirst<Item extends { result: CaseResult | null }>(items: readonly Item[]): Item[] {
  const order: readonly Outcome[] = ['missed', 'false-answer', 'partly', 'declared', 'found'];
  const place = ({ result }: Item): number => (result === null ? order.length : order.indexOf(result.outcome));
  return items.toSorted((a, b) => place(a) - place(b));
}
