import type { ReactNode } from 'react';
import { useCall } from '../../rpc-client/use-call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { formatBytes, formatNumber, formatRelativeTime } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';

/** The sources, to come: the list of what is indexed. */
export function SourcesScreen(): ReactNode {
  const { data, error, refetch } = useCall('sources.list', {});
  if (error !== null) return <ErrorState title="The sources cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.length === 0) return <EmptyState icon="sources" title="No sources yet" />;
  return (
    <Table
      label="Sources"
      rows={data}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', title: 'Name', render: ({ name }) => name },
        { key: 'kind', title: 'Kind', width: '80px', render: ({ kind }) => kind },
        { key: 'state', title: 'State', width: '96px', render: ({ state }) => state },
        { key: 'files', title: 'Files', align: 'end', width: '80px', render: ({ files }) => formatNumber(files) },
        { key: 'size', title: 'Size', align: 'end', width: '88px', render: ({ textBytes }) => formatBytes(textBytes) },
        {
          key: 'checked',
          title: 'Last check',
          align: 'end',
          width: '128px',
          render: ({ lastCheckedAt }) => (lastCheckedAt === null ? 'never' : formatRelativeTime(lastCheckedAt)),
        },
      ]}
    />
  );
}
