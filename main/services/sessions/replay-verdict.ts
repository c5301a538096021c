import type { HubOutcome } from '../../contract/session-findings.ts';
import type { ReplayVerdict } from '../../contract/sessions.ts';
import { isSamePath } from '../../core/sessions/findings/dependency-path.ts';
import { isFailure } from '../../core/sessions/findings/question-chains.ts';
import type { ReplayedCall } from './replay-call.ts';

export interface Before {
  outcome: HubOutcome;
  paths: readonly string[];
  /** Files that the agent found by itself, as the corpus names them and as they were recorded; empty where nothing is known. */
  wanted: readonly string[];
  /** The answer had hits that did not help. */
  irrelevant: boolean;
}

/** Among so many hits an agent sees what it wants. */
const seenHits = 5;

/** Place of what the agent found by itself, 1 = best; null where it is not there or nothing is known. */
export function wantedRank(now: ReplayedCall, wanted: readonly string[]): number | null {
  const place = now.paths.findIndex((path) => wanted.some((each) => each === path || isSamePath(path, each)));
  return place === -1 ? null : place + 1;
}

/** Whether a failure is mended. Where it is known what was wanted, only finding it counts; else hits that the hub itself trusts. */
export function replayVerdict(before: Before, now: ReplayedCall): { verdict: ReplayVerdict; reason: string } {
  const failedBefore = isFailure(before.outcome) || before.irrelevant;
  if (before.wanted.length > 0) {
    const rank = wantedRank(now, before.wanted);
    if (rank !== null && rank <= seenHits && now.outcome !== 'truncated')
      return { verdict: failedBefore ? 'fixed' : 'changed', reason: `what the agent found by itself is now hit ${rank}` };
    if (now.outcome === 'truncated') return { verdict: 'still failing', reason: 'the answer is still cut' };
    const wasCut = before.outcome === 'truncated' || before.outcome === 'too-large';
    if (wasCut && now.outcome === 'ok' && rank === null)
      return { verdict: 'changed', reason: 'the answer is whole now, but of another file than the agent read' };
    if (failedBefore)
      return {
        verdict: 'still failing',
        reason:
          rank === null
            ? 'what the agent found by itself is not among the hits'
            : `what the agent found by itself is only hit ${rank}`,
      };
  }
  if (isFailure(now.outcome)) {
    if (!failedBefore) return { verdict: 'changed', reason: `it was answered, and now: ${now.reason}` };
    // Found and cut is something else than not found; the rest are ways of not helping.
    return now.outcome === 'truncated' && before.outcome !== 'truncated' && before.outcome !== 'too-large'
      ? { verdict: 'changed', reason: `it was ${before.outcome}, and is now cut: ${now.reason}` }
      : { verdict: 'still failing', reason: now.reason };
  }
  if (before.irrelevant) {
    const same =
      before.paths.length > 0 &&
      before.paths.slice(0, seenHits).every((path) => now.paths.some((each) => isSamePath(each, path)));
    return same
      ? { verdict: 'still failing', reason: 'the same hits come back' }
      : { verdict: 'changed', reason: 'other hits come back; what was wanted is not known' };
  }
  if (failedBefore) return { verdict: 'fixed', reason: `answered now: ${now.reason}` };
  const same =
    before.paths.length === now.paths.length && before.paths.every((path, place) => isSamePath(now.paths[place]!, path));
  return {
    verdict: 'changed',
    reason: same ? 'it was answered then, and the same comes back' : 'it was answered then and is answered now',
  };
}
