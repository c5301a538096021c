import type { ReactNode, Ref } from 'react';
import type { SearchHit } from '../../../../main/contract/search.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { usePages } from '../../../rpc-client/use-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { plural } from '../../../ui/format.ts';
import { HitList, type HitListHandle } from './hit-list.tsx';
import { HitRow } from './hit-row.tsx';
import { plainHitHeight } from './hit-shape.ts';
import styles from './results.module.css';

interface BrowseResultsProps {
  route: SearchRoute;
  opensBeside: boolean;
  onOpen: (hit: SearchHit, entersText: boolean) => void;
  ref?: Ref<HitListHandle>;
}

/** Small enough to be read between two frames. */
const pageSize = 50;
const noStems: readonly string[] = [];
const renderHit = (hit: SearchHit): ReactNode => <HitRow hit={hit} stems={noStems} isPlain />;

/** Everything that passes the filters, in the order of the corpus; any part of it is asked for when it comes into view. */
export function BrowseResults({ route, opensBeside, onOpen, ref }: BrowseResultsProps): ReactNode {
  const hub = useHub();
  const { tool, filters } = route;
  const { total, itemAt, onRangeChange, error, retry } = usePages<SearchHit>({
    key: ['search.browse', { tool, filters }],
    pageSize,
    load: async (offset, limit, signal) => {
      const page = await hub.call('search.browse', { tool, filters, offset, limit }, { signal });
      return { total: page.total, items: page.hits };
    },
  });
  if (error !== null) return <ErrorState title="The list cannot be read" error={error} onRetry={retry} />;
  if (total === 0)
    return (
      <EmptyState
        icon="filter"
        title="Nothing passes these filters"
        actions={
          <Button variant="primary" onClick={() => navigate({ ...route, tool: 'any', filters: {} })}>
            Clear all filters
          </Button>
        }
      />
    );
  return (
    <div className={styles.results}>
      <p className={styles.count} role="status">
        {total === null ? 'Counting…' : `${plural(total, 'chunk')}, by source, path and line`}
      </p>
      <HitList
        ref={ref}
        label="Chunks"
        listKey={JSON.stringify({ tool, filters })}
        count={total ?? 0}
        hitAt={itemAt}
        rowHeight={plainHitHeight}
        renderHit={renderHit}
        openId={route.hit}
        opensBeside={opensBeside}
        onOpen={onOpen}
        onRangeChange={onRangeChange}
      />
    </div>
  );
}
