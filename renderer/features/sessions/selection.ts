import type { SessionSelection } from '../../../main/contract/sessions.ts';
import type { SessionsRoute } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import type { HubCallName } from '../../rpc-client/call-key.ts';

export const sessionViews = ['overview', 'findings', 'calls', 'missed', 'compare', 'report'] as const;
export type SessionView = (typeof sessionViews)[number];

/** The sessions that are looked at: one, or all. */
export function selectionOf(session: string | null): SessionSelection {
  return session === null ? {} : { sessions: [session] };
}

/** Goes to a part of the analysis. */
export function openView(
  session: string | null,
  view: SessionView,
  item: string | null = null,
  options: { replace?: boolean } = {},
): void {
  const route: SessionsRoute = { screen: 'sessions', session, view: view === 'overview' ? null : view, item };
  navigate(route, options);
}

/** Answers that change with what is kept of sessions, by an action on one of them. */
export const sessionAnswers = [
  'sessions.list',
  'sessions.overview',
  'sessions.timeline',
  'sessions.calls',
  'sessions.findings',
  'sessions.finding',
  'sessions.conversation',
  'sessions.missed',
  'sessions.compare',
  'sessions.report',
] as const satisfies readonly HubCallName[];

/** Of these, what changes when a finding is marked or kept. */
export const findingAnswers = [
  'sessions.list',
  'sessions.overview',
  'sessions.findings',
  'sessions.finding',
  'sessions.missed',
  'sessions.report',
] as const satisfies readonly HubCallName[];
