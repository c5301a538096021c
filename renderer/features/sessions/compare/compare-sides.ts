import type { SessionSelection } from '../../../../main/contract/sessions.ts';

export interface CompareInput {
  left: SessionSelection;
  right: SessionSelection;
}

/** Two sessions; null while one is not chosen or both are the same. */
export function twoSessions(left: string | null, right: string | null): CompareInput | null {
  if (left === null || right === null || left === right) return null;
  return { left: { sessions: [left] }, right: { sessions: [right] } };
}

/** Before and after the beginning of a day (`2026-11-30`) where the user is; null for what is no day. */
export function aroundDay(day: string): CompareInput | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return null;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const begin = new Date(year, month - 1, date);
  if (begin.getMonth() !== month - 1 || begin.getDate() !== date) return null;
  return { left: { until: begin.getTime() }, right: { from: begin.getTime() } };
}
