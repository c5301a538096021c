import { attentionKinds, type Attention, type AttentionKind, type McpCall } from '../../contract/mcp.ts';
import type { UserData } from '../../store/user-data/user-data.ts';
import type { FellBack } from './fell-back.ts';

type AttentionQuery = Attention['queries'][number];

/** What is looked at of each kind, newest first. */
const mostLookedAt = 2_000;
const mostQueries = 20;

/** Sources whose answers went wrong since a time (ISO): nothing found, nothing sure, marked or reported as unhelpful, left for grep. The worst first. */
export function attentionOf(userData: UserData, since: string, fellBack: readonly FellBack[] = []): Attention[] {
  const bySource = new Map<string | null, AttentionQuery[]>();
  const note = (sources: readonly (string | null)[], query: AttentionQuery): void => {
    for (const source of sources.length === 0 ? [null] : sources) {
      const known = bySource.get(source);
      if (known === undefined) bySource.set(source, [query]);
      else known.push(query);
    }
  };
  for (const call of userData.mcpCalls((calls) => calls.doubtful(since, mostLookedAt)))
    note(sourcesOf(call), {
      kind: call.outcome === 'empty' ? 'zero-hits' : 'low-confidence',
      query: call.search!.query,
      at: call.calledAt,
      callId: call.id,
    });
  for (const item of userData.mcpFeedback((feedback) => feedback.unhelpful(since, mostLookedAt))) {
    const { queryId } = item;
    const call = queryId === null ? null : userData.mcpCalls((calls) => calls.byQuery(queryId));
    const query = call?.search?.query ?? item.wanted;
    note(call === null ? [] : sourcesOf(call), { kind: 'not-helpful', query, at: item.receivedAt, callId: call?.id ?? null });
  }
  for (const mark of userData.marks((marks) => marks.list()))
    if (mark.verdict === 'not-helpful' && mark.markedAt >= since)
      note([mark.place?.source ?? null], { kind: 'not-helpful', query: mark.query, at: mark.markedAt, callId: null });
  for (const { sources, query, at, finding } of fellBack) note(sources, { kind: 'fell-back', query, at, callId: null, finding });
  return [...bySource]
    .map(([source, queries]) => ({ source, counts: countsOf(queries), queries: newestOnce(queries) }))
    .toSorted((a, b) => total(b) - total(a) || (a.source ?? '').localeCompare(b.source ?? ''));
}

/** The sources that answered; where none did, the one that was asked. */
function sourcesOf(call: McpCall): string[] {
  return call.sources.length > 0 ? call.sources : (call.search?.scope.filters.source ?? []);
}

function countsOf(queries: readonly AttentionQuery[]): Record<AttentionKind, number> {
  const counts = { 'zero-hits': 0, 'low-confidence': 0, 'not-helpful': 0, 'fell-back': 0 };
  for (const { kind } of queries) counts[kind] += 1;
  return counts;
}

function total({ counts }: Attention): number {
  return attentionKinds.reduce((sum, kind) => sum + counts[kind], 0);
}

function newestOnce(queries: readonly AttentionQuery[]): AttentionQuery[] {
  const once = new Map<string, AttentionQuery>();
  for (const query of queries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))) {
    const key = `${query.kind} ${query.query}`;
    if (!once.has(key)) once.set(key, query);
  }
  return [...once.values()].slice(0, mostQueries);
}
