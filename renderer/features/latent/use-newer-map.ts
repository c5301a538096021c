import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { HubError } from '../../../main/contract/errors.ts';

/**
 * Takes the map that has taken the place of the one that is shown, whoever made it: another window or the command line. The service tells of it
 * with the first answer that would have been about other points.
 */
export function useNewerMap(shown: string | null, take: () => void): void {
  const queries = useQueryClient();
  const newest = useRef(take);
  useEffect(() => {
    newest.current = take;
  });
  useEffect(() => {
    if (shown === null) return undefined;
    let isTaken = false;
    const hear = (error: unknown): void => {
      if (isTaken || !isOfNewerMap(error, shown)) return;
      isTaken = true;
      newest.current();
    };
    const ends = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries, shown]);
}

/** Whether an answer was refused because another map than the one that is shown is there now. */
export function isOfNewerMap(error: unknown, shown: string): boolean {
  if (!(error instanceof HubError) || error.code !== 'not-found') return false;
  const { layoutId } = error.details;
  return typeof layoutId === 'string' && layoutId !== shown;
}
