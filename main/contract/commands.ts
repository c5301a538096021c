/**
 * Everything that can be done by name: the command palette, the shortcut sheet, key bindings and the desktop menu all read this list.
 * Screens say what a command does while they are shown (`useCommand`); one that nobody answers is not offered.
 */
export interface CommandDescription {
  id: string;
  title: string;
  group: CommandGroup;
  /** In the notation of tinykeys: `$mod+k` (Control, or Command on macOS), `g s` (one after the other), `[Shift]+?` (Shift or not). */
  keys?: readonly string[];
  /** The desktop menu that shows it. */
  menu?: 'file' | 'view' | 'go' | 'help';
}

export const commandGroups = ['General', 'Go to', 'Search', 'Results', 'Reading', 'Sources', 'Settings'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export const commands = [
  { id: 'palette.open', title: 'Show all commands', group: 'General', keys: ['$mod+k', '$mod+Shift+p'], menu: 'help' },
  { id: 'shortcuts.open', title: 'Show keyboard shortcuts', group: 'General', keys: ['[Shift]+?'], menu: 'help' },
  { id: 'theme.system', title: 'Follow the appearance of the system', group: 'General', menu: 'view' },
  { id: 'theme.light', title: 'Light appearance', group: 'General', menu: 'view' },
  { id: 'theme.dark', title: 'Dark appearance', group: 'General', menu: 'view' },
  { id: 'go.search', title: 'Go to search', group: 'Go to', keys: ['g f'], menu: 'go' },
  { id: 'go.sources', title: 'Go to sources', group: 'Go to', keys: ['g s'], menu: 'go' },
  { id: 'go.settings', title: 'Go to settings', group: 'Go to', keys: ['$mod+,', 'g ,'], menu: 'file' },
  { id: 'search.focus', title: 'Search', group: 'Search', keys: ['/', '$mod+l'], menu: 'go' },
  { id: 'sources.add', title: 'Add a source', group: 'Sources', keys: ['$mod+o'], menu: 'file' },
  { id: 'sources.refresh', title: 'Refresh all sources', group: 'Sources', menu: 'file' },
] as const satisfies readonly CommandDescription[];

export type CommandId = (typeof commands)[number]['id'];
