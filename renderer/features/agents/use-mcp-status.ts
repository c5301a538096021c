import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { McpStatus } from '../../../main/contract/mcp.ts';
import type { HubError } from '../../../main/contract/errors.ts';
import { useConnection } from '../../rpc-client/use-connection.ts';
import { useStream } from '../../rpc-client/use-stream.ts';

/** Answers that a new call makes out of date. */
const followsCalls = ['mcp.calls', 'mcp.feedback', 'mcp.attention'];

/** The server for agents, followed, and with it what depends on its calls; asked anew after the connection was lost. */
export function useMcpStatus(): { status: McpStatus | null; error: HubError | null; retry: () => void } {
  const { value, error, state, restart } = useStream('mcp.watch', {});
  const isOpen = useConnection().name === 'open';
  const isLost = state === 'failed' && error?.code === 'disconnected';
  useEffect(() => {
    if (isOpen && (isLost || state === 'ended')) restart();
  }, [isOpen, isLost, state, restart]);
  const queries = useQueryClient();
  const newest = value?.newestCall ?? null;
  useEffect(() => {
    for (const name of followsCalls) void queries.invalidateQueries({ queryKey: ['hub', name] });
  }, [newest, queries]);
  return { status: value, error: isLost ? null : error, retry: restart };
}
