import { useCallback, useEffect, useRef } from 'react';
import type { SearchRoute } from '../../../router/route.ts';
import { currentRoute, navigate } from '../../../router/use-route.ts';
import { useQueryDraft } from './query-draft.ts';

/** Rest after a key before a search is asked for. Unit: ms. */
const debounceMs = 60;

interface QueryInput {
  text: string;
  setText: (text: string) => void;
  /** Searches at once. */
  flush: () => void;
}

/** The text of the search field, in step with the address in both directions. */
export function useQueryInput(route: SearchRoute): QueryInput {
  const text = useQueryDraft((draft) => draft.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The address was changed by somebody else: back, a link, a saved search.
    if (useQueryDraft.getState().sent !== route.query) {
      clearTimeout(timer.current);
      useQueryDraft.setState({ text: route.query, sent: route.query, isSettled: true });
    }
  }, [route.query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const { text: query, sent, isSettled } = useQueryDraft.getState();
    const now = currentRoute();
    if (query === sent || now.screen !== 'search') return;
    useQueryDraft.setState({ sent: query, isSettled: false });
    navigate({ ...now, query, hit: null }, { replace: !isSettled });
  }, []);
  const setText = useCallback(
    (next: string) => {
      useQueryDraft.setState({ text: next });
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, debounceMs);
    },
    [flush],
  );
  return { text, setText, flush };
}
