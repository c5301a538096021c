import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { loadConfig } from '../main/config.ts';
import { silentLogger } from '../main/core/logger.ts';
import { openHubService } from '../main/service.ts';
import { bridgeFile } from '../main/services/clients/bridge-command.ts';

/**
 * What a bridge costs: from its start to the first answer, from the end of its input to its own, and its memory, with a hub that runs.
 * `node scripts/bench-bridge.ts [ROUNDS] [FILE]`: that of a checkout, or the file that is named (`out/main/mcp-bridge.js` after `npm run build`).
 */
const rounds = Number(process.argv[2] ?? '20');
const file = process.argv[3] ?? bridgeFile();

interface Round {
  startMs: number;
  endMs: number;
  /** Resident, and the part that is this process's alone. Unit: MB. */
  residentMb: number;
  ownMb: number;
  /** Processor time until the first answer; the system counts in steps of 10. */
  processorMs: number;
}

async function round(dataDirectory: string): Promise<Round> {
  const began = performance.now();
  const child = spawn(process.execPath, [file, '--data-dir', dataDirectory, '--no-start'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answered = new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await answered;
  const startMs = performance.now() - began;
  const status = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
  const megabytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  const times = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ') : [];
  const processorMs = (Number(times[11]) + Number(times[12])) * 10;
  const ending = performance.now();
  child.stdin.end();
  await ended;
  return { startMs, endMs: performance.now() - ending, residentMb: megabytes('VmRSS'), ownMb: megabytes('RssAnon'), processorMs };
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'hub-bench-'));
try {
  const config = loadConfig({ dataDirectory, model: join(dataDirectory, 'no-model'), workers: 1, vectorBackend: 'embedded' }, {});
  await using service = await openHubService({ config, logger: silentLogger, host: 'browser', version: '0' });
  await service.mcp.opened;
  const results: Round[] = [];
  for (let index = 0; index < rounds; index += 1) results.push(await round(dataDirectory));
  const figure = (name: keyof Round): { median: number; most: number } => {
    const sorted = results.map((one) => one[name]).toSorted((a, b) => a - b);
    return { median: Math.round(sorted[Math.floor(rounds / 2)]! * 10) / 10, most: Math.round(sorted.at(-1)! * 10) / 10 };
  };
  process.stdout.write(
    `${JSON.stringify({ bridge: relative(process.cwd(), file), rounds, startMs: figure('startMs'), endMs: figure('endMs'), residentMb: figure('residentMb'), ownMb: figure('ownMb'), processorMs: figure('processorMs') }, null, 2)}\n`,
  );
} finally {
  rmSync(dataDirectory, { recursive: true, force: true });
}
