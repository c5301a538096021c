import type { Certainty } from '../../../contract/session-findings.ts';
import { foldTerm, stemOf, wordsOf } from '../../text/terms.ts';
import { dependencyPath, isSamePath } from './dependency-path.ts';
import { sameAddressForm } from './cited-addresses.ts';
import { excuseOf } from './exclusions.ts';
import type { HubQuery } from './hub-query.ts';
import { isHubQuestion, startsAgent, type CallView, type SessionView } from './session-view.ts';
import { addressWords, lookupWords } from './lookup.ts';
import type { Lookup } from './looked-up.ts';
import { sharedWords, wordsFor, type Shared } from './words.ts';

/** Calls after a hub's call that are looked at. */
export const fallbackWindow = 5;
/** Calls that are read to fill the window. */
const mostCandidates = 40;
/** Calls of a subagent that are looked at, when one was started within the window. */
const subagentWindow = 10;
/** Most words that a reason names. */
const mostNamed = 4;
/** Most calls of one fallback. */
const longestFallback = 40;
/** Calls before a question whose answers may have named what is opened after it. */
const earlierAnswers = 30;
/** Calls that may lie between two look-ups of one fallback: a thought, a to-do list. */
const mostBetween = 1;

export interface Fallback {
  certainty: Certainty;
  calls: CallView[];
  shared: string[];
  reasons: string[];
  /** Calls between the hub's and the first of the fallback. */
  distance: number;
}

/** A fallback, the hub's own pointer that was followed, or nothing. */
export type AfterCall = { kind: 'fallback'; fallback: Fallback } | { kind: 'pointer'; rank: number } | { kind: 'nothing' };

export interface FallbackQuestion {
  view: SessionView;
  hub: CallView;
  query: HubQuery;
  /** Files that the hub cited, best first. */
  cited: readonly string[];
  /** Pages that the hub cited, as `sameAddressForm` writes them. */
  citedAddresses: readonly string[];
  /** `answered`: good hits, so only what is in a dependency and about the query tells that they did not help. */
  mode: 'failed' | 'answered';
  /** A cited file that is opened is success, not failure. Not of a cut answer: opening the file is how the agent gets the rest. */
  pointersExcuse: boolean;
}

interface Candidate {
  at: CallView;
  distance: number;
}

/** Calls within the window: the same turn, without those of the same message; a subagent's calls stand in the place of what started it. */
function candidatesAfter(view: SessionView, hub: CallView): Candidate[] {
  const thread = view.threads.get(hub.call.thread) ?? [];
  const out: Candidate[] = [];
  let distance = 0;
  // A window's worth of calls; those of the same message come on top.
  for (const at of thread.slice(hub.place + 1, hub.place + 1 + mostCandidates)) {
    if (at.call.turn !== hub.call.turn || distance >= fallbackWindow) break;
    // What was issued side by side is hedging: it does not follow from the answer.
    if (at.call.messageId !== null && at.call.messageId === hub.call.messageId) continue;
    out.push({ at, distance });
    for (const started of at.startsThreads)
      for (const inner of (view.threads.get(started) ?? []).slice(0, subagentWindow)) out.push({ at: inner, distance });
    distance += 1;
  }
  return out;
}

interface Judgement {
  certainty: Certainty;
  shared: Shared;
  reasons: string[];
}

function packageStems(at: CallView): Set<string> {
  const names = at.lookup!.paths.map((path) => dependencyPath(path)?.packageName ?? '');
  return new Set(names.flatMap((name) => wordsOf(name).map(stemOf)));
}

/** Whether a look-up is a fallback from a question, and how surely. */
function judge(question: FallbackQuestion, at: CallView, otherHubCall: boolean): Judgement | null {
  const lookup = at.lookup!;
  const shared = sharedWords(question.query.words, lookupWords(lookup), packageStems(at));
  const opensCited = lookup.paths.some((path) => question.cited.some((cited) => isSamePath(cited, path)));
  const about = shared.words.length > 0 || opensCited;
  const reasons = [
    ...(lookup.dependency ? [lookup.kind === 'web' ? 'it reads documentation on the web' : 'it looks into a dependency'] : []),
    ...(opensCited ? ['it opens a file that the hub cites'] : []),
  ];
  if (question.mode === 'answered') {
    // Searching for the very word says that the hits did not have it; a read that shares one word may be the next step.
    if (!lookup.dependency || shared.words.length === 0) return null;
    // So may a page: what is asked of it says much, so its address has to be about the question.
    if (lookup.kind === 'web' && !isAboutPage(question.query, lookup)) return null;
    const telling = shared.strong || (lookup.kind !== 'read' && lookup.kind !== 'list');
    return { certainty: telling ? 'certain' : 'probable', shared, reasons };
  }
  if (lookup.dependency && about) return { certainty: 'certain', shared, reasons };
  // With another question in between nothing ties it to this one.
  if (lookup.dependency && !otherHubCall) return { certainty: 'probable', shared, reasons };
  // Searching in the project's own code is normal work, unless it is for the very thing.
  if (about && (opensCited || (shared.strong && lookup.kind !== 'list'))) return { certainty: 'probable', shared, reasons };
  return null;
}

/** A page that is opened is about a question where its address is; a search of the web says it in its words. */
function isAboutPage({ words }: HubQuery, { patterns }: Lookup): boolean {
  const pages = patterns.filter((pattern) => sameAddressForm(pattern) !== null);
  if (pages.length === 0) return true;
  const shared = sharedWords(words, wordsFor(pages.map(addressWords)));
  // Addresses write identifiers small.
  const asked = new Set(words.identifiers.map(foldTerm));
  return shared.strong || shared.words.some((word) => asked.has(foldTerm(word)));
}

/** Which of what the hub cited a look-up opens, from 1; null where none, or where that excuses nothing. */
function pointerRank({ cited, citedAddresses, pointersExcuse }: FallbackQuestion, { lookup }: CallView): number | null {
  if (lookup === null || lookup.kind === 'list' || !pointersExcuse) return null;
  const rank = cited.findIndex((path) => lookup.paths.some((opened) => isSamePath(path, opened)));
  if (rank !== -1) return rank + 1;
  if (lookup.kind !== 'web') return null;
  const opened = new Set(lookup.patterns.map(sameAddressForm));
  const place = citedAddresses.findIndex((address) => opened.has(address));
  return place === -1 ? null : place + 1;
}

/** Of another question of the same thread, whose answer may name what is opened. */
function opensPageOf({ judged }: CallView, { lookup }: CallView): boolean {
  if (judged === null || judged.addresses.length === 0 || lookup?.kind !== 'web') return false;
  return lookup.patterns.some((pattern) => {
    const form = sameAddressForm(pattern);
    return form !== null && judged.addresses.includes(form);
  });
}

/** What the agent did after a hub's call. */
export function afterCall(question: FallbackQuestion): AfterCall {
  const { view, hub } = question;
  let otherHubCall = false;
  const candidates = candidatesAfter(view, hub);
  // What other answers of the hub point at is followed for their sake; after a question that failed, what an earlier one had named is a way out.
  const from = question.mode === 'answered' ? Math.max(0, hub.place - earlierAnswers) : hub.place + 1;
  const others = (view.threads.get(hub.call.thread) ?? [])
    .slice(from, hub.place + 1 + mostCandidates)
    .filter((at) => at !== hub && isHubQuestion(at));
  for (const { at, distance } of candidates) {
    if (isHubQuestion(at)) otherHubCall = true;
    // Good hits and then a change: the answer was used.
    if (at.role === 'edit' && question.mode === 'answered') return { kind: 'nothing' };
    if (at.lookup === null) continue;
    const rank = pointerRank(question, at);
    if (rank !== null) return { kind: 'pointer', rank };
    if (others.some((other) => other.place < at.place && opensPageOf(other, at))) continue;
    if (excuseOf(view, at) !== null) continue;
    const judgement = judge(question, at, otherHubCall);
    if (judgement === null) continue;
    // Of pages and files that were opened side by side, one of which the hub had named, none says that its answer did not help.
    const beside = candidates.flatMap((each) =>
      at.call.messageId !== null && each.at.call.messageId === at.call.messageId ? (pointerRank(question, each.at) ?? []) : [],
    );
    return beside[0] === undefined
      ? { kind: 'fallback', fallback: extended(question, at, judgement, distance) }
      : { kind: 'pointer', rank: beside[0] };
  }
  return { kind: 'nothing' };
}

/** In words, what a fallback and its question have in common. */
function aboutToo(shared: readonly string[]): string[] {
  return shared.length === 0 ? [] : [`it is about ${shared.slice(0, mostNamed).join(', ')} too`];
}

/** The whole of a fallback: the look-ups that follow the first one, as long as they go on with it. */
function extended(question: FallbackQuestion, first: CallView, judgement: Judgement, distance: number): Fallback {
  const { view } = question;
  const thread = view.threads.get(first.call.thread) ?? [];
  const calls = [first];
  const found = new Set(first.call.result?.paths ?? []);
  const shared = new Set(judgement.shared.words);
  let { certainty } = judgement;
  const reasons = new Set(judgement.reasons);
  let between = 0;
  for (const at of thread.slice(first.place + 1, first.place + 1 + 2 * longestFallback)) {
    if (
      at.call.turn !== first.call.turn ||
      at.role === 'edit' ||
      at.role === 'hub' ||
      startsAgent(at) ||
      calls.length >= longestFallback
    )
      break;
    const goesOn =
      at.lookup !== null &&
      excuseOf(view, at) === null &&
      ((first.lookup!.dependency && at.lookup.dependency) ||
        judge(question, at, true) !== null ||
        at.lookup.paths.some((path) => found.has(path)));
    if (!goesOn) {
      between += 1;
      if (between > mostBetween) break;
      continue;
    }
    between = 0;
    calls.push(at);
    for (const path of at.call.result?.paths ?? []) found.add(path);
    const more = judge(question, at, true);
    if (more?.certainty === 'certain' && question.mode === 'failed') certainty = 'certain';
    for (const word of more?.shared.words ?? []) shared.add(word);
    for (const reason of more?.reasons ?? []) reasons.add(reason);
  }
  return { certainty, calls, shared: [...shared], reasons: [...reasons, ...aboutToo([...shared])], distance };
}
