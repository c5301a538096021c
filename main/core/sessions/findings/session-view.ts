import type { CallRole } from '../../../contract/session-findings.ts';
import { mainThread, type ContextBreak, type Session, type ToolCall, type Turn } from '../model.ts';
import { plainPath } from './dependency-path.ts';
import { isHubCall } from './hub-choice.ts';
import { hubQuery, type HubQuery } from './hub-query.ts';
import { judgeCall, type JudgedCall } from './hub-outcome.ts';
import { isEdit, lookupOf } from './lookup.ts';
import type { Lookup } from './looked-up.ts';
import { isOwnRepository } from './own-repository.ts';
import { isActingTool, isRetrievalTool, toolKind } from './tool-names.ts';

/** A call with what it means: what all calls are asked for. What only those near a question are is worked out there (`lookupWords`, `editedPaths`). */
export interface CallView {
  call: ToolCall;
  /** Place in `Session.calls`. */
  number: number;
  role: CallRole;
  /** Of a hub's or another server's call that looks something up. */
  judged: JudgedCall | null;
  query: HubQuery | null;
  lookup: Lookup | null;
  /** It changes files. */
  changes: boolean;
  startsThreads: readonly string[];
  afterEdit: boolean;
  /** Place in its thread's list; -1 for what was taken back. */
  place: number;
}

/** A look-up that was made before the agent's context was cut. */
export interface EarlierLookup {
  order: number;
  id: string;
}

export interface SessionView {
  session: Session;
  hub: string | null;
  /** In the order of `Session.calls`. */
  calls: CallView[];
  /** Calls of each thread in their order, without what was taken back. */
  threads: Map<string, CallView[]>;
  turns: Map<number, Turn>;
  breaks: Map<string, ContextBreak[]>;
  /** By thread and `lookupKeys`: what was looked up when. Only of threads whose context was cut. */
  earlier: Map<string, Map<string, EarlierLookup[]>>;
  /** Files that hold results which were too long: reading them continues a call. */
  movedOut: Set<string>;
  /** Number of the first call that changed a file; null where none did. */
  firstEdit: number | null;
}

const noThreads: readonly string[] = [];

function roleOf(call: ToolCall, hub: string | null, edits: boolean, lookup: Lookup | null): CallRole {
  if (hub !== null && isHubCall(call, hub)) return 'hub';
  if (edits) return 'edit';
  if (lookup !== null) return 'lookup';
  return call.server !== null ? 'server' : 'other';
}

/** Where each thread hangs in the main one: the order of the main thread's call that it comes from; null where nothing tells. */
function anchorsOf(session: Session): Map<string, number | null> {
  const byId = new Map(session.calls.map((call) => [call.id, call]));
  const parents = new Map(session.threads.map((thread) => [thread.id, thread]));
  const anchors = new Map<string, number | null>();
  for (const { id } of session.threads) {
    let thread = parents.get(id);
    let order: number | null = null;
    // Bounded: a hostile file may make threads their own parents.
    for (let steps = 0; thread !== undefined && thread.id !== mainThread && steps < 20; steps += 1) {
      const call = thread.parentCall === null ? undefined : byId.get(thread.parentCall);
      order = call?.order ?? null;
      thread = call === undefined ? undefined : parents.get(call.thread);
    }
    anchors.set(id, thread?.id === mainThread ? order : null);
  }
  return anchors;
}

/** Where a call stands in the main thread; null where nothing tells. */
function mainOrderOf({ thread, order }: ToolCall, anchors: ReadonlyMap<string, number | null>): number | null {
  return thread === mainThread ? order : (anchors.get(thread) ?? null);
}

function firstEditOf(
  calls: readonly CallView[],
  anchors: ReadonlyMap<string, number | null>,
): { number: number | null; mainOrder: number } {
  let number: number | null = null;
  let mainOrder = Infinity;
  for (const { call, changes, number: index } of calls) {
    if (!changes || call.abandoned !== null || call.flags.denied) continue;
    const order = mainOrderOf(call, anchors);
    if (order !== null && order < mainOrder) {
      mainOrder = order;
      number = index;
    }
  }
  return { number, mainOrder };
}

/** What is fetched of the project's own repository is a look-up, but not one in a dependency. */
function outsideOnly(lookup: Lookup | null, cwd: string | null): Lookup | null {
  if (lookup?.kind !== 'web' || !lookup.dependency) return lookup;
  return lookup.patterns.some((pattern) => isOwnRepository(pattern, cwd)) ? { ...lookup, dependency: false } : lookup;
}

/** A session with the meaning of each call, for the findings and the metrics. */
export function viewSession(session: Session, hub: string | null): SessionView {
  const startedBy = new Map<string, string[]>();
  for (const { id, parentCall } of session.threads)
    if (parentCall !== null) startedBy.set(parentCall, [...(startedBy.get(parentCall) ?? []), id]);
  const anchors = anchorsOf(session);
  const threads = new Map<string, CallView[]>();
  const movedOut = new Set<string>();
  const calls = session.calls.map((call, number): CallView => {
    const isHub = hub !== null && isHubCall(call, hub);
    const lookup = isHub ? null : outsideOnly(lookupOf(call), session.cwd);
    const changes = isEdit(call);
    const role = roleOf(call, hub, changes, lookup);
    const asks = (isHub ? !isActingTool(call.tool) : call.server !== null && isRetrievalTool(call.tool)) && role !== 'edit';
    const movedOutTo = call.result?.movedOutTo ?? null;
    if (movedOutTo !== null) movedOut.add(movedOutTo);
    const view: CallView = {
      call,
      number,
      role,
      judged: asks ? judgeCall(call) : null,
      query: asks ? hubQuery(call) : null,
      lookup,
      changes,
      startsThreads: startedBy.get(call.id) ?? noThreads,
      afterEdit: false,
      place: -1,
    };
    if (call.abandoned === null) {
      const list = threads.get(call.thread);
      if (list) list.push(view);
      else threads.set(call.thread, [view]);
    }
    return view;
  });
  const firstEdit = firstEditOf(calls, anchors);
  for (const at of calls) at.afterEdit = (mainOrderOf(at.call, anchors) ?? -1) > firstEdit.mainOrder;
  for (const list of threads.values()) {
    list.sort((a, b) => a.call.order - b.call.order);
    for (const [place, each] of list.entries()) each.place = place;
  }
  const breaks = new Map<string, ContextBreak[]>();
  for (const each of session.breaks) breaks.set(each.thread, [...(breaks.get(each.thread) ?? []), each]);
  const earlier = new Map([...breaks.keys()].map((thread) => [thread, earlierLookups(threads.get(thread) ?? [])]));
  const turns = new Map(session.turns.map((turn) => [turn.index, turn]));
  return { session, hub, calls, threads, turns, breaks, earlier, movedOut, firstEdit: firstEdit.number };
}

/** Names under which two look-ups are the same. */
export function lookupKeys({ kind, paths, patterns }: Lookup): string[] {
  return kind === 'read' ? paths.map((path) => `read ${plainPath(path)}`) : [`${kind} ${JSON.stringify([paths, patterns])}`];
}

function earlierLookups(thread: readonly CallView[]): Map<string, EarlierLookup[]> {
  const found = new Map<string, EarlierLookup[]>();
  for (const { call, lookup } of thread)
    for (const key of lookup === null ? [] : lookupKeys(lookup)) {
      const list = found.get(key);
      if (list) list.push({ order: call.order, id: call.id });
      else found.set(key, [{ order: call.order, id: call.id }]);
    }
  return found;
}

/** A call that asks the hub something. */
export function isHubQuestion(view: CallView): view is CallView & { judged: JudgedCall; query: HubQuery } {
  return view.role === 'hub' && view.judged !== null && view.query !== null;
}

/** A call that starts another agent. */
export function startsAgent(view: CallView): boolean {
  return view.startsThreads.length > 0 || toolKind(view.call.tool) === 'agent';
}
