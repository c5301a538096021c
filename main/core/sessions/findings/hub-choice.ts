import type { Session, ToolCall } from '../model.ts';
import { isRetrievalTool, isWebSearch } from './tool-names.ts';

/** A server as it was seen over all sessions, under whatever names. */
export interface SeenServer {
  /** Shortest name without what agents add. */
  server: string;
  /** As agents write it. */
  names: string[];
  calls: number;
  /** Calls of tools that look something up. */
  searches: number;
}

/** One name for a server that shows under several: agents add the plugin or the account it came from, and change signs. */
export function serverAlias(name: string): string {
  return name
    .replace(/^plugin_[^_]+_/, '')
    .replace(/^claude[._]ai[_ ]/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Servers of sessions, the most used first. */
export function seenServers(sessions: Iterable<Pick<Session, 'calls'>>): SeenServer[] {
  const seen = new Map<string, SeenServer>();
  for (const { calls } of sessions)
    for (const { server, tool } of calls) {
      if (server === null) continue;
      const alias = serverAlias(server);
      const entry = seen.get(alias) ?? { server: alias, names: [], calls: 0, searches: 0 };
      seen.set(alias, entry);
      if (!entry.names.includes(server)) entry.names.push(server);
      entry.calls += 1;
      if (isRetrievalTool(tool)) entry.searches += 1;
    }
  return [...seen.values()].sort((a, b) => b.calls - a.calls || (a.server < b.server ? -1 : 1));
}

/** Names of hubs for docs and code, the likeliest first. */
const likely: readonly RegExp[] = [
  /context-?hub/,
  /pipecat|reference-hub/,
  /\bhub\b/,
  /context7|deepwiki|ref-?tools|docs?-?(?:mcp|server|search)|mcp-?docs?|documentation|library|grep-app|devdocs|gitmcp|code-?search|code-?index|serena|sourcegraph|claude-context|qmd|semantic|retriev|knowledge|rag/,
];

/** The server to take for the hub: the likeliest by its name. Null where none looks like one: a server for issues or a browser is no hub. */
export function guessHub(servers: readonly SeenServer[]): string | null {
  for (const pattern of likely) {
    const found =
      servers.find((each) => pattern.test(each.server) && each.searches > 0) ?? servers.find((each) => pattern.test(each.server));
    if (found) return found.server;
  }
  return null;
}

/** Whether the name of a server, as an agent writes it, means the hub that somebody named in whatever form. */
export function isServer(name: string, hub: string): boolean {
  return serverAlias(name) === serverAlias(hub) || serverAlias(name).endsWith(`-${serverAlias(hub)}`);
}

/** Whether a call is one of the hub: of the server of that name, or of the agent's own search of the web where that was named (`WebSearch`). */
export function isHubCall({ server, tool }: Pick<ToolCall, 'server' | 'tool'>, hub: string): boolean {
  if (server !== null) return isServer(server, hub);
  return isWebSearch(tool) && bareName(tool) === bareName(hub);
}

function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
