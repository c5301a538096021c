import type { Finding } from '../../../contract/session-findings.ts';
import { mainThread } from '../model.ts';
import { dependencyPath } from './dependency-path.ts';
import { isDocumentationUrl } from './documentation-url.ts';
import { excuseOf } from './exclusions.ts';
import { symbolOfPattern, corpusPathOf } from './found-by-agent.ts';
import { isServer } from './hub-choice.ts';
import { findingId, referenceTo } from './references.ts';
import type { CallView, SessionView } from './session-view.ts';
import { tokensOf, type Files } from './finding-parts.ts';
import { toolKind } from './tool-names.ts';

/**
 * Look-ups in dependencies that make a bypass. In ordinary work they are rare: 85 in 24,527 calls, in 30 of 391 sessions, so that a burst
 * says something even where the transcript does not tell that there was a hub.
 */
const fewestLookups = 8;
/** Where the hub is known to have been on offer. */
const fewestWithHub = 4;

/** Whether packages or their programs are installed, and not what is in them: `ls node_modules`, `ls node_modules/.bin/tsc`. */
function isInstallCheck(path: string): boolean {
  const inside = dependencyPath(path);
  return inside !== null && (inside.below === '' || /^(?:\.?bin|Scripts)(?:\/|$)/.test(inside.below));
}

function isBypass({ lookup }: CallView): boolean {
  if (lookup === null || !lookup.dependency) return false;
  // What a registry lists no hub knows, and a search of the web may be about anything: only pages of documentation count.
  if (lookup.kind === 'web') return lookup.patterns.some(isDocumentationUrl);
  if (lookup.kind === 'list' && lookup.paths.every(isInstallCheck)) return false;
  return lookup.kind !== 'registry';
}

/** The hub's tools were on offer, and whether the agent had to load them first and did not. */
function offerOf(view: SessionView): { offered: boolean; reason: string } {
  const { hub, session } = view;
  const offered =
    hub !== null &&
    session.offeredTools.some((name) => name.split('__').some((part) => isServer(part, hub)) || isServer(name, hub));
  if (!offered) return { offered: false, reason: 'whether a hub was on offer the transcript does not tell' };
  const loads = view.calls.some(
    ({ call }) =>
      toolKind(call.tool) === 'load-tools' && JSON.stringify(call.arguments).toLowerCase().includes(hub.toLowerCase()),
  );
  return { offered: true, reason: loads ? 'the hub was on offer' : 'the hub was on offer, and its tools were never loaded' };
}

/** Look-ups in dependencies without a single question to the hub: of the whole session, or of a subagent beside a main thread that asked. */
export function bypasses(view: SessionView, files: Files, attributed: ReadonlySet<CallView>): Finding[] {
  const asked = view.calls.some(({ role }) => role === 'hub');
  const inThreads = [...view.threads.entries()].map(([thread, calls]) => ({
    thread,
    asked: calls.some(({ role }) => role === 'hub'),
    lookups: calls.filter((at) => isBypass(at) && !attributed.has(at) && excuseOf(view, at) === null),
  }));
  if (!asked) {
    const lookups = inThreads.flatMap((each) => each.lookups);
    const { offered, reason } = offerOf(view);
    return lookups.length >= (offered ? fewestWithHub : fewestLookups)
      ? [
          toFinding(view, files, mainThread, lookups, offered, [
            `${lookups.length} look-ups in dependencies and no question to a hub`,
            reason,
          ]),
        ]
      : [];
  }
  return inThreads
    .filter((each) => each.thread !== mainThread && !each.asked && each.lookups.length >= fewestWithHub)
    .map((each) =>
      toFinding(view, files, each.thread, each.lookups, true, [
        `a subagent made ${each.lookups.length} look-ups in dependencies and asked the hub nothing`,
        'the session used the hub elsewhere',
      ]),
    );
}

function toFinding(
  view: SessionView,
  files: Files,
  thread: string,
  lookups: readonly CallView[],
  offered: boolean,
  reasons: string[],
): Finding {
  const first = lookups[0]!;
  const last = lookups.at(-1)!;
  const start = first.call.startedAt;
  const end = last.call.endedAt ?? last.call.startedAt;
  const symbols = [
    ...new Set(lookups.flatMap(({ lookup }) => lookup!.patterns.map(symbolOfPattern).filter((symbol) => symbol !== null))),
  ];
  const read = lookups.findLast(
    ({ call, lookup }) => lookup!.kind === 'read' && lookup!.paths.length > 0 && call.result?.isError === false,
  );
  return {
    id: findingId(view.session.key, `bypass ${thread}`),
    pattern: 'bypass',
    certainty: offered ? 'certain' : 'probable',
    cause: 'not used',
    reasons,
    session: view.session.key,
    agent: view.session.agent,
    file: files[first.call.place.file]?.path ?? '',
    hub: view.hub,
    tool: null,
    query: '',
    queryKind: 'none',
    calls: [],
    fallback: lookups.map((at) => referenceTo(view, files, at)),
    followUps: [],
    shared: symbols.slice(0, 20),
    cost: {
      calls: lookups.length,
      seconds: start === null || end === null || end < start ? null : Math.round((end - start) / 100) / 10,
      tokens: tokensOf(lookups),
    },
    wanted:
      read === undefined
        ? null
        : {
            path: read.lookup!.paths[0]!,
            corpusPath: corpusPathOf(read.lookup!.paths[0]!),
            symbol: symbols.at(-1) ?? null,
            lines: null,
            mapped: [],
          },
    at: start,
    fixed: null,
    caseId: null,
  };
}
