import type { ReactNode } from 'react';
import { formatRoute } from '../../router/route.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { formatNumber } from '../../ui/format.ts';

/** Searching, to come: says what there is to search. */
export function SearchScreen(): ReactNode {
  const { data, error, refetch } = useCall('hub.status', {});
  if (error !== null) return <ErrorState title="The index cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.state === 'empty')
    return (
      <EmptyState icon="search" title="There is nothing to search yet">
        <a href={formatRoute({ screen: 'sources', name: null, view: null })}>Add a source</a> to begin.
      </EmptyState>
    );
  return <EmptyState icon="search" title={`${formatNumber(data.totalChunks)} chunks are indexed`} />;
}
