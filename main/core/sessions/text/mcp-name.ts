/** Server and tool of an MCP call as far as the name that the agent uses tells them apart. */
export interface McpName {
  server: string;
  tool: string;
}

/** Servers that are tried first where a name can be cut in more than one place. */
const commonServers: readonly string[] = ['context-hub', 'pipecat-context-hub', 'context7', 'deepwiki', 'docs'];

/** As agents write a server's name inside a tool's: everything but letters, digits, `_` and `-` becomes `_`. */
function mungings(server: string): string[] {
  const munged = server.replaceAll(/[^\w-]/g, '_');
  return [...new Set([server, munged, munged.replaceAll('-', '_')])];
}

/**
 * Takes a name apart after its prefix. Known servers win, the longest first, since both server and tool may hold the separator;
 * else the first separator cuts. Null where nothing can be cut.
 */
export function splitMcpName(rest: string, separator: string, knownServers: readonly string[]): McpName | null {
  let best: { server: string; length: number } | null = null;
  for (const server of [...knownServers, ...commonServers])
    for (const munged of mungings(server))
      if (rest.startsWith(munged + separator) && rest.length > munged.length + separator.length)
        if (best === null || munged.length > best.length) best = { server, length: munged.length };
  if (best !== null) return { server: best.server, tool: rest.slice(best.length + separator.length) };
  const cut = rest.indexOf(separator);
  if (cut <= 0 || cut + separator.length >= rest.length) return null;
  return { server: rest.slice(0, cut), tool: rest.slice(cut + separator.length) };
}

/** `mcp__server__tool`, as Claude Code, Codex and others write it; null for the agent's own tools. */
export function doubleUnderscoreName(name: string, knownServers: readonly string[]): McpName | null {
  if (!name.startsWith('mcp__')) return null;
  const rest = name.slice('mcp__'.length);
  return splitMcpName(rest, '__', knownServers) ?? { server: rest, tool: '' };
}
