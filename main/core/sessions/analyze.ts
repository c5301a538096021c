import type { Finding, SessionCall } from '../../contract/session-findings.ts';
import type { Metrics } from '../../contract/session-metrics.ts';
import { describeCalls } from './findings/describe-calls.ts';
import type { Files } from './findings/finding-parts.ts';
import { isFailure } from './findings/question-chains.ts';
import { findingsOf } from './findings/session-findings.ts';
import { guessHub, isChosen, seenServers, serverAlias, type SeenServer } from './findings/hub-choice.ts';
import { viewSession } from './findings/session-view.ts';
import { countSession } from './metrics/count-session.ts';
import { metricsOf, metricsOfOthers } from './metrics/metrics-of.ts';
import { addCounts, emptyCounts, type SessionCounts } from './metrics/session-counts.ts';
import type { ReadSessions, Session } from './model.ts';

export interface AnalyzedSession {
  session: Session;
  hub: string | null;
  /** As lists show them, made while they are gone through. */
  calls: () => Iterable<SessionCall>;
  hubCalls: number;
  failedHubCalls: number;
  findings: Finding[];
  counts: SessionCounts;
  /** Number of the first call that changed a file; null where none did. */
  firstEdit: number | null;
}

/** What a session says about a hub. `hub` in whatever form people or agents write it; null where none is known. */
export function analyzeSession(session: Session, files: Files, hub: string | null): AnalyzedSession {
  const view = viewSession(session, hub === null ? null : serverAlias(hub));
  const findings = findingsOf(view, files);
  const outcomes = view.calls.flatMap(({ role, judged }) => (role === 'hub' && judged !== null ? [judged.outcome] : []));
  return {
    session,
    hub: view.hub,
    calls: () => describeCalls(view, files),
    hubCalls: outcomes.length,
    failedHubCalls: outcomes.filter(isFailure).length,
    findings,
    counts: countSession(view, findings),
    firstEdit: view.firstEdit,
  };
}

/** The server to take for the hub: the one that was named, else the likeliest of those that were seen. */
export function chooseHub(named: string | undefined, servers: readonly SeenServer[]): string | null {
  return named === undefined ? guessHub(servers) : serverAlias(named);
}

export interface Analysis {
  hub: string | null;
  servers: (SeenServer & { isHub: boolean })[];
  findings: Finding[];
  metrics: Metrics;
  /** Other servers, measured in the same way. */
  others: { server: string; metrics: Metrics }[];
}

/** Everything about all that was read at once, for the command line; the window keeps sessions one by one. */
export function analyze(read: ReadSessions, options: { hub?: string | undefined } = {}): Analysis {
  const servers = seenServers(read.sessions);
  const hub = chooseHub(options.hub, servers);
  const counts = emptyCounts();
  const findings: Finding[] = [];
  for (const session of read.sessions) {
    const analyzed = analyzeSession(session, read.files, hub);
    addCounts(counts, analyzed.counts);
    findings.push(...analyzed.findings);
  }
  return {
    hub,
    servers: servers.map((server) => ({ ...server, isHub: isChosen(server, hub) })),
    findings,
    metrics: metricsOf(counts),
    others: metricsOfOthers(counts),
  };
}
