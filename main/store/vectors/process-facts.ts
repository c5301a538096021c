import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const commandTimeoutMs = 5_000;

/** Whether a process runs; one that is dead and only waits to be collected by its parent does not. */
export async function isProcessAlive(processId: number): Promise<boolean> {
  if (!Number.isInteger(processId) || processId <= 1) return false;
  try {
    process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs, as somebody else
  }
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
  return !/^\d+ \(.*\) [ZX] /s.test(status) && status !== '';
}

/** Whether the command line of a process holds the text; null where this platform cannot tell. */
export async function commandLineContains(processId: number, text: string): Promise<boolean | null> {
  if (process.platform === 'win32') return null;
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => null);
    return line === null ? null : line.split('\0').includes(text);
  }
  const line = await processStatus(processId, 'command=');
  return line === null ? null : line.includes(text);
}

/** Bytes of a process that are in memory; null where this platform cannot tell. */
export async function residentBytes(processId: number): Promise<number | null> {
  if (process.platform === 'win32') return null;
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${processId}/status`, 'utf8').catch(() => ''))?.[1]
      : (await processStatus(processId, 'rss='))?.trim();
  return kilobytes === undefined || kilobytes === '' ? null : Number(kilobytes) * 1024;
}

async function processStatus(processId: number, format: string): Promise<string | null> {
  try {
    return (await run('ps', ['-o', format, '-p', String(processId)], { timeout: commandTimeoutMs })).stdout;
  } catch {
    return null;
  }
}
