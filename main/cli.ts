import { runCommandLine } from './cli/program.ts';
import { interruptSignal } from './cli/signals.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), interruptSignal());
