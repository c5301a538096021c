import type { CallReference, Certainty, Finding, FindingPattern } from '../../../contract/session-findings.ts';
import { afterCall, type Fallback } from './find-fallback.ts';
import { foundByAgent } from './found-by-agent.ts';
import { bypasses } from './bypass.ts';
import { phaseSplit } from './phase-split.ts';
import { tokensOf, type Files } from './finding-parts.ts';
import { asksAgain, questionChains, type HubQuestion, type QuestionChain } from './question-chains.ts';
import { callKey, findingId, referenceTo } from './references.ts';
import type { CallView, SessionView } from './session-view.ts';
import type { HubQuery } from './hub-query.ts';
import { allWords, overlapOf } from './words.ts';

interface Draft {
  pattern: FindingPattern;
  certainty: Certainty;
  reasons: string[];
  calls: HubQuestion[];
  followUps: HubQuestion[];
  fallback: Fallback | null;
}

const patternOfOutcome: Partial<Record<string, FindingPattern>> = {
  'zero-hit': 'zero-hit->fallback',
  'low-confidence': 'irrelevant->fallback',
  truncated: 'truncated->fallback',
  'too-large': 'truncated->fallback',
  error: 'error->fallback',
  unavailable: 'unavailable->fallback',
};

const causeOf: Record<FindingPattern, Finding['cause']> = {
  'zero-hit->fallback': 'missing result',
  'zero-hit': 'missing result',
  'low-confidence->reformulated': 'wrong ranking',
  'irrelevant->fallback': 'wrong ranking',
  'truncated->fallback': 'cut',
  'error->fallback': 'unavailable',
  'unavailable->fallback': 'unavailable',
  bypass: 'not used',
  'phase-split': 'not used',
};

function question(view: SessionView, at: HubQuestion, mode: 'failed' | 'answered', query: HubQuery = at.query) {
  const { outcome, paths, addresses } = at.judged;
  return afterCall({
    view,
    hub: at,
    query,
    cited: paths,
    citedAddresses: addresses,
    mode,
    pointersExcuse: outcome !== 'truncated' && outcome !== 'too-large',
  });
}

/** Cursor's files have no results: what happened can only be guessed from the order, so nothing of it is certain. */
function fromOrderAlone(at: HubQuestion): boolean {
  return at.judged.outcome === 'unknown';
}

function ofAnswered(view: SessionView, at: HubQuestion): Draft | null {
  const after = question(view, at, 'answered');
  if (after.kind !== 'fallback') return null;
  const guessed = fromOrderAlone(at);
  return {
    pattern: 'irrelevant->fallback',
    certainty: guessed ? 'probable' : after.fallback.certainty,
    reasons: [
      guessed ? 'the transcript has no answers; the order alone speaks for it' : 'the hub answered with hits',
      ...after.fallback.reasons,
    ],
    calls: [at],
    followUps: [],
    fallback: after.fallback,
  };
}

function ofFailed(view: SessionView, { failed, answered }: QuestionChain): Draft | null {
  const last = failed.at(-1)!;
  const followUps = answered === null ? [] : [answered];
  for (const anchor of failed.toReversed()) {
    const after = question(view, anchor, 'failed', { ...anchor.query, words: allWords(failed.map((each) => each.query.words)) });
    if (after.kind === 'pointer') return null;
    if (after.kind !== 'fallback') continue;
    // The answer came from the hub after all, and the agent looked on only then: that is the answered question's affair.
    if (answered !== null && after.fallback.distance > answered.place - anchor.place - 1) continue;
    const guessed = view.session.agent === 'cursor';
    return {
      pattern: patternOfOutcome[last.judged.outcome]!,
      certainty: guessed ? 'probable' : after.fallback.certainty,
      reasons: [last.judged.reason, ...after.fallback.reasons],
      calls: failed,
      followUps,
      fallback: after.fallback,
    };
  }
  const low = failed.find((each) => each.judged.outcome === 'low-confidence');
  const again = [...failed.slice(1), ...followUps];
  if (low !== undefined && again.some((each) => each.place > low.place)) {
    const close = again.some((each) => asksAgain(low, each) && overlapOf(low.query.words, each.query.words) >= 0.5);
    return {
      pattern: 'low-confidence->reformulated',
      certainty: close ? 'certain' : 'probable',
      reasons: [low.judged.reason, 'the agent asked again in other words'],
      calls: failed,
      followUps,
      fallback: null,
    };
  }
  if (failed.some((each) => each.judged.outcome === 'zero-hit'))
    return {
      pattern: 'zero-hit',
      certainty: 'certain',
      reasons: [last.judged.reason, answered === null ? 'no fallback can be shown' : 'the agent asked again and was answered'],
      calls: failed,
      followUps,
      fallback: null,
    };
  return null;
}

function secondsBetween(from: CallView, to: CallView): number | null {
  const start = from.call.endedAt ?? from.call.startedAt;
  const end = to.call.endedAt ?? to.call.startedAt;
  return start === null || end === null || end < start ? null : Math.round((end - start) / 100) / 10;
}

function finished(view: SessionView, files: Files, draft: Draft): Finding {
  const first = draft.calls[0]!;
  const last = draft.calls.at(-1)!;
  const fallback = draft.fallback?.calls ?? [];
  const reference = (at: CallView): CallReference => referenceTo(view, files, at);
  // Good hits cost what they cost; only what failed was in vain.
  const inVain = draft.pattern === 'irrelevant->fallback' && first.judged.outcome === 'ok' ? [] : draft.calls;
  return {
    id: findingId(view.session.key, callKey(view, first)),
    pattern: draft.pattern,
    certainty: draft.certainty,
    cause: causeOf[draft.pattern],
    reasons: [...new Set(draft.reasons)],
    session: view.session.key,
    agent: view.session.agent,
    file: files[first.call.place.file]?.path ?? '',
    hub: view.hub,
    tool: first.call.tool,
    query: first.query.text,
    queryKind: first.query.kind,
    calls: draft.calls.map(reference),
    fallback: fallback.map(reference),
    followUps: draft.followUps.map(reference),
    shared: draft.fallback?.shared.slice(0, 20) ?? [],
    cost: {
      calls: fallback.length + inVain.length,
      seconds: fallback.length === 0 ? null : secondsBetween(last, fallback.at(-1)!),
      tokens: tokensOf([...fallback, ...inVain]),
    },
    wanted: draft.fallback === null ? null : foundByAgent(draft.fallback, first.query),
    at: first.call.startedAt,
    fixed: null,
    caseId: null,
  };
}

/** Everything that is found in a session, in the order of its calls. */
export function findingsOf(view: SessionView, files: Files): Finding[] {
  const found: Finding[] = [];
  const attributed = new Set<CallView>();
  for (const thread of view.threads.values())
    for (const chain of questionChains(thread)) {
      const drafts = [
        chain.failed.length > 0 ? ofFailed(view, chain) : null,
        chain.answered !== null ? ofAnswered(view, chain.answered) : null,
      ];
      for (const draft of drafts) {
        if (draft === null) continue;
        const calls = draft.fallback?.calls ?? [];
        // One look-up is the fallback from one question: the nearest one before it, which comes last.
        for (const call of calls) attributed.add(call);
        found.push(finished(view, files, draft));
      }
    }
  return [...withoutDoubled(found), ...bypasses(view, files, attributed), ...phaseSplit(view, files)];
}

/** Of findings from answered questions that claim the same fallback, the last one has it; failed ones keep theirs. */
function withoutDoubled(findings: readonly Finding[]): Finding[] {
  const claimed = new Map<string, Finding>();
  for (const finding of findings) {
    const first = finding.fallback[0]?.key;
    if (first === undefined) continue;
    const other = claimed.get(first);
    const yields = other !== undefined && other.cause !== 'wrong ranking' && finding.cause === 'wrong ranking';
    if (!yields) claimed.set(first, finding);
  }
  return findings.filter((finding) => {
    const first = finding.fallback[0]?.key;
    return first === undefined || claimed.get(first) === finding || finding.cause !== 'wrong ranking';
  });
}
