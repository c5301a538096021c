import type { ReactNode } from 'react';
import { useConnection } from '../rpc-client/use-connection.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/**
 * In the place of a screen that was not opened before the service went. A browser keeps what failed of a module and its styles, so only
 * the whole page can be fetched again; without the service there would be nothing to show after that.
 */
export function UnfetchedScreen({ title }: { title: string }): ReactNode {
  const isConnected = useConnection().name === 'open';
  return (
    <EmptyState
      icon="alert"
      title={`“${title}” could not be fetched`}
      actions={
        <Button icon="refresh" disabled={!isConnected} onClick={() => location.reload()}>
          Load the page again
        </Button>
      }
    >
      <span role="status">
        {isConnected
          ? 'The service answers: load the page again, and the screen opens.'
          : 'It was not opened yet, and comes from the service, which does not answer. What was opened before can still be read.'}
      </span>
    </EmptyState>
  );
}
