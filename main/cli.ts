import { runCommandLine } from './cli/program.ts';

const controller = new AbortController();
let interrupts = 0;
process.on('SIGINT', () => {
  interrupts += 1;
  // The first asks the command to stop where the index is consistent; the second does not wait.
  if (interrupts > 1) process.exit(130);
  controller.abort();
});
process.on('SIGTERM', () => controller.abort());
// A reader that goes away (`… | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCommandLine(process.argv.slice(2), controller.signal);
