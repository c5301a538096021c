import { create } from 'zustand';
import { commands, type CommandDescription, type CommandId } from '../../main/contract/commands.ts';

type Handler = () => void;

interface HandlersState {
  /** Who answers a command; the last that came is asked. */
  handlers: ReadonlyMap<CommandId, readonly Handler[]>;
}

const useHandlers = create<HandlersState>(() => ({ handlers: new Map() }));

/** Has a command do something until the returned function is called. */
export function registerCommand(id: CommandId, handler: Handler): () => void {
  change(id, (list) => [...list, handler]);
  return () => change(id, (list) => list.filter((each) => each !== handler));
}

/** Does a command; false when nobody answers it now. */
export function runCommand(id: CommandId): boolean {
  const handler = useHandlers.getState().handlers.get(id)?.at(-1);
  handler?.();
  return handler !== undefined;
}

/** Whether somebody answers a command now. */
export function isAvailable(id: CommandId): boolean {
  return (useHandlers.getState().handlers.get(id)?.length ?? 0) > 0;
}

/** The commands that somebody answers now, in the order of the list. */
export function useAvailableCommands(): readonly (CommandDescription & { id: CommandId })[] {
  const { handlers } = useHandlers();
  return commands.filter(({ id }) => (handlers.get(id)?.length ?? 0) > 0);
}

/** The first key of a command, for tooltips and menus. */
export function commandKey(id: CommandId): string | undefined {
  const command: CommandDescription | undefined = commands.find((each) => each.id === id);
  return command?.keys?.[0];
}

function change(id: CommandId, edit: (list: readonly Handler[]) => readonly Handler[]): void {
  useHandlers.setState(({ handlers }) => {
    const next = new Map(handlers);
    next.set(id, edit(handlers.get(id) ?? []));
    return { handlers: next };
  });
}
