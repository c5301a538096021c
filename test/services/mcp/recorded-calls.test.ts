import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HubService } from '../../../main/service.ts';
import { estimateTokens } from '../../../main/services/mcp/budget.ts';
import { tools } from '../../../main/services/mcp/tools/index.ts';
import { runs } from '../../helpers/effort.ts';
import { mcpCorpus, type McpCorpus } from './mcp-corpus.ts';
import { addressOf, openMcpService } from './mcp-service.ts';
import { recordedCalls } from './recorded-calls.ts';
import { openAgent, type Agent } from './socket-client.ts';

const golden = fileURLToPath(new URL('../../golden/mcp', import.meta.url));
/** Most that an answer may take by default. Unit: tokens. */
const mostByDefault = 10_000;

let corpus: McpCorpus;
let service: HubService;
let agent: Agent;

beforeAll(async () => {
  corpus = await mcpCorpus();
  service = await openMcpService(corpus.data);
  agent = await openAgent(addressOf(service));
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  corpus.remove();
});

/** Without what differs from run to run. */
function scrubbed(text: string): string {
  return text
    .replaceAll(corpus.data, '<data>')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<query-id>')
    .replace(/\bW[A-Za-z0-9_-]{30,}/g, '<cursor>')
    .replace(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d\.\d+Z)?)?/g, '<time>');
}

it('every tool has its recorded calls', () => {
  expect(Object.keys(recordedCalls)).toEqual(tools.map(({ name }) => name));
});

describe.each(Object.entries(recordedCalls))('%s', (name, calls) => {
  it('answers as recorded, within the default budget', async () => {
    const parts: string[] = [];
    for (const args of calls) {
      const { text, structured, isError } = await agent.call(name, args);
      expect(estimateTokens(text)).toBeLessThanOrEqual(mostByDefault);
      expect(estimateTokens(JSON.stringify(structured))).toBeLessThanOrEqual(mostByDefault);
      const data = isError ? 'refused' : JSON.stringify(structured);
      parts.push(`### ${JSON.stringify(args)}\n\n${scrubbed(text)}\n\n${scrubbed(data)}\n`);
    }
    const path = `${golden}/${name}.txt`;
    const answers = parts.join('\n');
    if (process.env['UPDATE_GOLDEN'] === '1') {
      mkdirSync(golden, { recursive: true });
      writeFileSync(path, answers);
    }
    expect(answers).toBe(readFileSync(path, 'utf8'));
  });
});

it('no arguments bring a tool to fail, only to refuse', async () => {
  const names = tools.map(({ name }) => name);
  const keys = [...new Set(tools.flatMap((tool) => [...Object.keys(tool.input.shape), ...Object.keys(tool.aliases)]))];
  const words = fc.constantFrom(
    '',
    'Transport',
    '" OR NEAR( *',
    "it's",
    'a/b.py',
    'C++',
    '\0',
    '%',
    '../..',
    'voice',
    '\u{1F600}',
    'x'.repeat(1_500),
  );
  const value = fc.oneof(words, fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(words, { maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 }),
      async (name, args) => {
        await agent.call(name, args);
        service.mcp.log.flush();
        const { calls } = await service.handlers['mcp.calls']({ limit: 1 }, { signal: new AbortController().signal });
        expect(calls[0]).toMatchObject({ tool: name, outcome: expect.stringMatching(/^(answered|empty|refused)$/) as string });
      },
    ),
    { numRuns: runs(60) },
  );
});
