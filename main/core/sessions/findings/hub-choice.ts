import type { Session, ToolCall } from '../model.ts';
import { isRetrievalTool, isWebSearch } from './tool-names.ts';

/** What was asked, as it was seen over all sessions, under whatever names: a server, or a search of the web of the agent's own. */
export interface SeenServer {
  /** Shortest name without what agents add. */
  server: string;
  /** As agents write it. */
  names: string[];
  calls: number;
  /** Calls of tools that look something up. */
  searches: number;
  /** A tool of the agent's own, no server. */
  own?: boolean | undefined;
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

/** All that may be the hub, the most used first: servers of sessions, and the agents' own searches of the web. */
export function seenServers(sessions: Iterable<Pick<Session, 'calls'>>): SeenServer[] {
  const seen = new Map<string, SeenServer>();
  for (const { calls } of sessions)
    for (const { server, tool } of calls) {
      const own = server === null;
      if (own && !isWebSearch(tool)) continue;
      const alias = own ? bareName(tool) : serverAlias(server);
      const key = `${own} ${alias}`;
      const entry = seen.get(key) ?? { server: alias, names: [], calls: 0, searches: 0, ...(own ? { own } : {}) };
      seen.set(key, entry);
      const name = server ?? tool;
      if (!entry.names.includes(name)) entry.names.push(name);
      entry.calls += 1;
      if (own || isRetrievalTool(tool)) entry.searches += 1;
    }
  return [...seen.values()].sort((a, b) => b.calls - a.calls || (a.server < b.server ? -1 : 1));
}

/** Whether something that was seen is the hub that was chosen. */
export function isChosen({ server, own }: SeenServer, hub: string | null): boolean {
  if (hub === null) return false;
  return own === true ? server === bareName(hub) : server === serverAlias(hub);
}

/** Names of hubs for docs and code, the likeliest first. */
const likely: readonly RegExp[] = [
  /context-?hub/,
  /pipecat|reference-hub/,
  /\bhub\b/,
  /context7|deepwiki|ref-?tools|docs?-?(?:mcp|server|search)|mcp-?docs?|documentation|library|grep-app|devdocs|gitmcp|code-?search|code-?index|serena|sourcegraph|claude-context|qmd|semantic|retriev|knowledge|rag/,
];

/** The server to take for the hub: the likeliest by its name. Null where none looks like one: a server for issues or a browser is no hub. Nor is a search of the web, unless somebody says so. */
export function guessHub(seen: readonly SeenServer[]): string | null {
  const servers = seen.filter(({ own }) => own !== true);
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
