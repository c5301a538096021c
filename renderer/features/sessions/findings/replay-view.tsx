import type { ReactNode } from 'react';
import type { Replay, ReplayVerdict } from '../../../../main/contract/sessions.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { formatRoute } from '../../../router/route.ts';
import { Badge, TypeBadge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatScore, plural } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { outcomeTitle, outcomeTone } from '../words/outcome-text.ts';
import styles from './replay-view.module.css';

const verdictTones: Record<ReplayVerdict, BadgeTone> = {
  fixed: 'success',
  'still failing': 'danger',
  changed: 'warning',
  'not replayable': 'neutral',
};

/** Hits and paths that are listed of each answer. */
const mostListed = 10;

/** The same call then and now, side by side. */
export function ReplayView({ finding }: { finding: string }): ReactNode {
  const { data, error, isFetching, refetch } = useCall('sessions.replay', { finding });
  return (
    <section className={styles.replay} aria-label="Replay">
      <header className={styles.header}>
        <h4>Replay on today’s index</h4>
        {data !== undefined && <Badge tone={verdictTones[data.verdict]}>{data.verdict}</Badge>}
        <span className={styles.reason} role="status">
          {data?.reason ?? ''}
        </span>
        {data !== undefined && (
          <Button size="small" icon="refresh" isBusy={isFetching} onClick={() => void refetch()}>
            Again
          </Button>
        )}
      </header>
      {error !== null && data === undefined ? (
        <ErrorState title="It cannot be replayed now" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Spinner label="Asking today’s index" />
      ) : (
        <div className={styles.sides}>
          <Then replay={data} />
          <Now replay={data} />
        </div>
      )}
    </section>
  );
}

function Then({ replay: { old } }: { replay: Replay }): ReactNode {
  return (
    <section className={styles.side} aria-label="Then">
      <h5>
        Then <Badge tone={outcomeTone(old.outcome)}>{outcomeTitle(old.outcome)}</Badge>
      </h5>
      <Paths paths={old.paths} />
      {old.text !== '' && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        <pre className={styles.text} tabIndex={0}>
          {old.text}
        </pre>
      )}
      {old.text === '' && old.paths.length === 0 && <p className={styles.muted}>Nothing came back.</p>}
    </section>
  );
}

function Now({ replay: { now, reason } }: { replay: Replay }): ReactNode {
  if (now === null)
    return (
      <section className={styles.side} aria-label="Now">
        <h5>Now</h5>
        <p className={styles.muted}>{reason}</p>
      </section>
    );
  const hits = now.answer?.hits ?? [];
  return (
    <section className={styles.side} aria-label="Now">
      <h5>
        Now <Badge tone={outcomeTone(now.outcome)}>{outcomeTitle(now.outcome)}</Badge>
        {now.wantedRank !== null && <span className={styles.rank}>what the agent wanted is number {now.wantedRank}</span>}
      </h5>
      {now.answer !== null && hits.length === 0 && <p className={styles.muted}>No result.</p>}
      {hits.length > 0 && (
        <ol className={styles.hits}>
          {hits.slice(0, mostListed).map((hit, index) => (
            <li key={hit.chunkId} className={styles.hit} data-wanted={index + 1 === now.wantedRank || undefined}>
              <span className={styles.number}>{index + 1}</span>
              <a
                className={styles.path}
                title={`${hit.source} ${hit.path}`}
                href={formatRoute({ screen: 'read', source: hit.source, path: hit.path, lines: hit.lines })}
              >
                {hit.symbol ?? hit.title}
              </a>
              <TypeBadge type={hit.contentType} />
              <span className={styles.score}>{formatScore(hit.score)}</span>
            </li>
          ))}
        </ol>
      )}
      {hits.length > mostListed && <p className={styles.muted}>and {plural(hits.length - mostListed, 'more result')}</p>}
      {now.answer === null && <Paths paths={now.paths} />}
      {now.text !== '' && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        <pre className={styles.text} tabIndex={0}>
          {now.text}
        </pre>
      )}
    </section>
  );
}

function Paths({ paths }: { paths: readonly string[] }): ReactNode {
  if (paths.length === 0) return null;
  return (
    <ol className={styles.hits}>
      {paths.slice(0, mostListed).map((path, index) => (
        <li key={path} className={styles.hit}>
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.path} title={path}>
            {path}
          </span>
        </li>
      ))}
      {paths.length > mostListed && <li className={styles.muted}>and {plural(paths.length - mostListed, 'more')}</li>}
    </ol>
  );
}
