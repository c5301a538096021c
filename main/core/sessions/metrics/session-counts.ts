import type { QueryKind } from '../../../contract/session-findings.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';

/** What was counted in one session, or in many. Plain numbers. */
export interface SessionCounts {
  calls: number;
  hub: Tally;
  byTool: Record<string, Tally>;
  byKind: Partial<Record<QueryKind, Tally>>;
  /** Other servers, by their alias. */
  servers: Record<string, Tally>;
  /** Calls that look something up, by the hub and by the agent itself, before and after the first change of a file. */
  phases: { hubBefore: number; hubAfter: number; lookupsBefore: number; lookupsAfter: number; splits: number };
  /** Of findings with a fallback. */
  fallback: { findings: number; calls: number; tokens: number; seconds: number; distance: number };
}

export function emptyCounts(): SessionCounts {
  return {
    calls: 0,
    hub: emptyTally(),
    byTool: {},
    byKind: {},
    servers: {},
    phases: { hubBefore: 0, hubAfter: 0, lookupsBefore: 0, lookupsAfter: 0, splits: 0 },
    fallback: { findings: 0, calls: 0, tokens: 0, seconds: 0, distance: 0 },
  };
}

/** A tally under a name that a transcript gave; `__proto__` is a name like any other. */
export function tallyOf<Name extends string>(tallies: Partial<Record<Name, Tally>>, name: Name): Tally {
  if (!Object.hasOwn(tallies, name))
    Object.defineProperty(tallies, name, { value: emptyTally(), enumerable: true, writable: true, configurable: true });
  return tallies[name]!;
}

function addNumbers<Numbers extends Record<string, number>>(sum: Numbers, more: Numbers): void {
  for (const name of Object.keys(sum) as (keyof Numbers)[]) (sum[name] as number) += more[name] ?? 0;
}

/** Adds `more` to `sum`, in place. */
export function addCounts(sum: SessionCounts, more: SessionCounts): void {
  sum.calls += more.calls;
  addTally(sum.hub, more.hub);
  for (const [name, tally] of Object.entries(more.byTool)) addTally(tallyOf(sum.byTool, name), tally);
  for (const [name, tally] of Object.entries(more.byKind)) addTally(tallyOf(sum.byKind, name as QueryKind), tally);
  for (const [name, tally] of Object.entries(more.servers)) addTally(tallyOf(sum.servers, name), tally);
  addNumbers(sum.phases, more.phases);
  addNumbers(sum.fallback, more.fallback);
}
