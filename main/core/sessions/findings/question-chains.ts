import type { HubOutcome } from '../../../contract/session-findings.ts';
import { fallbackWindow } from './find-fallback.ts';
import { isHubQuestion, type CallView } from './session-view.ts';
import { sharedWords } from './words.ts';

export type HubQuestion = Extract<ReturnType<typeof asQuestion>, object>;

function asQuestion(view: CallView) {
  return isHubQuestion(view) ? view : null;
}

/** Questions about the same thing, one after the other, as long as they fail; the last may be answered. */
export interface QuestionChain {
  failed: HubQuestion[];
  /** The question that was answered in the end, or the only one. */
  answered: HubQuestion | null;
}

const failures: ReadonlySet<HubOutcome> = new Set([
  'zero-hit',
  'low-confidence',
  'truncated',
  'too-large',
  'error',
  'unavailable',
]);

/** Whether the hub did not give what it was asked for. What the user refused or stopped is nobody's failure. */
export function isFailure(outcome: HubOutcome): boolean {
  return failures.has(outcome);
}

/** Whether a question asks again what another asked: the same turn, close by, and a word in common. */
export function asksAgain(before: HubQuestion, after: HubQuestion): boolean {
  if (before.call.turn !== after.call.turn || after.place - before.place > fallbackWindow) return false;
  if (before.call.tool === after.call.tool && before.query.text === after.query.text) return true;
  return sharedWords(before.query.words, after.query.words).words.length > 0;
}

/** All questions to the hub of a thread, as chains in order. */
export function questionChains(thread: readonly CallView[]): QuestionChain[] {
  const chains: QuestionChain[] = [];
  let open: HubQuestion[] = [];
  const end = (answered: HubQuestion | null): void => {
    if (open.length > 0 || answered !== null) chains.push({ failed: open, answered });
    open = [];
  };
  for (const each of thread) {
    const question = asQuestion(each);
    if (question === null) continue;
    const { outcome } = question.judged;
    const continues = open.some((before) => asksAgain(before, question));
    if (!continues) end(null);
    // What was asked in one breath with the question that failed does not ask again.
    const beside = open.length > 0 && question.call.messageId !== null && open.at(-1)!.call.messageId === question.call.messageId;
    if (isFailure(outcome)) open.push(question);
    else if (beside && (outcome === 'ok' || outcome === 'unknown')) chains.push({ failed: [], answered: question });
    else if (outcome === 'ok' || outcome === 'unknown') end(question);
    else end(null);
  }
  end(null);
  return chains;
}
