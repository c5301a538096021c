import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HubError } from '../../contract/errors.ts';

const run = promisify(execFile);
/** Longest output of a benchmark. Unit: bytes. */
const longestOutput = 1024 * 1024;

/** Runs this program once more for one benchmark and returns its figures: what one run leaves in memory would count as the next one's. */
export async function benchInOwnProcess<Figures>(args: readonly string[], signal: AbortSignal): Promise<Figures> {
  const [, program = ''] = process.argv;
  try {
    const { stdout } = await run(process.execPath, [...process.execArgv, program, 'bench', ...args], {
      signal,
      maxBuffer: longestOutput,
    });
    return (JSON.parse(stdout) as { figures: Figures }).figures;
  } catch (error) {
    if (signal.aborted) throw new HubError('cancelled', 'Cancelled.');
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().slice(-500) : String(error);
    throw new HubError(
      'internal',
      `The benchmark ended in a process of its own: ${said || 'it said nothing'}. Run it alone.`,
      {},
      error,
    );
  }
}
