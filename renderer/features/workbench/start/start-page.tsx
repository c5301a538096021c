import type { ReactNode } from 'react';
import type { HubStatusView } from '../../../../main/contract/hub-contract.ts';
import type { SavedSearch } from '../../../../main/contract/marks.ts';
import { contentTypes } from '../../../../main/contract/vocabulary.ts';
import { FirstRun } from '../../../parts/first-run.tsx';
import { emptySearch, formatRoute } from '../../../router/route.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { recentSearches } from '../../../state/recent-searches.ts';
import { TypeBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatNumber, formatRelativeTime, plural } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { describeScope, routeOf, scopeOf } from '../../../parts/filters/search-scope.ts';
import styles from './start-page.module.css';

/** What stands where no search is: searches to go back to, and what there is to search. */
export function StartPage(): ReactNode {
  const { data: status, error, refetch } = useCall('hub.status', {});
  if (error !== null) return <ErrorState title="The index cannot be read" error={error} onRetry={() => void refetch()} />;
  if (status === undefined) return null;
  if (status.state === 'empty') return <FirstRun />;
  return (
    <div className={styles.page}>
      <SavedSearches />
      <RecentSearches />
      <Indexed status={status} />
    </div>
  );
}

function SavedSearches(): ReactNode {
  const { data } = useCall('searches.list', {});
  const { run: remove } = useAction('searches.remove', { invalidates: ['searches.list'] });
  const { run: save } = useAction('searches.save', { invalidates: ['searches.list'] });
  if (data === undefined || data.length === 0) return null;
  const removeSearch = async (search: SavedSearch): Promise<void> => {
    if ((await remove({ id: search.id })) === null) return;
    const { title, query } = search;
    showToast({
      title: `Removed “${title}”`,
      action: { title: 'Undo', run: () => void save({ title, query, scope: scopeOf(routeOf(search)) }) },
    });
  };
  return (
    <section className={styles.section} aria-labelledby="saved-searches">
      <h2 id="saved-searches">Saved searches</h2>
      <ul className={styles.list}>
        {data.map((search) => (
          <li key={search.id} className={styles.line}>
            <a href={formatRoute(routeOf(search))} className={styles.link}>
              <span className={styles.words}>{search.title}</span>
              <span className={styles.note}>
                {[search.query === search.title ? '' : search.query, describeScope(search.scope)].filter(Boolean).join(' · ')}
              </span>
            </a>
            <IconButton icon="trash" label={`Remove “${search.title}”`} size="small" onClick={() => void removeSearch(search)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentSearches(): ReactNode {
  const { data } = useCall('history.list', recentSearches);
  const { run: clear } = useAction('history.clear', { invalidates: ['history.list'] });
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="recent-searches">
      <header className={styles.header}>
        <h2 id="recent-searches">Recent searches</h2>
        <Button variant="quiet" size="small" onClick={() => void clear({})}>
          Forget them
        </Button>
      </header>
      <ul className={styles.list}>
        {data.map((entry) => (
          <li key={JSON.stringify([entry.query, entry.scope])} className={styles.line}>
            <a href={formatRoute(routeOf(entry))} className={styles.link}>
              <span className={styles.words}>{entry.query}</span>
              <span className={styles.note}>{describeScope(entry.scope)}</span>
            </a>
            <span className={styles.fact}>{plural(entry.total, 'result')}</span>
            <time className={styles.fact} dateTime={entry.searchedAt}>
              {formatRelativeTime(entry.searchedAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Indexed({ status }: { status: HubStatusView }): ReactNode {
  const { data } = useCall('sources.list', {});
  return (
    <section className={styles.section} aria-labelledby="indexed">
      <h2 id="indexed">Indexed: {plural(status.totalChunks, 'chunk')}</h2>
      <ul className={styles.types}>
        {contentTypes
          .filter((type) => (status.chunks[type] ?? 0) > 0)
          .map((type) => (
            <li key={type}>
              <a href={formatRoute({ ...emptySearch, filters: { content_type: [type] } })} className={styles.type}>
                <TypeBadge type={type} />
                {formatNumber(status.chunks[type] ?? 0)}
              </a>
            </li>
          ))}
      </ul>
      <ul className={styles.list}>
        {(data ?? []).map((source) => (
          <li key={source.name} className={styles.line}>
            <a href={formatRoute({ ...emptySearch, filters: { source: [source.name] } })} className={styles.link}>
              <span className={styles.words}>{source.name}</span>
              <span className={styles.note}>{source.repo}</span>
            </a>
            <span className={styles.fact}>{plural(source.files, 'file')}</span>
            <span className={styles.fact}>
              {source.lastCheckedAt === null ? 'never checked' : `checked ${formatRelativeTime(source.lastCheckedAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
