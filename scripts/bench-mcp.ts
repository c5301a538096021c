import { spawn } from 'node:child_process';
import { resolve as absolute } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../main/config.ts';
import { silentLogger } from '../main/core/logger.ts';
import { seededRandom } from '../main/core/seeded-random.ts';
import { openHubService } from '../main/service.ts';
import { openAgent } from './bench-mcp/agent.ts';
import { sessionOf } from './bench-mcp/agent-calls.ts';

/**
 * Many agents at once: how long their calls take in a hub that rests, and in one that reads everything anew at the same time. The clients are a process of their own
 * and ask without a pause: each has one call under way at any moment. `node scripts/bench-mcp.ts DATA-DIRECTORY [CLIENTS] [CALLS] [rest|paced]`; the data directory is a
 * copy, since it is written to. With `paced` each waits between two calls as an agent does that reads an answer and thinks. JSON on stdout.
 */
const [first = '', clientsText = '50', callsText = '20', extra, roundText = '0', pacedText = ''] = process.argv.slice(2);
const paced = extra === 'paced' || pacedText === 'paced';
/** How long an agent reads and thinks between two calls, evenly spread; the same in every run. Unit: milliseconds. */
const [leastPauseMs, mostPauseMs] = [1_000, 4_000];
const clients = Number(clientsText);
const callsEach = Number(callsText);

interface Spread {
  calls: number;
  p50Ms: number;
  p95Ms: number;
  mostMs: number;
}

interface Round extends Spread {
  errors: number;
  /** The first of them, to look into. */
  firstError: string | null;
  seconds: number;
  tools: Record<string, Spread>;
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { calls: times.length, p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1) };
}

/** Begins when all are connected, as the hub meets them. Each client begins elsewhere in its session. */
async function round(address: string, number: number): Promise<Round> {
  const times = new Map<string, number[]>();
  const errors: string[] = [];
  const agents = await Promise.all(Array.from({ length: clients }, (_, client) => openAgent(address, client)));
  const began = performance.now();
  await Promise.all(
    agents.map(async (agent, client) => {
      const session = sessionOf(client, number);
      const random = seededRandom(client * 1_000 + number);
      for (let index = 0; index < callsEach; index += 1) {
        const { tool, given } = session[(client * 7 + index) % session.length]!;
        if (paced) await pause(leastPauseMs + random() * (mostPauseMs - leastPauseMs));
        const from = performance.now();
        const { error, result } = await agent.call(tool, given);
        times.set(tool, [...(times.get(tool) ?? []), performance.now() - from]);
        if (error !== undefined || result?.isError === true)
          errors.push(`${tool} ${JSON.stringify(given)}: ${error?.message ?? result?.content?.[0]?.text ?? ''}`);
      }
      agent.end();
    }),
  );
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return {
    ...spreadOf([...times.values()].flat()),
    errors: errors.length,
    firstError: errors[0] ?? null,
    seconds,
    tools: Object.fromEntries([...times].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([tool, each]) => [tool, spreadOf(each)])),
  };
}

/** A round in a process of its own. Memory is that of the hub when the round is over. */
async function roundApart(
  address: string,
  number: number,
  many = clients,
  pauses = paced,
): Promise<Round & { residentMb: number }> {
  const words = [
    fileURLToPath(import.meta.url),
    '--clients',
    String(many),
    String(callsEach),
    address,
    String(number),
    ...(pauses ? ['paced'] : []),
  ];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const done = await new Promise<Round>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as Round));
    child.once('exit', (code) => reject(new Error(`The clients ended with ${code}.`)));
  });
  return { ...done, residentMb: Math.round(process.memoryUsage.rss() / 1e6) };
}

/** Both rounds; the reading is cancelled when the second is over. */
async function measure(dataDirectory: string): Promise<object> {
  const config = loadConfig({ dataDirectory: absolute(dataDirectory) });
  await using service = await openHubService({ config, logger: silentLogger, host: 'browser', version: 'bench' });
  await service.mcp.opened;
  const { state, address, message } = service.mcp.state.value;
  if (state !== 'listening' || address === null) throw new Error(message ?? `Agents cannot connect: ${state}.`);
  const { signal } = new AbortController();
  for await (const { writer } of service.handlers['hub.state']({}, { signal })) if (writer.state === 'ready') break;
  // The model and the vectors are loaded by the first; what an earlier run left unfinished is over after it.
  await roundApart(address, 0, 4, false);
  for await (const { jobs } of service.handlers['hub.state']({}, { signal }))
    if (jobs.every(({ endedAt }) => endedAt !== null)) break;
  const atRest = await roundApart(address, 1);
  if (extra === 'rest') return { clients, callsEach, paced, atRest };
  const { jobId } = await service.handlers['sources.refresh']({ names: [], force: true }, { signal });
  for await (const { jobs } of service.handlers['hub.state']({}, { signal }))
    if (jobs.find(({ id }) => id === jobId)?.progress.some(({ phase, done: read }) => phase === 'chunk' && read > 0)) break;
  const whileIndexing = await roundApart(address, 2);
  // How far the reading came meanwhile: it gives way to agents, and goes on.
  const indexedMeanwhile: Record<string, number> = {};
  for await (const { jobs } of service.handlers['hub.state']({}, { signal })) {
    for (const { source, phase, done } of jobs.find(({ id }) => id === jobId)?.progress ?? [])
      indexedMeanwhile[`${source ?? 'all'} ${phase}`] = done;
    break;
  }
  const { cancelled } = await service.handlers['jobs.cancel']({ jobId }, { signal });
  return { clients, callsEach, paced, atRest, whileIndexing, indexedThroughout: cancelled, indexedMeanwhile };
}

if (first === '--clients' && extra !== undefined) {
  process.stdout.write(`${JSON.stringify(await round(extra, Number(roundText)))}\n`);
} else if (first === '' || !(clients > 0) || !(callsEach > 0)) {
  process.stderr.write('node scripts/bench-mcp.ts COPY-OF-A-DATA-DIRECTORY [CLIENTS] [CALLS] [rest|paced]\n');
  process.exitCode = 2;
} else process.stdout.write(`${JSON.stringify(await measure(first), null, 2)}\n`);
