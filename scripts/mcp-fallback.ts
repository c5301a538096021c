import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Fallback } from '../main/bridge/fallback.ts';
import { loadConfig } from '../main/config.ts';
import { silentLogger } from '../main/core/logger.ts';
import { openHubService } from '../main/service.ts';

/** Where the bridge finds it. */
export const fallbackPath = new URL('../resources/mcp-fallback.json', import.meta.url);

const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
const clientInfo = { name: 'recorder', version: '1' };

/** Asks a real service, with nothing indexed, for everything that it answers alike whatever is indexed. */
export async function recordFallback(): Promise<Fallback> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'hub-record-'));
  const config = loadConfig({ dataDirectory, model: join(dataDirectory, 'no-model'), workers: 1, vectorBackend: 'embedded' }, {});
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  try {
    await using service = await openHubService({ config, logger: silentLogger, host: 'browser', version });
    await service.mcp.opened;
    const address = service.mcp.state.value.address;
    if (address === null) throw new Error(service.mcp.state.value.message ?? 'The socket is not open.');
    const legacy = await ask(address, [
      { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
      ...lists.map((method) => ({ method, params: {} })),
    ]);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': clientInfo,
    };
    const modern = await ask(
      address,
      ['server/discover', ...lists].map((method) => ({ method, params: { _meta } })),
    );
    return { version, legacy, modern };
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Results of requests by method, asked one after the other on one connection. */
async function ask(
  address: string,
  requests: readonly { method: string; params: object }[],
): Promise<Record<string, Record<string, unknown>>> {
  const socket = connect(address);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const results: Record<string, Record<string, unknown>> = {};
  for (const [id, { method, params }] of requests.entries()) {
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const next = await lines.next();
    if (next.done === true) throw new Error(`The connection ended before ${method} was answered.`);
    const answer = JSON.parse(next.value) as { result?: Record<string, unknown>; error?: { message: string } };
    if (answer.result === undefined) throw new Error(`${method}: ${answer.error?.message}`);
    results[method] = answer.result;
    if (method === 'initialize') socket.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }
  socket.destroy();
  return results;
}
