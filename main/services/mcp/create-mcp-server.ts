import { CLIENT_INFO_META_KEY, McpServer, type ServerContext, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { callTool } from './call-tool.ts';
import type { ConnectedClient } from './connected-clients.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { serverInstructions } from './server-instructions.ts';
import type { McpTool, ToolParts } from './tool.ts';
import { tools } from './tools/index.ts';

/** Nothing in the lists changes while the program runs. Unit: milliseconds. */
const listsKeepMs = 3_600_000;

/** One server for one connection, the same for every transport and both eras of the protocol. */
export function createMcpServer(parts: ToolParts, client: ConnectedClient): McpServer {
  const server = new McpServer(
    { name: 'context-hub', title: 'Context Hub', version: parts.version },
    {
      instructions: serverInstructions,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } },
      cacheHints: {
        'tools/list': { ttlMs: listsKeepMs, cacheScope: 'public' },
        'prompts/list': { ttlMs: listsKeepMs, cacheScope: 'public' },
        'resources/templates/list': { ttlMs: listsKeepMs, cacheScope: 'public' },
      },
    },
  );
  for (const tool of tools) addTool(server, tool, parts, client);
  addResources(server, parts);
  addPrompts(server);
  return server;
}

function addTool(server: McpServer, tool: McpTool, parts: ToolParts, client: ConnectedClient): void {
  const { title, description, readOnly } = tool;
  server.registerTool(
    tool.name,
    {
      title,
      description,
      inputSchema: listedSchema(tool.input, 'input'),
      // Answers are ours: tests hold them against it, not each call.
      outputSchema: listedSchema(tool.output, 'output'),
      annotations: { title, readOnlyHint: readOnly, destructiveHint: false, idempotentHint: readOnly, openWorldHint: false },
    },
    async (given: unknown, context: ServerContext) => {
      identify(client, server, context);
      client.called();
      return callTool(tool, given, { parts, caller: { ...client.caller }, client, signal: context.mcpReq.signal });
    },
  );
}

/** Made once: each connection has a server of its own, and fifty may come at once. */
const listedSchemas = new WeakMap<z.ZodObject, StandardSchemaWithJSON>();

/** The schema for the list of tools. Arguments are checked in `callTool`, which says what is wrong in words and writes it into the log. */
function listedSchema(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  const known = listedSchemas.get(schema);
  if (known !== undefined) return known;
  const listed = z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as Record<string, unknown>;
  const made: StandardSchemaWithJSON = {
    '~standard': {
      version: 1,
      vendor: 'context-hub',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => listed, output: () => listed },
    },
  };
  listedSchemas.set(schema, made);
  return made;
}

/** The client's name: with each request since 2026-07-28, at the beginning before. */
function identify(client: ConnectedClient, server: McpServer, context: ServerContext): void {
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
  // Connections of the era before have it from here alone.
  // oxlint-disable-next-line typescript/no-deprecated
  const info = implementation.safeParse(envelope?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion());
  if (info.success) client.identify(info.data.name, info.data.version ?? '');
}

const implementation = z.object({ name: z.string(), version: z.string().optional() });
