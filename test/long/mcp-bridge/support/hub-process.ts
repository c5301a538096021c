import { loadConfig } from '../../../../main/config.ts';
import { silentLogger } from '../../../../main/core/logger.ts';
import { openHubService } from '../../../../main/service.ts';

/** The service alone, in a process that a test may kill. Arguments: data directory, version. */
const [dataDirectory = '', version = '0.0.0'] = process.argv.slice(2);
const service = await openHubService({
  config: loadConfig({ dataDirectory, model: `${dataDirectory}/no-model`, workers: 1, vectorBackend: 'embedded' }, {}),
  logger: silentLogger,
  host: 'browser',
  version,
});
await service.mcp.opened;
process.stdout.write(`${service.mcp.state.value.state}\n`);
process.on('SIGTERM', () => {
  void service[Symbol.asyncDispose]().then(() => process.exit(0));
});
