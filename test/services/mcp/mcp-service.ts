import { join } from 'node:path';
import { loadConfig } from '../../../main/config.ts';
import { silentLogger, type Logger } from '../../../main/core/logger.ts';
import { openHubService, type HubService } from '../../../main/service.ts';

/** The real service on a data directory, listening. */
export async function openMcpService(
  dataDirectory: string,
  options: { addressVersion?: number; logger?: Logger } = {},
): Promise<HubService> {
  const service = await openHubService({
    config: loadConfig({ dataDirectory, model: join(dataDirectory, 'no-model'), workers: 1, vectorBackend: 'embedded' }, {}),
    logger: options.logger ?? silentLogger,
    host: 'browser',
    version: '1.2.3',
    mcpAddressVersion: options.addressVersion,
  });
  await service.mcp.opened;
  return service;
}

/** Where the service listens. */
export function addressOf(service: HubService): string {
  const { address } = service.mcp.state.value;
  if (address === null) throw new Error(service.mcp.state.value.message ?? 'not listening');
  return address;
}
