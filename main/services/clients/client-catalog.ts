import { join } from 'node:path';
import type { ClientId, ClientScope } from '../../contract/clients.ts';
import { jsonConfiguration } from './json-configuration.ts';
import { tomlConfiguration } from './toml-configuration.ts';
import { entryName, type BridgeCommand, type ConfigurationText, type ServerEntry } from './server-entry.ts';

/** Where a user's things lie on this machine. */
export interface ClientPlaces {
  platform: NodeJS.Platform;
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the project; null where none is meant. */
  project: string | null;
}

/** A client's own command line, where it has one that manages servers. */
export interface ClientProgram {
  name: string;
  /** Scopes that it knows. */
  scopes: readonly ClientScope[];
  add(bridge: BridgeCommand, scope: ClientScope): string[];
  remove(scope: ClientScope): string[];
}

export interface ClientDefinition {
  id: ClientId;
  name: string;
  scopes: readonly ClientScope[];
  language: 'json' | 'toml';
  configuration: ConfigurationText;
  /** The file of a scope; null where it is not the client's own file to write (`program` alone does). */
  path(scope: ClientScope, places: ClientPlaces): string | null;
  entry(bridge: BridgeCommand): ServerEntry;
  /** Folders or files that are there where the client is installed. */
  traces(places: ClientPlaces): string[];
  program: ClientProgram | null;
  /** What to do after a change. */
  nextStep: string;
}

const plainEntry = ({ command, args }: BridgeCommand): ServerEntry => ({ command, args: [...args] });
const typedEntry = ({ command, args }: BridgeCommand): ServerEntry => ({ type: 'stdio', command, args: [...args] });

/** Where applications keep settings: `~/Library/Application Support`, `%APPDATA%` or `~/.config`. */
function settingsFolder({ platform, home, environment }: ClientPlaces): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
}

function inProject(places: ClientPlaces, ...parts: string[]): string | null {
  return places.project === null ? null : join(places.project, ...parts);
}

const servers = jsonConfiguration('mcpServers');

/** Clients and what is known of their configuration. */
export const clientCatalog: readonly ClientDefinition[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    scopes: ['user', 'project', 'local'],
    language: 'json',
    configuration: servers,
    path: (scope, places) =>
      scope === 'user' ? join(places.home, '.claude.json') : scope === 'project' ? inProject(places, '.mcp.json') : null,
    entry: typedEntry,
    traces: ({ home }) => [join(home, '.claude'), join(home, '.claude.json')],
    program: {
      name: 'claude',
      scopes: ['user', 'project', 'local'],
      add: ({ command, args }, scope) => ['mcp', 'add', '--scope', scope, entryName, '--', command, ...args],
      remove: (scope) => ['mcp', 'remove', '--scope', scope, entryName],
    },
    nextStep: 'Start a new session of Claude Code; `/mcp` shows the connection. A project’s server is approved there once.',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    scopes: ['user', 'project'],
    language: 'json',
    configuration: servers,
    path: (scope, places) =>
      scope === 'user' ? join(places.home, '.cursor', 'mcp.json') : inProject(places, '.cursor', 'mcp.json'),
    entry: plainEntry,
    traces: ({ home }) => [join(home, '.cursor')],
    program: null,
    nextStep: 'Cursor takes it over by itself; its settings list it under MCP.',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    scopes: ['user', 'project'],
    language: 'json',
    configuration: jsonConfiguration('servers'),
    path: (scope, places) =>
      scope === 'user' ? join(settingsFolder(places), 'Code', 'User', 'mcp.json') : inProject(places, '.vscode', 'mcp.json'),
    entry: typedEntry,
    traces: (places) => [join(settingsFolder(places), 'Code')],
    program: null,
    nextStep: 'Run “MCP: List Servers” in VS Code, choose context-hub and start it.',
  },
  {
    id: 'codex',
    name: 'Codex',
    scopes: ['user', 'project'],
    language: 'toml',
    configuration: tomlConfiguration('mcp_servers'),
    path: (scope, places) =>
      scope === 'user'
        ? join(places.environment['CODEX_HOME'] ?? join(places.home, '.codex'), 'config.toml')
        : inProject(places, '.codex', 'config.toml'),
    entry: plainEntry,
    traces: ({ home, environment }) => [environment['CODEX_HOME'] ?? join(home, '.codex')],
    program: {
      name: 'codex',
      scopes: ['user'],
      add: ({ command, args }) => ['mcp', 'add', entryName, '--', command, ...args],
      remove: () => ['mcp', 'remove', entryName],
    },
    nextStep: 'Start a new session of Codex. A project’s file counts in trusted projects alone.',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    scopes: ['user', 'project'],
    language: 'json',
    configuration: servers,
    path: (scope, places) =>
      scope === 'user' ? join(places.home, '.gemini', 'settings.json') : inProject(places, '.gemini', 'settings.json'),
    entry: plainEntry,
    traces: ({ home }) => [join(home, '.gemini')],
    program: null,
    nextStep: 'Start a new session of Gemini CLI; `/mcp` shows the connection.',
  },
  {
    id: 'zed',
    name: 'Zed',
    scopes: ['user', 'project'],
    language: 'json',
    configuration: jsonConfiguration('context_servers'),
    path: (scope, places) => {
      if (scope === 'project') return inProject(places, '.zed', 'settings.json');
      const { platform, home } = places;
      return platform === 'win32' || platform === 'linux'
        ? join(settingsFolder(places), platform === 'win32' ? 'Zed' : 'zed', 'settings.json')
        : join(home, '.config', 'zed', 'settings.json');
    },
    entry: (bridge) => ({ ...plainEntry(bridge), env: {} }),
    traces: (places) => [
      places.platform === 'darwin'
        ? join(places.home, '.config', 'zed')
        : join(settingsFolder(places), places.platform === 'win32' ? 'Zed' : 'zed'),
    ],
    program: null,
    nextStep: 'Zed takes it over by itself; the agent panel’s settings list it.',
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    scopes: ['user'],
    language: 'json',
    configuration: servers,
    path: (_, { home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    entry: plainEntry,
    traces: ({ home }) => [join(home, '.codeium', 'windsurf')],
    program: null,
    nextStep: 'Refresh the list of servers in Windsurf’s Cascade panel.',
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    scopes: ['user'],
    language: 'json',
    configuration: servers,
    path: (_, places) => join(settingsFolder(places), 'Claude', 'claude_desktop_config.json'),
    entry: plainEntry,
    traces: (places) => [join(settingsFolder(places), 'Claude')],
    program: null,
    nextStep: 'Quit Claude Desktop wholly and start it again.',
  },
];
