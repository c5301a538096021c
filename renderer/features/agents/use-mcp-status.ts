import { useEffect } from 'react';
import type { McpStatus } from '../../../main/contract/mcp.ts';
import type { HubError } from '../../../main/contract/errors.ts';
import { useConnection } from '../../rpc-client/use-connection.ts';
import { useStream } from '../../rpc-client/use-stream.ts';

/** The server for agents, followed; asked anew after the connection was lost. */
export function useMcpStatus(): { status: McpStatus | null; error: HubError | null; retry: () => void } {
  const { value, error, state, restart } = useStream('mcp.watch', {});
  const isOpen = useConnection().name === 'open';
  const isLost = state === 'failed' && error?.code === 'disconnected';
  useEffect(() => {
    if (isOpen && (isLost || state === 'ended')) restart();
  }, [isOpen, isLost, state, restart]);
  return { status: value, error: isLost ? null : error, retry: restart };
}
