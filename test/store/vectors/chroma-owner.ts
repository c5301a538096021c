/**
 * A process for chroma-server.test.ts: starts a server in the given folder, prints the server's process id and waits to be killed.
 * What ends the server when this process dies: the program itself, the watchdog beside it, or nothing (to make an orphan).
 */
import { silentLogger } from '../../../main/core/logger.ts';
import { ChromaServer } from '../../../main/store/vectors/chroma-server.ts';
import type { ChromaProgram } from '../../../main/store/vectors/chroma-program.ts';

const [directory, guard, programText] = process.argv.slice(2) as [string, 'program' | 'watchdog' | 'nothing', string];
const real = JSON.parse(programText) as ChromaProgram;
const program: ChromaProgram = {
  ...real,
  leadingArguments: real.leadingArguments.map((text) =>
    guard === 'program' ? text : text.replace(/^threading\.Thread.*$/m, ''),
  ),
  watchesParent: guard !== 'watchdog',
};
const server = await ChromaServer.start({ program, directory, logger: silentLogger });
process.stdout.write(`${server.processId}\n`);
setInterval(() => {}, 60_000);
