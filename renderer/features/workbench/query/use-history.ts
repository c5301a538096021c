import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useHub } from '../../../rpc-client/hub-client.ts';
import type { Scope } from '../../../parts/filters/search-scope.ts';
import { useQueryDraft } from './query-draft.ts';

/** Whoever rests that long with an answer has searched for it. Unit: ms. */
const restMs = 2_000;

/** Keeps a search in the history once somebody has stayed with it; the returned function says so earlier, as when a hit is opened. */
export function useHistory(query: string, scope: Scope, total: number | null): () => void {
  const hub = useHub();
  const queries = useQueryClient();
  const kept = useRef('');
  const key = JSON.stringify({ query, scope });
  const keep = useCallback(() => {
    const { query: words, scope: where } = JSON.parse(key) as { query: string; scope: Scope };
    if (total === null || words.trim() === '' || kept.current === key) return;
    kept.current = key;
    useQueryDraft.setState({ isSettled: true });
    hub.call('history.add', { query: words, scope: where, total }).then(
      () => queries.invalidateQueries({ queryKey: ['hub', 'history.list'] }),
      // A search that is not remembered is no reason to disturb anybody.
      () => {},
    );
  }, [key, total, hub, queries]);
  useEffect(() => {
    const timer = setTimeout(keep, restMs);
    return () => clearTimeout(timer);
  }, [keep]);
  return keep;
}
