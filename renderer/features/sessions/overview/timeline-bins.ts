import type { OutputOf } from '../../../../main/contract/procedure.ts';
import type { HubContract } from '../../../../main/contract/hub-contract.ts';
import type { FindingPattern } from '../../../../main/contract/session-findings.ts';
import { outcomeGrade, type OutcomeGrade } from '../words/outcome-text.ts';

export type Timeline = OutputOf<HubContract['sessions.timeline']>;

/** What is drawn in a lane of its own, from the top. */
export const lanes = ['hub', 'server', 'lookup', 'edit', 'other'] as const;
export type Lane = (typeof lanes)[number];

/** Calls that stand side by side in one column. */
export interface TimelineBin {
  /** Numbers of the first call and of the one after the last. */
  from: number;
  until: number;
  /** Key of the first call; what opens when the column is pressed. The first of the hub where there is one. */
  key: string;
  counts: Record<Lane, number>;
  /** Calls of the hub by how they went. */
  grades: Record<OutcomeGrade, number>;
}

export interface TimelineArc {
  /** Columns. */
  from: number;
  to: number;
  pattern: FindingPattern;
  /** The findings that look the same at this width; the first one opens. */
  findings: readonly string[];
}

export interface BinnedTimeline {
  bins: readonly TimelineBin[];
  arcs: readonly TimelineArc[];
  /** Column with the first change of a file; null where none was changed. */
  firstEditBin: number | null;
}

/**
 * The calls of a session in at most `mostBins` columns, in their order, so that 50,000 calls are as quick to draw as 50. Arcs that begin and
 * end in the same columns are one.
 */
export function binTimeline({ marks, firstEdit, arcs }: Timeline, mostBins: number): BinnedTimeline {
  const perBin = Math.max(1, Math.ceil(marks.length / Math.max(1, mostBins)));
  const bins: TimelineBin[] = [];
  const binOfNumber = new Map<number, number>();
  for (const [index, { number, key, role, outcome }] of marks.entries()) {
    const place = Math.floor(index / perBin);
    binOfNumber.set(number, place);
    const bin = (bins[place] ??= emptyBin(number, key));
    bin.until = number + 1;
    if (role === 'hub' && bin.counts.hub === 0) bin.key = key;
    bin.counts[role] += 1;
    if (role === 'hub') bin.grades[outcome === null ? 'none' : outcomeGrade(outcome)] += 1;
  }
  const merged = new Map<string, TimelineArc & { findings: string[] }>();
  for (const { finding, pattern, from, to } of arcs) {
    const [start, end] = [binOfNumber.get(from), binOfNumber.get(to)];
    if (start === undefined || end === undefined) continue;
    const name = `${start} ${end} ${pattern}`;
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { from: start, to: end, pattern, findings: [finding] });
    else known.findings.push(finding);
  }
  return {
    bins,
    arcs: [...merged.values()],
    firstEditBin: firstEdit === null ? null : (binOfNumber.get(firstEdit) ?? null),
  };
}

function emptyBin(number: number, key: string): TimelineBin {
  return {
    from: number,
    until: number + 1,
    key,
    counts: { hub: 0, server: 0, lookup: 0, edit: 0, other: 0 },
    grades: { ok: 0, weak: 0, failed: 0, none: 0 },
  };
}
