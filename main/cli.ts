import { takeFewArenas } from './cli/few-arenas.ts';

// Before the rest is loaded, which would be done twice.
if (process.argv.includes('serve')) takeFewArenas();

const { interruptSignal } = await import('./cli/signals.ts');
const { runCommandLine } = await import('./cli/program.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), interruptSignal());
