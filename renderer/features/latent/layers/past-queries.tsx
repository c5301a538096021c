import { useEffect, useMemo, type ReactNode } from 'react';
import { useCall } from '../../../rpc-client/use-call.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatRelativeTime, formatScore, plural } from '../../../ui/format.ts';
import { useMap, type Overlay } from '../map-state.ts';
import styles from '../panels/panels.module.css';
import { spatial } from './trail-overlay.ts';
import { useOverlay } from './use-overlay.ts';

interface PastQueriesProps {
  /** Of the map that is shown. */
  layoutId: string;
  onAsk: (query: string) => void;
}

const shownRecent = 20;
const originTitles = {
  history: 'searched here',
  mark: 'marked here',
  mcp: 'asked by an agent',
  session: 'in a session',
} as const;

/** Queries to pick from: those that failed, drawn where they land, and the last ones. */
export function PastQueries({ layoutId, onAsk }: PastQueriesProps): ReactNode {
  const layout = useMap((map) => map.layout);
  const { data: failed, error, refetch } = useCall('latent.failedQueries', { settings: layout, layoutId });
  // Searches and marks since the last look.
  useEffect(() => void refetch(), [refetch]);
  const { data: recent } = useCall('history.list', { limit: shownRecent });
  const overlay = useMemo<Overlay | null>(() => {
    if (failed === undefined || failed.queries.length === 0) return null;
    const markers = failed.queries.flatMap(({ query, why, place }, index) => {
      const at = spatial(place);
      return at === null
        ? []
        : [
            {
              id: `failed ${index}`,
              kind: 'failed' as const,
              text: '',
              title: `“${query}”: ${why}`,
              place: at,
              side: 0 as const,
            },
          ];
    });
    return { marks: null, markers, links: [] };
  }, [failed]);
  useOverlay(overlay);
  return (
    <div className={styles.scroll}>
      <h2 className={styles.subhead}>Queries that failed</h2>
      {error !== null && <ErrorState title="They cannot be read" error={error} onRetry={() => void refetch()} />}
      {failed !== undefined && failed.queries.length === 0 && (
        <p className={styles.note}>None is known. Searches without a result and hits marked as not helpful come here.</p>
      )}
      <ul aria-label="Failed queries">
        {(failed?.queries ?? []).map(({ query, why, at, origin, meanDistance }) => (
          <li key={`${query} ${at}`}>
            <button type="button" className={styles.entry} onClick={() => onAsk(query)}>
              <span className={styles.rowHead}>
                <span className={styles.failed} aria-hidden="true" />
                <span className={styles.rowTitle}>{query}</span>
              </span>
              <span className={styles.rowPlace}>
                {why} · {originTitles[origin]} {formatRelativeTime(at)}
                {meanDistance !== null && ` · nearest chunks ${formatScore(meanDistance)} away`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {recent !== undefined && recent.length > 0 && (
        <>
          <h2 className={styles.subhead}>Recent searches</h2>
          <ul aria-label="Recent searches">
            {recent.map(({ query, total, searchedAt }) => (
              <li key={`${query} ${searchedAt}`}>
                <button type="button" className={styles.entry} onClick={() => onAsk(query)}>
                  <span className={styles.rowTitle}>{query}</span>
                  <span className={styles.rowPlace}>
                    {plural(total, 'result')} · {formatRelativeTime(searchedAt)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
