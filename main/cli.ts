import { superviseServing } from './cli/supervise-serving.ts';
import { supervision } from './cli/supervision.ts';

// Who watches over the process that serves needs nothing of the rest. A hub that bridges started is watched over by them.
const { argv } = process;
if (argv.includes('serve') && !argv.includes('--until-idle') && supervision() === null)
  process.exitCode = await superviseServing((line) => void process.stderr.write(`${line}\n`));
else {
  const { interruptSignal } = await import('./cli/signals.ts');
  const { runCommandLine } = await import('./cli/program.ts');
  process.exitCode = await runCommandLine(argv.slice(2), interruptSignal());
}
