import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './run-tests/checks.ts';
import { prepare } from './run-tests/preparations.ts';
import { runProgram, say } from './run-tests/run-program.ts';

/** A test that never ends must not hold a run for ever. Unit: minutes. */
const limitMinutes = { quick: 20, long: 40 };

const effort = process.argv[2];
if (effort !== 'quick' && effort !== 'long') {
  say('Usage: node scripts/run-tests.ts quick|long [vitest arguments]');
  process.exit(2);
}
const { passed, failed } = await runAll(effort, process.argv.slice(3));
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** Checks, then what the tests need, then the tests. A check or a preparation that fails counts as one failure. */
async function runAll(project: 'quick' | 'long', vitestArguments: string[]): Promise<{ passed: number; failed: number }> {
  const failures = [...(await runChecks()), ...(await prepare())];
  const tests = await runVitest(project, vitestArguments);
  failures.push(...tests.problems);
  for (const failure of failures) say(`FAILED ${failure}`);
  return { passed: tests.passed, failed: tests.failed + failures.length };
}

async function runVitest(
  project: string,
  vitestArguments: string[],
): Promise<{ passed: number; failed: number; problems: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'context-hub-tests-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const result = await runProgram('vitest', ['run', '--project', project, ...reporters, ...vitestArguments], {
      output: 'stderr',
      limitMs: limitMinutes[project as 'quick' | 'long'] * 60_000,
    });
    if (result.timedOut)
      return {
        passed: 0,
        failed: 0,
        problems: [`the tests did not end within ${limitMinutes[project as 'quick' | 'long']} minutes`],
      };
    const counts = await readFile(report, 'utf8').then(
      (text) =>
        JSON.parse(text) as {
          numPassedTests: number;
          numFailedTests: number;
          numPendingTests: number;
          numFailedTestSuites: number;
        },
      () => null,
    );
    if (counts === null) return { passed: 0, failed: 0, problems: [`vitest ended with ${result.code} and left no report`] };
    const problems: string[] = [];
    if (counts.numPendingTests > 0)
      problems.push(`${counts.numPendingTests} tests were skipped; a test that cannot run is a failure`);
    // A file that does not load, and an error outside of any test, are in the exit code alone.
    if (result.code !== 0 && counts.numFailedTests === 0) problems.push(`vitest ended with ${result.code}: see above`);
    if (counts.numPassedTests + counts.numFailedTests === 0) problems.push('no test was run');
    return { passed: counts.numPassedTests, failed: counts.numFailedTests, problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
