import type { Finding } from '../../contract/session-findings.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import type { QueryLog } from './failed-queries.ts';

/** Entries of a log that are looked through. */
const lookedThrough = 500;

/** What the store of analysed sessions answers. */
export interface SessionFindings {
  list(filter: { fixed: boolean }, offset: number, limit: number): { findings: Pick<Finding, 'query' | 'at' | 'pattern'>[] };
}

/** The logs that there are. */
export function queryLogs(userData: UserData, findings: SessionFindings): QueryLog[] {
  return [
    {
      origin: 'history',
      failed: (limit) =>
        userData
          .history((history) => history.list(lookedThrough))
          .filter(({ total }) => total === 0)
          .slice(0, limit)
          .map(({ query, searchedAt }) => ({ query, at: searchedAt, why: 'It found nothing.' })),
    },
    {
      origin: 'mark',
      failed: (limit) =>
        userData
          .marks((marks) => marks.list())
          .filter(({ verdict }) => verdict === 'not-helpful')
          .slice(0, limit)
          .map(({ query, markedAt, note, place }) => ({
            query,
            at: markedAt,
            why: `Marked as not helpful${place ? `: ${place.path}` : ''}${note === '' ? '' : ` (${note})`}.`,
          })),
    },
    {
      origin: 'mcp',
      failed: (limit) =>
        userData
          .mcpCalls((calls) => calls.doubtful('', limit))
          .flatMap(({ search, calledAt, outcome, client, message }) => {
            const found = outcome === 'empty' ? `found nothing${message === null ? '' : ` (${message})`}` : 'found nothing sure';
            return search === null ? [] : [{ query: search.query, at: calledAt, why: `${client ?? 'An agent'} ${found}.` }];
          }),
    },
    {
      origin: 'session',
      failed: (limit) =>
        findings.list({ fixed: false }, 0, limit).findings.map(({ query, at, pattern }) => ({
          query,
          // A transcript without times is older than any other log.
          at: at === null ? '' : new Date(at).toISOString(),
          why: `In an analyzed session: ${pattern.replace('->', ', then ')}.`,
        })),
    },
  ];
}
