import type { CallRole, HubOutcome, SessionCall } from '../../../../main/contract/session-findings.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

const titles: Record<HubOutcome, string> = {
  ok: 'ok',
  'zero-hit': 'no hit',
  'low-confidence': 'unsure',
  truncated: 'cut',
  'too-large': 'too large',
  error: 'error',
  unavailable: 'not available',
  denied: 'denied',
  interrupted: 'interrupted',
  unknown: 'no result',
};

/** failed: nothing of use came back; weak: something did, but not all or not surely; none: nobody can tell. */
export const outcomeGrades = ['ok', 'weak', 'failed', 'none'] as const;
export type OutcomeGrade = (typeof outcomeGrades)[number];

const grades: Record<HubOutcome, OutcomeGrade> = {
  ok: 'ok',
  'zero-hit': 'failed',
  'low-confidence': 'weak',
  truncated: 'weak',
  'too-large': 'failed',
  error: 'failed',
  unavailable: 'failed',
  denied: 'none',
  interrupted: 'none',
  unknown: 'none',
};

const gradeTones: Record<OutcomeGrade, BadgeTone> = { ok: 'success', weak: 'warning', failed: 'danger', none: 'neutral' };

const roleTitles: Record<CallRole, string> = {
  hub: 'hub',
  server: 'other server',
  lookup: 'own look-up',
  edit: 'edit',
  other: 'other',
};

export function outcomeTitle(outcome: HubOutcome): string {
  return titles[outcome];
}

export function outcomeGrade(outcome: HubOutcome): OutcomeGrade {
  return grades[outcome];
}

export function outcomeTone(outcome: HubOutcome): BadgeTone {
  return gradeTones[grades[outcome]];
}

export function roleTitle(role: CallRole): string {
  return roleTitles[role];
}

/** What a call was about, in one line: its query, else what it looked for, else its arguments. */
export function callSubject({ query, lookup, arguments: given }: Pick<SessionCall, 'query' | 'lookup' | 'arguments'>): string {
  if (query !== null && query !== '') return query;
  if (lookup !== null) {
    const what = [...lookup.patterns, ...lookup.paths].filter((part) => part !== '').join(' in ');
    if (what !== '') return what;
  }
  return argumentsText(given);
}

/** `{"command":"ls","timeout":5}` as `command: ls, timeout: 5`; what is no object stays as it is. */
export function argumentsText(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return json;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return json;
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${typeof part === 'string' ? part : JSON.stringify(part)}`)
    .join(', ');
}
