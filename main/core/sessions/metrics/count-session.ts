import type { Finding } from '../../../contract/session-findings.ts';
import { isSamePath } from '../findings/dependency-path.ts';
import { serverAlias } from '../findings/hub-choice.ts';
import type { HubQuery } from '../findings/hub-query.ts';
import type { JudgedCall } from '../findings/hub-outcome.ts';
import { isFailure, questionChains } from '../findings/question-chains.ts';
import { phasesOf } from '../findings/phase-split.ts';
import { callKey } from '../findings/references.ts';
import { fallbackWindow } from '../findings/find-fallback.ts';
import { isHubQuestion, type CallView, type SessionView } from '../findings/session-view.ts';
import { overlapOf } from '../findings/words.ts';
import { emptyCounts, tallyOf, type SessionCounts } from './session-counts.ts';
import { latencyClass, type Tally } from './tally.ts';
import { mentionsIn, useOf, type Mentions } from './use-of-answer.ts';

type Asked = CallView & { judged: JudgedCall; query: HubQuery };

/** As the noise was measured: within three calls, at least half of the words shared. */
const reformulationWindow = 3;
const reformulationOverlap = 0.5;

/** What follows a question in its thread and turn, without what was issued beside it. */
function following(view: SessionView, at: CallView, most: number): CallView[] {
  return (view.threads.get(at.call.thread) ?? [])
    .slice(at.place + 1, at.place + 1 + most)
    .filter(
      (next) => next.call.turn === at.call.turn && (next.call.messageId === null || next.call.messageId !== at.call.messageId),
    );
}

/** What was asked: the server, or the agent's own search. */
function askedOf({ call }: CallView): string {
  return serverAlias(call.server ?? call.tool);
}

function asksTheSame(at: Asked, next: CallView): 'again' | 'repeat' | null {
  if (next.query === null || next.judged === null || askedOf(next) !== askedOf(at)) return null;
  if (next.call.tool === at.call.tool && JSON.stringify(next.call.arguments) === JSON.stringify(at.call.arguments))
    return 'repeat';
  return overlapOf(at.query.words, next.query.words) >= reformulationOverlap ? 'again' : null;
}

/** Whether the next file that was opened is one that the answer cites. Null where no file was opened, or none was cited. */
function pointerOf(view: SessionView, at: Asked): { rank: number | null } | null {
  if (at.judged.paths.length === 0) return null;
  const read = following(view, at, fallbackWindow).find(({ lookup }) => lookup?.kind === 'read');
  if (read === undefined) return null;
  const place = at.judged.paths.findIndex((path) => read.lookup!.paths.some((opened) => isSamePath(path, opened)));
  return { rank: place === -1 ? null : place + 1 };
}

function countCall(view: SessionView, at: Asked, fell: ReadonlySet<string>, mentions: Mentions): (tally: Tally) => void {
  const { outcome } = at.judged;
  const failed = isFailure(outcome);
  const answered = outcome === 'ok';
  const hasFallback = fell.has(callKey(view, at));
  const again = new Set(following(view, at, reformulationWindow).map((next) => asksTheSame(at, next)));
  const pointer = answered || outcome === 'low-confidence' ? pointerOf(view, at) : null;
  const use = answered ? useOf(at, mentions) : { returned: 0, used: 0 };
  const characters = at.call.result?.characters ?? 0;
  const wasted = failed || (answered && use.returned > 0 && use.used === 0);
  const duration = at.call.durationMs;
  return (tally) => {
    tally.calls += 1;
    tally.outcomes[outcome] += 1;
    tally.failed += Number(failed);
    tally.answered += Number(answered);
    tally.failedFallback += Number(failed && hasFallback);
    tally.answeredFallback += Number(answered && hasFallback);
    tally.failedReformulated += Number(failed && again.has('again'));
    tally.answeredReformulated += Number(answered && again.has('again'));
    tally.repeats += Number(again.has('repeat'));
    if (pointer !== null) {
      tally.pointers += 1;
      if (pointer.rank !== null) {
        tally.pointersFollowed += 1;
        tally.pointerReciprocal += 1 / pointer.rank;
        tally.pointerTopFive += Number(pointer.rank <= 5);
      }
    }
    tally.returned += use.returned;
    tally.used += use.used;
    tally.characters += characters;
    tally.wastedCharacters += wasted ? characters : 0;
    if (duration !== null && outcome !== 'denied' && outcome !== 'interrupted') {
      const index = latencyClass(duration);
      tally.latencies[index] = (tally.latencies[index] ?? 0) + 1;
      tally.timed += 1;
      tally.slowestMs = Math.max(tally.slowestMs, duration);
    }
  };
}

/** Counts a session, with what was found in it. */
export function countSession(view: SessionView, findings: readonly Finding[]): SessionCounts {
  const counts = emptyCounts();
  const mentions = mentionsIn(view);
  const withFallback = findings.filter(({ fallback, calls }) => fallback.length > 0 && calls.length > 0);
  const fell = new Set(
    withFallback.filter(({ pattern }) => pattern !== 'phase-split').flatMap(({ calls }) => calls.map(({ key }) => key)),
  );
  counts.calls = view.calls.length;
  for (const at of view.calls) {
    if (at.call.abandoned !== null) continue;
    if (at.lookup !== null && at.role !== 'edit') counts.phases[at.afterEdit ? 'lookupsAfter' : 'lookupsBefore'] += 1;
    if (at.judged === null || at.query === null) continue;
    const asked = at as Asked;
    const count = countCall(view, asked, fell, mentions);
    if (isHubQuestion(at)) {
      counts.phases[at.afterEdit ? 'hubAfter' : 'hubBefore'] += 1;
      count(counts.hub);
      count(tallyOf(counts.byTool, at.call.tool));
      count(tallyOf(counts.byKind, at.query.kind));
    } else count(tallyOf(counts.servers, askedOf(at)));
  }
  for (const thread of view.threads.values())
    for (const { failed, answered } of questionChains(thread)) {
      const length = failed.length + (answered === null ? 0 : 1);
      if (failed.length === 0 || length < 2) continue;
      for (const tally of [
        counts.hub,
        tallyOf(counts.byTool, failed[0]!.call.tool),
        tallyOf(counts.byKind, failed[0]!.query.kind),
      ]) {
        tally.chains += 1;
        tally.chainsSolved += Number(answered?.judged.outcome === 'ok');
        tally.chainCalls += length;
        tally.longestChain = Math.max(tally.longestChain, length);
      }
    }
  counts.phases.splits = Number(phasesOf(view).split);
  const numbers = new Map(view.calls.map((at) => [callKey(view, at), at]));
  for (const finding of withFallback.filter(({ pattern }) => pattern !== 'phase-split')) {
    counts.fallback.findings += 1;
    counts.fallback.calls += finding.fallback.length;
    counts.fallback.tokens += finding.cost.tokens;
    counts.fallback.seconds += finding.cost.seconds ?? 0;
    const from = numbers.get(finding.calls.at(-1)!.key)!;
    const to = numbers.get(finding.fallback[0]!.key)!;
    counts.fallback.distance += from.call.thread === to.call.thread ? Math.max(0, to.place - from.place - 1) : 0;
  }
  return counts;
}
