import { openMcpService, addressOf } from './mcp-service.ts';

/** A service in a process of its own, to be killed: prints its address once agents can connect. */
const service = await openMcpService(process.argv[2]!);
process.stdout.write(`${addressOf(service)}\n`);
setInterval(() => {}, 60_000);
