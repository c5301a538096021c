import type { Certainty, FindingPattern } from '../../../../main/contract/session-findings.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

const titles: Record<FindingPattern, string> = {
  'zero-hit->fallback': 'No hit → looked by itself',
  'low-confidence->reformulated': 'Unsure answer → asked again',
  'truncated->fallback': 'Cut answer → looked by itself',
  'irrelevant->fallback': 'Beside the point → looked by itself',
  'error->fallback': 'Error → looked by itself',
  'unavailable->fallback': 'Not available → looked by itself',
  'zero-hit': 'No hit',
  bypass: 'Hub not asked',
  'phase-split': 'Asked before the first edit, forgotten after',
};

const explanations: Record<FindingPattern, string> = {
  'zero-hit->fallback': 'The hub found nothing, and the agent searched or read files itself.',
  'low-confidence->reformulated': 'The hub said that it is not sure, and the agent asked again in other words.',
  'truncated->fallback': 'The answer was cut, and the agent fetched the rest itself.',
  'irrelevant->fallback': 'The hub answered, but the agent looked for the same elsewhere.',
  'error->fallback': 'The hub failed, and the agent looked by itself.',
  'unavailable->fallback': 'The agent could not reach the hub, and looked by itself.',
  'zero-hit': 'The hub found nothing, and the agent went on without.',
  bypass: 'The agent searched dependencies or documentation without asking the hub first.',
  'phase-split': 'An observation: the hub was used while planning and no more once files were changed.',
};

export function patternTitle(pattern: FindingPattern): string {
  return titles[pattern];
}

export function patternExplanation(pattern: FindingPattern): string {
  return explanations[pattern];
}

/** A certain finding is worth a colour; a probable one is not. */
export function certaintyTone(certainty: Certainty): BadgeTone {
  return certainty === 'certain' ? 'warning' : 'neutral';
}
