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

export const commandGroups = [
  'General',
  'Go to',
  'Search',
  'Results',
  'Reading',
  'Map',
  'Sources',
  'Sessions',
  'Settings',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

export const commands = [
  { id: 'palette.open', title: 'Show all commands', group: 'General', keys: ['$mod+k', '$mod+Shift+p'], menu: 'help' },
  { id: 'shortcuts.open', title: 'Show keyboard shortcuts', group: 'General', keys: ['[Shift]+?'], menu: 'help' },
  { id: 'theme.system', title: 'Follow the appearance of the system', group: 'General', menu: 'view' },
  { id: 'theme.light', title: 'Light appearance', group: 'General', menu: 'view' },
  { id: 'theme.dark', title: 'Dark appearance', group: 'General', menu: 'view' },
  { id: 'go.search', title: 'Go to search', group: 'Go to', keys: ['g f'], menu: 'go' },
  { id: 'go.map', title: 'Go to the map', group: 'Go to', keys: ['g m'], menu: 'go' },
  { id: 'go.sources', title: 'Go to sources', group: 'Go to', keys: ['g s'], menu: 'go' },
  { id: 'go.agents', title: 'Go to agents', group: 'Go to', keys: ['g a'], menu: 'go' },
  { id: 'go.sessions', title: 'Go to sessions', group: 'Go to', keys: ['g t'], menu: 'go' },
  { id: 'go.evaluations', title: 'Go to evaluations', group: 'Go to', keys: ['g e'], menu: 'go' },
  { id: 'go.settings', title: 'Go to settings', group: 'Go to', keys: ['$mod+,', 'g ,'], menu: 'file' },
  { id: 'search.focus', title: 'Search', group: 'Search', keys: ['/', '$mod+l'], menu: 'go' },
  { id: 'search.tool.any', title: 'Search everything', group: 'Search', keys: ['1', 'Alt+1'] },
  { id: 'search.tool.docs', title: 'Search docs', group: 'Search', keys: ['2', 'Alt+2'] },
  { id: 'search.tool.examples', title: 'Search examples', group: 'Search', keys: ['3', 'Alt+3'] },
  { id: 'search.tool.api', title: 'Search the API', group: 'Search', keys: ['4', 'Alt+4'] },
  { id: 'search.mode.hybrid', title: 'Rank by words and meaning', group: 'Search' },
  { id: 'search.mode.rrf', title: 'Rank by rank fusion', group: 'Search' },
  { id: 'search.mode.vector', title: 'Rank by meaning only', group: 'Search' },
  { id: 'search.mode.keyword', title: 'Rank by words only', group: 'Search' },
  { id: 'search.filters', title: 'Show or hide filters', group: 'Search', keys: ['f'] },
  { id: 'search.clear-filters', title: 'Clear all filters', group: 'Search', keys: ['x'] },
  { id: 'search.save', title: 'Save this search', group: 'Search', keys: ['s'] },
  { id: 'search.compare', title: 'Compare two settings', group: 'Search', keys: ['v'] },
  { id: 'results.focus', title: 'Go to the results', group: 'Results', keys: ['l'] },
  { id: 'results.next', title: 'Next result', group: 'Results', keys: ['n', 'j'] },
  { id: 'results.previous', title: 'Previous result', group: 'Results', keys: ['p', 'k'] },
  { id: 'results.map', title: 'Show the result on the map', group: 'Results', keys: ['d'] },
  { id: 'results.explain', title: 'Explain the score', group: 'Results', keys: ['e'] },
  { id: 'reading.focus', title: 'Go to the text', group: 'Reading', keys: ['r'] },
  { id: 'reading.find', title: 'Find in file', group: 'Reading', keys: ['$mod+f'] },
  { id: 'reading.source', title: 'Show as page or as written', group: 'Reading', keys: ['m'] },
  { id: 'reading.outline', title: 'Show or hide the outline', group: 'Reading', keys: ['o'] },
  { id: 'reading.text', title: 'Show the text', group: 'Reading', keys: ['t'] },
  { id: 'reading.calls', title: 'Show callers and callees', group: 'Reading', keys: ['c'] },
  { id: 'reading.similar', title: 'Show what means the same', group: 'Reading', keys: ['w'] },
  { id: 'reading.edit', title: 'Open in the editor', group: 'Reading', keys: ['$mod+e'] },
  { id: 'reading.copy-text', title: 'Copy the text of the result', group: 'Reading', keys: ['y t'] },
  { id: 'reading.copy-citation', title: 'Copy as citation', group: 'Reading', keys: ['y c'] },
  { id: 'reading.copy-link', title: 'Copy permalink', group: 'Reading', keys: ['y l'] },
  { id: 'reading.helpful', title: 'Mark as helpful', group: 'Reading', keys: ['h'] },
  { id: 'reading.not-helpful', title: 'Mark as not helpful', group: 'Reading', keys: ['u'] },
  { id: 'reading.save-case', title: 'Save as evaluation case', group: 'Reading', keys: ['y e'] },
  { id: 'reading.close', title: 'Close the text', group: 'Reading', keys: ['q'] },
  { id: 'map.focus', title: 'Go to the picture of the map', group: 'Map', keys: ['a'] },
  { id: 'map.frame', title: 'Frame what has the focus, or all', group: 'Map', keys: ['.'] },
  { id: 'map.coarser', title: 'Names of larger clusters', group: 'Map', keys: ['['] },
  { id: 'map.finer', title: 'Names of smaller clusters', group: 'Map', keys: [']'] },
  { id: 'map.flat', title: 'Flat map, or in space', group: 'Map', keys: ['i'] },
  { id: 'map.picture', title: 'Save the map as a picture', group: 'Map' },
  { id: 'map.again', title: 'Make the map again', group: 'Map' },
  { id: 'sources.add', title: 'Add a source', group: 'Sources', keys: ['$mod+o'], menu: 'file' },
  { id: 'sessions.read', title: 'Read transcripts of agents', group: 'Sessions', keys: ['$mod+Shift+o'], menu: 'file' },
  { id: 'sessions.replay', title: 'Replay the finding on today’s index', group: 'Sessions', keys: ['z r'] },
  { id: 'sessions.save-case', title: 'Save the finding as evaluation case', group: 'Sessions', keys: ['z c'] },
  { id: 'sessions.mark-fixed', title: 'Mark the finding as fixed, or as open', group: 'Sessions', keys: ['z f'] },
  { id: 'evaluations.run', title: 'Run all evaluation cases', group: 'Sessions', keys: ['z e'] },
  { id: 'sources.refresh', title: 'Refresh all sources', group: 'Sources', menu: 'file' },
] as const satisfies readonly CommandDescription[];

export type CommandId = (typeof commands)[number]['id'];
