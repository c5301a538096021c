import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hubContract } from '../../../main/contract/hub-contract.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import type { HubService } from '../../../main/service.ts';
import { CallLog } from '../../../main/services/mcp/call-log.ts';
import type { NewMcpCall } from '../../../main/store/user-data/mcp-calls.ts';
import { UserData } from '../../../main/store/user-data/user-data.ts';
import { mcpCorpus, type McpCorpus } from './mcp-corpus.ts';
import { addressOf, openMcpService } from './mcp-service.ts';
import { openAgent } from './socket-client.ts';

const calmly = { signal: new AbortController().signal };
const day = 86_400_000;

const call = (more: Partial<NewMcpCall> = {}): NewMcpCall => ({
  calledAt: new Date().toISOString(),
  transport: 'socket',
  client: 'a',
  clientVersion: '1',
  session: null,
  project: '/p',
  tool: 'search_docs',
  arguments: '{"query":"x"}',
  outcome: 'answered',
  message: null,
  hits: 3,
  topScore: 0.5,
  lowConfidence: false,
  tokens: 100,
  elapsedMs: 4,
  queryId: null,
  search: null,
  sources: [],
  ...more,
});

describe('the log', () => {
  it('is paged newest first, filtered, counted and cleared; the old goes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-log-'));
    const data = UserData.open(join(folder, 'user.sqlite'), silentLogger);
    const written: number[] = [];
    const log = new CallLog(data, silentLogger, (newest) => written.push(newest));
    log.add(call({ calledAt: new Date(Date.now() - 31 * day).toISOString(), tool: 'get_doc' }));
    for (let index = 0; index < 5; index += 1) log.add(call({ arguments: `{"query":"50%_${index}"}` }));
    log.add(call({ tool: 'get_example', client: 'b', outcome: 'refused' }));
    expect(written).toEqual([]);
    log.flush();
    expect(written).toEqual([7]);
    const first = data.mcpCalls((calls) => calls.page({}, undefined, 4));
    expect(first).toMatchObject({ total: 6, next: 4 });
    const second = data.mcpCalls((calls) => calls.page({}, first.next!, 4));
    expect(second).toMatchObject({ total: 6, next: null });
    expect([...first.calls, ...second.calls].map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2]);
    expect(data.mcpCalls((calls) => calls.page({ contains: '50%_3' }, undefined, 9)).calls).toHaveLength(1);
    expect(data.mcpCalls((calls) => calls.page({ client: 'b', outcome: 'refused' }, undefined, 9)).calls).toHaveLength(1);
    expect(data.mcpCalls((calls) => calls.values('tool'))).toEqual([
      { value: 'search_docs', count: 5 },
      { value: 'get_example', count: 1 },
    ]);
    expect(data.mcpCalls((calls) => calls.clear())).toBe(6);
    expect(data.mcpCalls((calls) => calls.page({}, undefined, 9))).toEqual({ total: 0, calls: [], next: null });
    data[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('counts which chunks agents were given, each once an answer, for thirty days', () => {
    const data = UserData.open(':memory:', silentLogger);
    const log = new CallLog(data, silentLogger, () => {});
    const hit = { chunk_id: 'aaaaaaaaaaaa', path: 'a.py' };
    log.add(call(), {
      hits: [hit, hit, { doc_id: 'bbbbbbbbbbbb', more: [{ example_id: 'cccccccccccc' }] }],
      query_id: 'dddddddddddd',
    });
    log.add(call(), { hits: [hit, { chunk_id: 'not an id' }, { chunk_id: null }] });
    log.add(call({ outcome: 'refused' }));
    log.flush();
    const all = () => data.returnedChunks((chunks) => chunks.all());
    expect(all()).toEqual([
      { chunk: 'aaaaaaaaaaaa', times: 2 },
      { chunk: 'bbbbbbbbbbbb', times: 1 },
      { chunk: 'cccccccccccc', times: 1 },
    ]);
    data.returnedChunks((chunks) => chunks.add('2020-01-01', new Map([['eeeeeeeeeeee', 9]]), '2020-01-01'));
    expect(all()).toHaveLength(4);
    log.add(call(), { hits: [hit] });
    log.flush();
    expect(all()).toHaveLength(3);
    expect(all()[0]).toEqual({ chunk: 'aaaaaaaaaaaa', times: 3 });
    data.returnedChunks((chunks) => chunks.clear());
    expect(all()).toEqual([]);
    data[Symbol.dispose]();
  });

  it('is written early for one query alone, all of it or nothing', () => {
    const data = UserData.open(':memory:', silentLogger);
    const written: number[] = [];
    const log = new CallLog(data, silentLogger, (newest) => written.push(newest));
    log.add(call({ queryId: 'one' }));
    log.flushQuery('two');
    expect(written).toEqual([]);
    log.flushQuery('one');
    expect(written).toEqual([1]);
    expect(() =>
      data.together(() => {
        data.returnedChunks((chunks) => chunks.add('2026-01-01', new Map([['aaaaaaaaaaaa', 1]]), '2026-01-01'));
        throw new Error('midway');
      }),
    ).toThrow('midway');
    expect(data.returnedChunks((chunks) => chunks.all())).toEqual([]);
    data[Symbol.dispose]();
  });

  it('that cannot be written is said and keeps no answer waiting', () => {
    const data = UserData.open(':memory:', silentLogger);
    data[Symbol.dispose]();
    const said: string[] = [];
    const log = new CallLog(data, { ...silentLogger, warn: (message) => said.push(message) }, () => {});
    log.add(call());
    expect(() => log.flush()).not.toThrow();
    expect(said).toEqual(['Calls of agents could not be written to the log']);
  });
});

describe('what agents do', () => {
  let corpus: McpCorpus;
  let service: HubService;
  beforeAll(async () => {
    corpus = await mcpCorpus();
    service = await openMcpService(corpus.data);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    corpus.remove();
  });

  it('is in the log with its outcome', async () => {
    await using agent = await openAgent(addressOf(service), { name: 'outcomes' });
    await agent.call('search_docs', { query: 'hang up' });
    await agent.call('search_docs', { query: 'zzzqqq' });
    await agent.call('search_docs', { colour: 1 });
    await agent.call('get_doc', { path: '/none' });
    const { calls } = await service.handlers['mcp.calls']({ client: 'outcomes', limit: 10 }, calmly);
    expect(calls.map(({ tool, outcome, message }) => ({ tool, outcome, message }))).toEqual([
      { tool: 'get_doc', outcome: 'empty', message: 'not-found' },
      { tool: 'search_docs', outcome: 'refused', message: expect.stringContaining('colour') as string },
      { tool: 'search_docs', outcome: 'empty', message: 'nothing-alike' },
      { tool: 'search_docs', outcome: 'answered', message: null },
    ]);
    for (const { tokens, elapsedMs } of calls) {
      expect(tokens).toBeGreaterThan(0);
      expect(elapsedMs).toBeGreaterThanOrEqual(0);
    }
  });

  it('says which chunks they were given, until it is cleared', async () => {
    const counted = (): string[] => {
      using data = UserData.open(join(corpus.data, 'user.sqlite'), silentLogger);
      return data.returnedChunks((chunks) => chunks.all()).map(({ chunk }) => chunk);
    };
    await using agent = await openAgent(addressOf(service), { name: 'given' });
    await service.handlers['mcp.clear']({}, calmly);
    const answer = await agent.call('search_docs', { query: 'hang up' });
    const given = new Set(
      Array.from(JSON.stringify(answer.structured).matchAll(/"doc_id":"([0-9a-f]{12})"/g), (match) => match[1]!),
    );
    expect(given.size).toBeGreaterThan(0);
    service.mcp.log.flush();
    expect(counted()).toEqual([...given].sort());
    await service.handlers['mcp.clear']({}, calmly);
    expect(counted()).toEqual([]);
  });

  it('is told by the stream', async () => {
    const before = service.mcp.state.value.newestCall;
    await using agent = await openAgent(addressOf(service), { name: 'watched' });
    await agent.call('get_hub_status');
    service.mcp.log.flush();
    const ending = new AbortController();
    for await (const state of service.handlers['mcp.watch']({}, { signal: ending.signal })) {
      expect(() => hubContract['mcp.watch'].output.parse(state)).not.toThrow();
      if (state.newestCall > before && state.clients.some(({ name }) => name === 'watched')) ending.abort();
    }
    expect(ending.signal.aborted).toBe(true);
  });

  it('becomes a test case where it did not help', async () => {
    await using agent = await openAgent(addressOf(service), { name: 'critic', hello: { project: '/p' } });
    const search = await agent.call('search_api', { query: 'how to speak at once', module: 'voice' });
    const queryId = search.structured['query_id'];
    const said = await agent.call('report_feedback', {
      query_id: queryId,
      helpful: false,
      wanted: 'SpeechService.run',
      note: 'it gave something else',
    });
    expect(said.structured).toMatchObject({
      recorded: true,
      known_query: true,
      wanted: [{ source: 'voice', path: 'src/voice/speech.py', symbol: 'SpeechService.run' }],
    });
    const [saved] = await service.handlers['cases.list']({}, calmly);
    expect(saved).toMatchObject({
      id: said.structured['case_id'],
      query: 'how to speak at once',
      scope: { tool: 'api', filters: { module: 'voice' } },
      wanted: [{ source: 'voice', path: 'src/voice/speech.py', symbol: 'SpeechService.run' }],
    });
    const feedback = await service.handlers['mcp.feedback']({ limit: 10 }, calmly);
    expect(() => hubContract['mcp.feedback'].output.parse(feedback)).not.toThrow();
    expect(feedback.feedback[0]).toMatchObject({
      helpful: false,
      wanted: 'SpeechService.run',
      client: 'critic',
      project: '/p',
      caseId: saved!.id,
      call: { queryId, tool: 'search_api' },
    });
    const attention = await service.handlers['mcp.attention']({ days: 30 }, calmly);
    expect(() => hubContract['mcp.attention'].output.parse(attention)).not.toThrow();
    expect(attention.find(({ source }) => source === 'voice')).toMatchObject({ counts: { 'not-helpful': 1 } });
    expect(await service.handlers['mcp.removeFeedback']({ id: feedback.feedback[0]!.id }, calmly)).toEqual({ removed: true });
  });

  it.each([
    [{ helpful: true }, { case_id: null, known_query: false }],
    [
      { helpful: 'true', query_id: 'unknown', wanted: 'x' },
      { case_id: null, known_query: false },
    ],
    [
      { helpful: false, query: 'q', wanted: 'a place that is not indexed' },
      { wanted: [], case_id: expect.any(Number) as number },
    ],
    [{ helpful: false, wanted: 'x' }, { case_id: null }],
    [
      { helpful: false, query: 'q', wanted: 'https://docs.voice.example/guides/end-call' },
      { wanted: [{ source: 'site', path: 'guides/end-call.mdx' }] },
    ],
    [
      { helpful: false, query: 'q', wanted: 'src/voice/beta.py:3-9' },
      { wanted: [{ source: 'voice', path: 'src/voice/beta.py' }] },
    ],
  ])('says %j of a result', async (args, wanted) => {
    await using agent = await openAgent(addressOf(service));
    expect((await agent.call('report_feedback', args)).structured).toMatchObject({ recorded: true, ...wanted });
  });

  it('is forgotten where the user wants it', async () => {
    const { removed } = await service.handlers['mcp.clear']({}, calmly);
    expect(removed).toBeGreaterThan(0);
    expect((await service.handlers['mcp.calls']({ limit: 10 }, calmly)).total).toBe(0);
  });

  it('fits the contract where it is asked for', async () => {
    const status = await service.handlers['mcp.status']({}, calmly);
    expect(() => hubContract['mcp.status'].output.parse(status)).not.toThrow();
    expect(status).toMatchObject({ state: 'listening', http: null });
    expect(status.tools).toHaveLength(10);
  });
});
