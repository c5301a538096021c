import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HubService } from '../../../main/service.ts';
import { voiceFiles } from '../../services/retrieval/lookup-corpus.ts';
import { mcpCorpus, type McpCorpus } from '../../services/mcp/mcp-corpus.ts';
import { addressOf, openMcpService } from '../../services/mcp/mcp-service.ts';
import { recordedCalls } from '../../services/mcp/recorded-calls.ts';
import { openAgent } from '../../services/mcp/socket-client.ts';
import { writeFiles } from '../../services/sources/fixtures.ts';

const clients = 50;
const callsEach = 20;
const calmly = { signal: new AbortController().signal };

let corpus: McpCorpus;
let service: HubService;
let folder: string;

beforeAll(async () => {
  corpus = await mcpCorpus();
  service = await openMcpService(corpus.data);
  folder = mkdtempSync(join(tmpdir(), 'hub-growing-'));
  // Enough to be indexing for as long as the clients ask.
  for (let copy = 0; copy < 150; copy += 1)
    writeFiles(
      join(folder, `part${copy}`),
      Object.fromEntries(Object.entries(voiceFiles).map(([path, text]) => [path, `${text}\n# copy ${copy}\n`])),
    );
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  corpus.remove();
  rmSync(folder, { recursive: true, force: true });
});

it(`${clients} clients ask ${callsEach} times each while a source is indexed, without an error`, async () => {
  await service.handlers['sources.add']({ specifications: [{ name: 'growing', kind: 'folder', location: folder }] }, calmly);
  const script = Object.entries(recordedCalls)
    // Feedback writes to the disk and is rare.
    .filter(([name]) => name !== 'report_feedback')
    .flatMap(([name, calls]) => calls.slice(0, 8).map((args) => [name, args] as const));
  let failed = 0;
  let asked = 0;
  let sawIndexing = false;
  const worker = async (number: number): Promise<void> => {
    await using agent = await openAgent(addressOf(service), {
      name: `client-${number}`,
      era: number % 2 === 0 ? 'legacy' : 'auto',
    });
    for (let index = 0; index < callsEach; index += 1) {
      const [name, args] = script[(number * 7 + index * 3) % script.length]!;
      const { text } = await agent.call(name, args);
      asked += 1;
      if (text === '') failed += 1;
    }
  };
  const work = Promise.all(Array.from({ length: clients }, (_, number) => worker(number)));
  for await (const state of service.handlers['hub.state']({}, calmly)) {
    sawIndexing ||= state.jobs.some((job) => job.state === 'running');
    if (sawIndexing) break;
  }
  await work;
  service.mcp.log.flush();
  const page = await service.handlers['mcp.calls']({ limit: 1 }, calmly);
  const outcomes = Object.fromEntries(page.values.outcomes.map(({ value, count }) => [value, count]));
  expect({ asked, failed, sawIndexing, total: page.total }).toEqual({
    asked: clients * callsEach,
    failed: 0,
    sawIndexing: true,
    total: clients * callsEach,
  });
  expect(Object.keys(outcomes).filter((outcome) => !['answered', 'empty', 'refused'].includes(outcome))).toEqual([]);
});
