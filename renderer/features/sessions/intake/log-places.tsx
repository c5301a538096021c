import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranscriptAnalysis } from '../../../parts/transcript-analysis.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { Button } from '../../../ui/button.tsx';
import { agentPlaces } from '../words/agent-text.ts';
import styles from './log-places.module.css';

/** Where agents keep their sessions, and which of these places are on this machine. */
export function LogPlaces(): ReactNode {
  const hub = useHub();
  const queries = useQueryClient();
  const start = useTranscriptAnalysis((state) => state.start);
  const places = agentPlaces.flatMap(({ title, places: of }) => of.map((place) => ({ title, place })));
  const found = useQueries({
    queries: places.map(({ place }) => ({
      queryKey: ['hub', 'paths.complete', { text: place }],
      queryFn: ({ signal }: { signal: AbortSignal }) => hub.call('paths.complete', { text: place }, { signal }),
    })),
  });
  return (
    <section className={styles.places} aria-label="Where agents keep their sessions">
      <h3>Where agents keep their sessions</h3>
      <ul className={styles.list}>
        {places.map(({ title, place }, index) => {
          const here = found[index]?.data?.find(({ path }) => lastPart(path) === lastPart(place));
          return (
            <li key={place} className={styles.line}>
              <span className={styles.agent}>{title}</span>
              <code className={styles.path}>{place}</code>
              {here === undefined ? (
                <span className={styles.absent}>{found[index]?.data === undefined ? '' : 'not on this machine'}</span>
              ) : (
                <Button
                  size="small"
                  aria-label={`Read all sessions of ${title} in ${place}`}
                  onClick={() => void start(hub, queries, [here.path])}
                >
                  Read all
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
