import { runProgram, say } from './run-program.ts';

/** The scripts of package.json that judge the code without running it. */
const checks = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the window', command: ['tsc', '--noEmit', '-p', 'renderer'] },
  { name: 'types of the window’s tests', command: ['tsc', '--noEmit', '-p', 'test/renderer'] },
  { name: 'types of the preload', command: ['tsc', '--noEmit', '-p', 'preload'] },
  { name: 'types of the stand-in’s page', command: ['tsc', '--noEmit', '-p', 'test/electron/page'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'unused', command: ['knip'] },
  { name: 'size of the window', command: ['node', 'scripts/check-size.ts'] },
] as const;

const limitMs = 5 * 60_000;
/** Each uses both cores for a moment; more at once gain nothing. */
const atOnce = 2;

/** Runs all checks, two at a time, and returns the failed ones in a line each; what they print goes to stderr. */
export async function runChecks(): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...checks];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [program, ...programArguments] = check.command;
      const result = await runProgram(program, programArguments, { output: 'collect', limitMs });
      const passed = result.code === 0 && !result.timedOut;
      say(`check ${check.name}: ${passed ? 'passed' : 'FAILED'} in ${result.seconds.toFixed(1)} s`);
      if (passed) continue;
      say(result.output.trimEnd());
      failures.push(`check ${check.name} (\`${check.command.join(' ')}\`)`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}
