import type { Command } from 'commander';
import { exitCodes } from './context.ts';
import type { Run } from './index-commands.ts';

export function addMcpCommand(program: Command, run: Run): void {
  program
    .command('mcp')
    .description('what an agent starts: a pipe from its standard streams to the hub; starts a hub where none runs')
    .option('--no-start', 'start no hub; wait for one')
    .action(() =>
      run(async () => {
        // It reads its words itself and ends the program when its client is gone.
        await import('../mcp-bridge.ts');
        await new Promise<void>(() => {});
        return exitCodes.done;
      })(),
    );
}
