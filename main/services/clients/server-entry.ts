/** Name of this hub's entry in every client. */
export const entryName = 'context-hub';

/** How a client starts the bridge. Absolute: clients have a PATH of their own. */
export interface BridgeCommand {
  command: string;
  args: readonly string[];
}

/** An entry of a client's list of servers. */
export type ServerEntry = Record<string, unknown>;

/** The text of a configuration with this hub's entry, or without. */
export interface ConfigurationText {
  /** Text with the entry; the text itself where it is there already. Throws `usage` for what cannot be changed safely. */
  set(text: string, entry: ServerEntry): string;
  /** Text without the entry and nothing else changed; the text itself where there is none. */
  remove(text: string): string;
  /** The entry; null where there is none. Throws `usage` for a damaged text. */
  read(text: string): ServerEntry | null;
}
