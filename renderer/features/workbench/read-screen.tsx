import type { ReactNode } from 'react';
import { useRoute } from '../../router/use-route.ts';
import { useCall } from '../../rpc-client/use-call.ts';
import { ErrorState } from '../../ui/error-state.tsx';

/** One file by itself, to come: its text. */
export function ReadScreen(): ReactNode {
  const route = useRoute();
  const input = route.screen === 'read' ? { source: route.source, path: route.path } : null;
  const { data, error, refetch } = useCall('read.file', input);
  if (error !== null) return <ErrorState title="The file cannot be read" error={error} onRetry={() => void refetch()} />;
  return data === undefined ? null : <pre>{data.text}</pre>;
}
