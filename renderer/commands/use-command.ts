import { useEffect, useRef } from 'react';
import type { CommandId } from '../../main/contract/commands.ts';
import { registerCommand } from './command-handlers.ts';

/** Answers a command while the component is shown and `enabled`; a disabled command is not offered anywhere. */
export function useCommand(id: CommandId, handler: () => void, enabled = true): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => (enabled ? registerCommand(id, () => newest.current()) : undefined), [id, enabled]);
}
