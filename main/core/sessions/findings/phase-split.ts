import type { Finding } from '../../../contract/session-findings.ts';
import { findingId, referenceTo } from './references.ts';
import { isHubQuestion, type SessionView } from './session-view.ts';
import { tokensOf, type Files } from './finding-parts.ts';

/** Questions before the first change of a file that make an orientation by the hub. */
const fewestQuestions = 3;
/** Look-ups in dependencies after it that make an implementation without the hub. */
const fewestLookups = 3;

/** Questions to the hub before and after the first change, and look-ups in dependencies after it. */
export function phasesOf(view: SessionView): { before: number; after: number; lookupsAfter: number; split: boolean } {
  const questions = view.calls.filter(isHubQuestion);
  const after = questions.filter((at) => at.afterEdit).length;
  const before = questions.length - after;
  const lookupsAfter = view.calls.filter((at) => at.afterEdit && at.lookup?.dependency === true).length;
  const split = view.firstEdit !== null && before >= fewestQuestions && lookupsAfter >= fewestLookups && after * 10 <= before;
  return { before, after, lookupsAfter, split };
}

/** The hub was asked for orientation and forgotten while implementing: an observation, no failure of a single question. */
export function phaseSplit(view: SessionView, files: Files): Finding[] {
  const { before, after, lookupsAfter, split } = phasesOf(view);
  if (!split) return [];
  const questions = view.calls.filter(isHubQuestion);
  const lookups = view.calls.filter((at) => at.afterEdit && at.lookup?.dependency === true);
  const first = questions[0]!;
  return [
    {
      id: findingId(view.session.key, 'phase-split'),
      pattern: 'phase-split',
      certainty: 'certain',
      cause: 'not used',
      reasons: [
        `${before} questions to the hub before the first change and ${after} after it, where ${lookupsAfter} look-ups went into dependencies`,
      ],
      session: view.session.key,
      agent: view.session.agent,
      file: files[first.call.place.file]?.path ?? '',
      hub: view.hub,
      tool: null,
      query: '',
      queryKind: 'none',
      calls: questions.map((at) => referenceTo(view, files, at)),
      fallback: lookups.map((at) => referenceTo(view, files, at)),
      followUps: [],
      shared: [],
      cost: { calls: lookups.length, seconds: null, tokens: tokensOf(lookups) },
      wanted: null,
      at: first.call.startedAt,
      fixed: null,
      caseId: null,
    },
  ];
}
