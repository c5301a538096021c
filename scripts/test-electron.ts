import { fileURLToPath } from 'node:url';
import { findDesktopProgram } from '../main/host/desktop-program.ts';
import { runProgram, say } from './run-tests/run-program.ts';

/** Runs the tests in the real Electron where it is; elsewhere says why not. These count in no other run. */
const root = fileURLToPath(new URL('..', import.meta.url));
const found = findDesktopProgram(root, {
  platform: process.platform,
  environment: process.env,
  isRoot: process.getuid?.() === 0,
});
if ('path' in found) {
  say(`Testing in ${found.path}`);
  const { code } = await runProgram('vitest', ['run', '--project', 'electron'], { output: 'stderr', limitMs: 15 * 60_000 });
  process.exitCode = code ?? 1;
} else say(`The tests in the real Electron are not run: ${found.reason}.`);
