import type { ReactNode } from 'react';
import { useHubState } from '../rpc-client/hub-state.ts';
import { useCall } from '../rpc-client/use-call.ts';
import { emptySearch, formatRoute } from '../router/route.ts';
import { firstQueries } from '../state/first-queries.ts';
import { activeJob } from '../state/job-summary.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './notice.module.css';

/** Something to search for, for who has indexed something and searched nothing yet. */
export function FirstSearch(): ReactNode {
  const { data: status } = useCall('hub.status', {});
  const hasChunks = (status?.totalChunks ?? 0) > 0;
  const { data: history } = useCall('history.list', hasChunks ? { limit: 1 } : null);
  const isNew = history?.length === 0;
  const isWorking = useHubState((state) => state !== null && activeJob(state.jobs) !== null);
  const { data: facets } = useCall('search.facets', isNew ? { query: '' } : null);
  if (!isNew || facets === undefined) return null;
  const classes = facets.facets.find(({ filter }) => filter === 'class_name')?.values ?? [];
  const queries = firstQueries(
    classes.map(({ value }) => value),
    status?.chunks ?? {},
  );
  return (
    <div className={styles.notice} role="status">
      <Icon name="search" />
      <span className={styles.text}>
        <strong>{isWorking ? 'What has been read can be searched already.' : 'Everything is ready to be searched.'}</strong> Try{' '}
        {queries.map((query, index) => (
          <span key={query}>
            {index > 0 && (index === queries.length - 1 ? ' or ' : ', ')}
            <a href={formatRoute({ ...emptySearch, query })}>{query}</a>
          </span>
        ))}
        .
      </span>
    </div>
  );
}
