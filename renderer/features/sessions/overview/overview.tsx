import type { ReactNode } from 'react';
import type { HubContract } from '../../../../main/contract/hub-contract.ts';
import type { OutputOf } from '../../../../main/contract/procedure.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { useFindingFilters } from '../findings/finding-filters-state.ts';
import { openView, selectionOf } from '../selection.ts';
import { patternExplanation, patternTitle } from '../words/pattern-text.ts';
import { Breakdown } from './breakdown.tsx';
import { Figures } from './figures.tsx';
import { OverTime } from './over-time.tsx';
import styles from './overview.module.css';
import { RateTable } from './rate-table.tsx';
import { TimelineView } from './timeline-view.tsx';

type OverviewAnswer = OutputOf<HubContract['sessions.overview']>;

/** Other servers that fit beside the hub. */
const mostOthers = 3;

/** How the hub served one session or all of them. */
export function Overview({ session }: { session: string | null }): ReactNode {
  const { data, error, refetch } = useCall('sessions.overview', selectionOf(session), { keepPrevious: true });
  if (error !== null && data === undefined)
    return <ErrorState title="The overview cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting label="Reading the overview" />;
  const { sessions, metrics, others, patterns, overTime, servers } = data;
  const hub = servers.find(({ isHub }) => isHub)?.server ?? 'hub';
  const open = patterns
    .filter(({ pattern }) => pattern !== 'phase-split')
    .reduce((sum, { count, fixed }) => sum + count - fixed, 0);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.page} tabIndex={0} role="region" aria-label="Overview">
      <Figures sessions={sessions} metrics={metrics} findings={open} />
      {session === null ? (
        <section aria-label="Over time">
          <h3>Questions to the hub, day by day</h3>
          <OverTime days={overTime} />
        </section>
      ) : (
        <TimelineView session={session} />
      )}
      <Patterns session={session} patterns={patterns} />
      <section aria-label="Rates">
        <h3>Rates</h3>
        {metrics.hubCalls === 0 ? (
          <p className={styles.note}>
            No server was asked as the hub here. Choose another server as the hub above, or look at what the agent did by itself.
          </p>
        ) : (
          <div className={styles.wide}>
            <RateTable hub={hub} metrics={metrics} others={others.slice(0, mostOthers)} />
          </div>
        )}
      </section>
      {metrics.hubCalls > 0 && <Breakdown metrics={metrics} />}
    </div>
  );
}

function Patterns({ session, patterns }: { session: string | null; patterns: OverviewAnswer['patterns'] }): ReactNode {
  const there = patterns.filter(({ count }) => count > 0);
  return (
    <section aria-label="Patterns">
      <h3>What went wrong</h3>
      {there.length === 0 ? (
        <p className={styles.note}>Nothing was found: each question was answered, and none was asked elsewhere.</p>
      ) : (
        <ul className={styles.patterns}>
          {there.map(({ pattern, count, certain, fixed }) => (
            <li key={pattern}>
              <button
                type="button"
                className={styles.pattern}
                title={patternExplanation(pattern)}
                onClick={() => {
                  useFindingFilters.getState().showOnly(pattern);
                  openView(session, 'findings');
                }}
              >
                <span className={styles.count}>{formatNumber(count)}</span>
                <span className={styles.name}>{patternTitle(pattern)}</span>
                <span className={styles.note}>
                  {pattern === 'phase-split' ? 'an observation' : `${formatNumber(certain)} certain`}
                  {fixed > 0 && `, ${formatNumber(fixed)} fixed`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
