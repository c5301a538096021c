import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { scopeOf, viewOf } from '../../../parts/filters/search-scope.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { currentRoute, navigate } from '../../../router/use-route.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { useQueryDraft } from './query-draft.ts';
import { searchQuery } from './search-query.ts';
import { waitBeforeSending } from './send-pace.ts';

interface QueryInput {
  text: string;
  setText: (text: string) => void;
  /** Searches at once. */
  flush: () => void;
}

/**
 * The text of the search field, in step with the address in both directions. What is typed is asked for at once; while an answer is on its way
 * only the newest words wait for it.
 */
export function useQueryInput(route: SearchRoute, isSearching: boolean): QueryInput {
  const hub = useHub();
  const queries = useQueryClient();
  const text = useQueryDraft((draft) => draft.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const isAnswering = useRef(isSearching);
  useEffect(() => {
    // The address was changed by somebody else: back, a link, a saved search.
    if (useQueryDraft.getState().sent !== route.query) {
      clearTimeout(timer.current);
      useQueryDraft.setState({ text: route.query, sent: route.query, isSettled: true });
    }
  }, [route.query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Asks for these words: on the wire first, in the window then, so that the service works while the window is drawn. */
  const ask = useCallback(
    (query: string) => {
      clearTimeout(timer.current);
      const { sent, isSettled } = useQueryDraft.getState();
      const now = currentRoute();
      if (query === sent || now.screen !== 'search') return;
      sentAt.current = performance.now();
      const next: SearchRoute = { ...now, query, hit: null };
      // The list follows the same question, and says what went wrong with it.
      if (viewOf(next) === 'search') queries.infiniteQuery(searchQuery(hub, query, scopeOf(next))).catch(() => {});
      useQueryDraft.setState({ sent: query, isSettled: false });
      navigate(next, { replace: !isSettled });
    },
    [hub, queries],
  );
  const flush = useCallback(() => ask(useQueryDraft.getState().text), [ask]);
  const askInTime = useCallback(
    (query: string) => {
      clearTimeout(timer.current);
      const wait = waitBeforeSending(performance.now(), sentAt.current, isAnswering.current);
      if (wait === 0) ask(query);
      else timer.current = setTimeout(flush, wait);
    },
    [ask, flush],
  );
  useEffect(() => {
    isAnswering.current = isSearching;
    const { text: typed, sent } = useQueryDraft.getState();
    if (!isSearching && typed !== sent) askInTime(typed);
  }, [isSearching, askInTime]);
  const setText = useCallback(
    (next: string) => {
      askInTime(next);
      useQueryDraft.setState({ text: next });
    },
    [askInTime],
  );
  return { text, setText, flush };
}
