import type { Finding } from '../../contract/session-findings.ts';
import type { Metrics } from '../../contract/session-metrics.ts';
import type { SessionSelection, SessionSummary, ServerSeen } from '../../contract/sessions.ts';
import { isChosen, type SeenServer } from '../../core/sessions/findings/hub-choice.ts';
import { metricsOf, metricsOfOthers } from '../../core/sessions/metrics/metrics-of.ts';
import { addCounts, emptyCounts, type SessionCounts } from '../../core/sessions/metrics/session-counts.ts';
import type { Connection } from '../../store/database.ts';
import { SessionCalls } from '../../store/sessions/session-calls.ts';
import { SessionFindings } from '../../store/sessions/session-findings.ts';
import { SessionReader } from '../../store/sessions/session-reader.ts';
import { SessionWriter } from '../../store/sessions/session-writer.ts';

/** What was counted over a selection. */
export interface Counted {
  sessions: number;
  counts: SessionCounts;
  servers: ServerSeen[];
  /** By the day on which sessions began, UTC; those without times are left out. */
  byDay: Map<string, SessionCounts>;
}

/** Days that are told of one by one; older ones are left out. */
const mostDays = 366;

/** What is kept of sessions, read and counted. */
export class Sessions {
  readonly reader: SessionReader;
  readonly writer: SessionWriter;
  readonly calls: SessionCalls;
  readonly findings: SessionFindings;

  constructor(connection: Connection) {
    this.reader = new SessionReader(connection);
    this.writer = new SessionWriter(connection);
    this.calls = new SessionCalls(connection);
    this.findings = new SessionFindings(connection);
  }

  count(selection: SessionSelection): Counted {
    const counts = emptyCounts();
    const byDay = new Map<string, SessionCounts>();
    const servers = new Map<string, SeenServer>();
    let sessions = 0;
    for (const each of this.reader.counts(selection)) {
      sessions += 1;
      addCounts(counts, each.counts);
      for (const server of each.servers) {
        const key = `${server.own === true} ${server.server}`;
        const known = servers.get(key);
        if (known === undefined) servers.set(key, { ...server, names: [...server.names] });
        else {
          known.calls += server.calls;
          known.searches += server.searches;
          for (const name of server.names) if (!known.names.includes(name)) known.names.push(name);
        }
      }
      const day = dayOf(each.startedAt);
      if (day === null) continue;
      let sum = byDay.get(day);
      if (sum === undefined) {
        sum = emptyCounts();
        byDay.set(day, sum);
      }
      addCounts(sum, each.counts);
    }
    const hub = this.reader.hub();
    return {
      sessions,
      counts,
      byDay,
      servers: [...servers.values()]
        .map((server) => ({ ...server, isHub: isChosen(server, hub) }))
        .sort((a, b) => b.calls - a.calls || (a.server < b.server ? -1 : 1)),
    };
  }

  overview(selection: SessionSelection): {
    sessions: number;
    servers: ServerSeen[];
    metrics: Metrics;
    others: { server: string; metrics: Metrics }[];
    patterns: ReturnType<SessionFindings['patterns']>;
    overTime: { day: string; metrics: Metrics }[];
  } {
    const { sessions, counts, servers, byDay } = this.count(selection);
    return {
      sessions,
      servers,
      metrics: metricsOf(counts),
      others: metricsOfOthers(counts),
      patterns: this.findings.patterns(selection),
      overTime: [...byDay]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(-mostDays)
        .map(([day, each]) => ({ day, metrics: metricsOf(each) })),
    };
  }

  list(offset: number, limit: number): { total: number; sessions: SessionSummary[]; servers: ServerSeen[] } {
    return { ...this.reader.list(offset, limit), servers: this.count({}).servers };
  }

  findingsOf(selection: SessionSelection): Generator<Finding> {
    return this.findings.all(selection);
  }
}

function dayOf(at: number | null): string | null {
  if (at === null) return null;
  const date = new Date(at);
  // Beyond what a date can hold: a hostile file may say anything.
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}
