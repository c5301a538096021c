import type { CallView, SessionView } from '../findings/session-view.ts';
import { plainPath } from '../findings/dependency-path.ts';
import { foldTerm, wordsOf } from '../../text/terms.ts';

interface Mention {
  turn: number;
  order: number;
}

/** Where each word was last written by the agent: in a change of a file, or in what it said. */
export interface Mentions {
  last: ReadonlyMap<string, Mention>;
}

/** Most texts within one call's arguments that are looked at. */
const mostTexts = 40;

function textsOf(args: Record<string, unknown>): string[] {
  const texts: string[] = [];
  const waiting: unknown[] = Object.values(args);
  while (waiting.length > 0 && texts.length < mostTexts) {
    const value = waiting.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) waiting.push(...(Object.values(value) as unknown[]).slice(0, 100));
  }
  return texts;
}

/** Reads all that the agent wrote in a session, once. */
export function mentionsIn({ session, calls }: SessionView): Mentions {
  const last = new Map<string, Mention>();
  const mention = (text: string, turn: number, order: number): void => {
    for (const word of wordsOf(text)) {
      if (word.length < 3) continue;
      const key = foldTerm(word);
      const known = last.get(key);
      if (known === undefined || turn > known.turn || (turn === known.turn && order > known.order))
        last.set(key, { turn, order });
    }
  };
  const orderOfMessage = new Map<string, number>();
  for (const { call, role } of calls) {
    if (call.messageId !== null && !orderOfMessage.has(call.messageId)) orderOfMessage.set(call.messageId, call.order);
    if (role === 'edit' && call.abandoned === null)
      for (const text of textsOf(call.arguments)) mention(text, call.turn, call.order);
  }
  for (const message of session.messages)
    // What is said beside calls comes before their results; what is said alone comes at the end of its turn, or near it.
    if (message.role === 'assistant' && message.kind === 'said')
      mention(message.text, message.turn, orderOfMessage.get(message.id) ?? Infinity);
  return { last };
}

/** How many of the identifiers and files of an answer there are, and how many the agent wrote afterwards; the question's own words do not count. */
export function useOf(at: CallView, { last }: Mentions): { returned: number; used: number } {
  const asked = new Set(wordsOf(JSON.stringify(at.call.arguments)).map(foldTerm));
  const names = new Set<string>();
  for (const identifier of at.call.result?.identifiers ?? []) {
    const word = wordsOf(identifier).at(-1);
    if (word !== undefined && word.length >= 3) names.add(foldTerm(word));
  }
  for (const path of at.judged?.paths ?? []) {
    const plain = plainPath(path);
    const word = wordsOf(plain.slice(plain.lastIndexOf('/') + 1).replace(/\.\w{1,6}$/, '')).at(-1);
    if (word !== undefined && word.length >= 3) names.add(foldTerm(word));
  }
  let returned = 0;
  let used = 0;
  for (const name of names) {
    if (asked.has(name)) continue;
    returned += 1;
    const mention = last.get(name);
    if (
      mention !== undefined &&
      (mention.turn > at.call.turn || (mention.turn === at.call.turn && mention.order > at.call.order))
    )
      used += 1;
  }
  return { returned, used };
}
