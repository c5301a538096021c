import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { mcpHttpMount } from '../../../main/services/mcp/http-mount.ts';

const mount = mcpHttpMount({
  factory: () => new McpServer({ name: 'empty', version: '1' }, { capabilities: { tools: {} } }),
  token: 'Secret',
  logger: silentLogger,
});
const server = createServer((request, response) => void mount.request(request, response));
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  await mount.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function statusWith(authorization: string | null): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization === null ? {} : { authorization }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  await response.text();
  return response.status;
}

it('takes the word before the token in any case of letters, as clients write it', async () => {
  for (const word of ['Bearer', 'bearer', 'BEARER']) expect(await statusWith(`${word} Secret`), word).toBe(200);
});

it('takes nothing but the token itself', async () => {
  for (const header of [null, 'Secret', 'Bearer', 'Bearer ', 'Bearer secret', 'Bearer Secret x', 'Basic Secret', 'BearerSecret'])
    expect(await statusWith(header), String(header)).toBe(401);
});
