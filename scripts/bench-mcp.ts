import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { resolve as absolute } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../main/config.ts';
import { helloLine } from '../main/core/mcp-address.ts';
import { silentLogger } from '../main/core/logger.ts';
import { openHubService } from '../main/service.ts';

/**
 * Many agents at once: how long their calls take in a hub that rests, and in one that reads everything anew at the same time. The clients are a process of their own.
 * `node scripts/bench-mcp.ts DATA-DIRECTORY [CLIENTS] [CALLS]`; the data directory is a copy, since it is written to. JSON on stdout.
 */
const [first = '', clientsText = '50', callsText = '20', socketPath] = process.argv.slice(2);
const clients = Number(clientsText);
const callsEach = Number(callsText);

/** One after the other, each client beginning somewhere else. */
const script: [tool: string, given: object][] = [
  ['search_docs', { query: 'how do I end a call from the bot' }],
  ['search_api', { query: 'transport output audio' }],
  ['search_examples', { query: 'phone bot with function calling' }],
  ['get_hub_status', {}],
  ['search_docs', { query: 'turn detection + interruptions' }],
  ['get_code_snippet', { intent: 'send keypad tones' }],
  ['search_api', { query: 'frame that ends a pipeline', chunk_type: 'class' }],
  ['check_deprecation', { symbol: 'PipelineTask' }],
  ['search_docs', { query: 'speech to text settings', max_tokens: 800 }],
  ['trace_calls', { symbol: 'push_frame', direction: 'callers', depth: 1 }],
];

interface Round {
  calls: number;
  errors: number;
  seconds: number;
  p50Ms: number;
  p95Ms: number;
  mostMs: number;
}

/** Begins when all are connected, as the hub meets them. */
async function round(address: string): Promise<Round> {
  const times: number[] = [];
  let errors = 0;
  const agents = await Promise.all(Array.from({ length: clients }, (_, number) => openAgent(address, number)));
  const began = performance.now();
  await Promise.all(
    agents.map(async (agent, number) => {
      for (let index = 0; index < callsEach; index += 1) {
        const [name, args] = script[(number * 7 + index) % script.length]!;
        const from = performance.now();
        const answer = await agent.ask('tools/call', { name, arguments: args });
        times.push(performance.now() - from);
        if (answer.error !== undefined || answer.result?.isError === true) errors += 1;
      }
      agent.end();
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
  return { calls: times.length, errors, seconds: Math.round(seconds * 10) / 10, p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1) };
}

interface Answer {
  id?: number;
  result?: { isError?: boolean };
  error?: object;
}

async function openAgent(
  address: string,
  number: number,
): Promise<{ ask(method: string, params: object): Promise<Answer>; end(): void }> {
  const socket = connect(address);
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  createInterface({ input: socket }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.resolve(answer);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The hub closed the connection.'));
  });
  let last = 0;
  const send = (message: object): void => void socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });
  socket.write(helloLine({ project: process.cwd(), client: `bench-${number}` }));
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: `bench-${number}`, version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return { ask, end: () => socket.destroy() };
}

/** A round in a process of its own. */
function roundApart(address: string): Promise<Round> {
  const words = [fileURLToPath(import.meta.url), '--clients', clientsText, callsText, address];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as Round));
    child.once('exit', (code) => reject(new Error(`The clients ended with ${code}.`)));
  });
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
  await roundApart(address);
  for await (const { jobs } of service.handlers['hub.state']({}, { signal }))
    if (jobs.every(({ endedAt }) => endedAt !== null)) break;
  const atRest = await roundApart(address);
  const { jobId } = await service.handlers['sources.refresh']({ names: [], force: true }, { signal });
  for await (const { jobs } of service.handlers['hub.state']({}, { signal }))
    if (jobs.find(({ id }) => id === jobId)?.progress.some(({ phase, done }) => phase === 'chunk' && done > 0)) break;
  const whileIndexing = await roundApart(address);
  const { cancelled } = await service.handlers['jobs.cancel']({ jobId }, { signal });
  return { clients, callsEach, atRest, whileIndexing, indexedThroughout: cancelled };
}

if (first === '--clients' && socketPath !== undefined) {
  process.stdout.write(`${JSON.stringify(await round(socketPath))}\n`);
} else if (first === '' || !(clients > 0) || !(callsEach > 0)) {
  process.stderr.write('node scripts/bench-mcp.ts COPY-OF-A-DATA-DIRECTORY [CLIENTS] [CALLS]\n');
  process.exitCode = 2;
} else process.stdout.write(`${JSON.stringify(await measure(first), null, 2)}\n`);
