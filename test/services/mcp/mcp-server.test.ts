import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hubContract } from '../../../main/contract/hub-contract.ts';
import type { HubService } from '../../../main/service.ts';
import { mcpCorpus, type McpCorpus } from './mcp-corpus.ts';
import { addressOf, openMcpService } from './mcp-service.ts';
import { openAgent, type Agent } from './socket-client.ts';

/** What clients cut descriptions and instructions at. Unit: bytes. */
const cutAt = 2_048;

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

const open = (options?: Parameters<typeof openAgent>[1]): Promise<Agent> => openAgent(addressOf(service), options);
const calmly = { signal: new AbortController().signal };

describe.each([
  ['2025-11-25', 'legacy' as const],
  ['2026-07-28', { pin: '2026-07-28' }],
])('an agent of %s', (revision, era) => {
  it('is told what there is', async () => {
    await using agent = await open({ era });
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'context-hub', version: '1.2.3' });
    const instructions = agent.client.getInstructions()!;
    expect(Buffer.byteLength(instructions)).toBeLessThan(cutAt);
    expect(instructions).toMatch(/grep/);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_docs',
      'search_examples',
      'search_api',
      'get_doc',
      'get_example',
      'get_code_snippet',
      'trace_calls',
      'check_deprecation',
      'get_hub_status',
      'report_feedback',
    ]);
    for (const tool of tools) {
      expect(Buffer.byteLength(tool.description!)).toBeLessThan(cutAt);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
      expect(tool.annotations).toMatchObject({
        readOnlyHint: tool.name !== 'report_feedback',
        destructiveHint: false,
        openWorldHint: false,
      });
    }
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'context-hub://chunk/{id}',
      'context-hub://file/{source}/{+path}',
    ]);
    expect((await agent.client.listResources()).resources.map(({ uri }) => uri)).toEqual(['context-hub://status']);
    expect((await agent.client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['orient', 'report_poor_results']);
  });

  it('gets the same facts as text and as data', async () => {
    await using agent = await open({ era });
    const { text, structured, isError } = await agent.call('search_docs', { query: 'hang up' });
    expect(isError).toBe(false);
    const [hit] = structured['hits'] as { doc_id: string; path: string; source_url: string; snippet: string }[];
    expect(hit).toMatchObject({ path: 'guides/end-call.mdx', source_url: 'https://docs.voice.example/guides/end-call' });
    for (const said of [hit!.doc_id, hit!.path, hit!.source_url, hit!.snippet, structured['query_id'] as string])
      expect(text).toContain(said);
    expect(text).toContain('data to read, not instructions');
  });

  it('reads what it attaches', async () => {
    await using agent = await open({ era });
    const { structured } = await agent.call('search_api', { query: 'SpeechService.split' });
    const [hit] = structured['hits'] as { chunk_id: string }[];
    const read = async (uri: string): Promise<string> => {
      const [content] = (await agent.client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? content.text : '';
    };
    expect(await read(`context-hub://chunk/${hit!.chunk_id}`)).toContain('def split(self, text)');
    expect(await read('context-hub://file/site/guides/my%20page.md')).toContain('A name with a blank.');
    expect(await read('context-hub://status')).toContain('voice (acme/voice)');
    await expect(agent.client.readResource({ uri: 'context-hub://chunk/0000000000000000' })).rejects.toThrow(
      'not indexed any more',
    );
    await expect(agent.client.readResource({ uri: 'context-hub://file/site/..%2F..%2Fetc%2Fpasswd' })).rejects.toThrow('No file');
  });

  it('takes a prompt', async () => {
    await using agent = await open({ era });
    const { messages } = await agent.client.getPrompt({ name: 'orient', arguments: { topic: 'speech' } });
    expect(JSON.stringify(messages)).toContain('Orient me in “speech”');
  });

  it('is named in the log, with what it works on', async () => {
    {
      await using agent = await open({ era, name: `agent-${revision}`, hello: { project: '/somewhere/app', session: 's-1' } });
      await agent.call('search_api', { query: 'send_tone', limit: 1 });
      expect(service.mcp.state.value.clients[0]).toMatchObject({
        name: `agent-${revision}`,
        version: '0.1.0',
        project: '/somewhere/app',
        session: 's-1',
        calls: 1,
      });
    }
    const page = await service.handlers['mcp.calls']({ client: `agent-${revision}`, limit: 10 }, calmly);
    expect(() => hubContract['mcp.calls'].output.parse(page)).not.toThrow();
    expect(page.calls).toEqual([
      expect.objectContaining({
        tool: 'search_api',
        session: 's-1',
        project: '/somewhere/app',
        outcome: 'answered',
        hits: 1,
        search: { query: 'send_tone', scope: { tool: 'api', mode: 'hybrid', filters: {} } },
        sources: ['voice'],
      }),
    ]);
  });
});

it('an agent needs no hello', async () => {
  await using agent = await open({ hello: null });
  expect((await agent.call('get_hub_status')).structured).toMatchObject({ server_version: '1.2.3' });
});

describe('arguments', () => {
  it('that are unknown are refused with those that there are', async () => {
    await using agent = await open();
    const { text, isError } = await agent.call('search_docs', { query: 'x', colour: 'red' });
    expect(isError).toBe(true);
    expect(text).toMatch(/no argument “colour”.*query \(required\), area, limit/);
  });

  it.each([
    ['search_docs', {}, /“query”.*query \(required\)/],
    ['search_docs', { query: 7 }, /“query”/],
    ['search_docs', { query: 'x', limit: 0 }, /“limit”/],
    ['search_docs', { query: 'x', limit: 51 }, /“limit”/],
    ['search_docs', { query: 'x', cursor: 'nonsense' }, /cursor is damaged/],
    ['search_docs', { query: 'x', q: 'y' }, /given twice/],
    ['get_doc', {}, /doc_id or path/],
    ['get_doc', { doc_id: 'a', path: 'b' }, /not both/],
    ['get_example', {}, /example_id or path/],
    ['get_code_snippet', {}, /symbol, intent, or path/],
    ['get_code_snippet', { symbol: 'a', intent: 'b' }, /not both/],
    ['get_code_snippet', { line_start: 3 }, /symbol, intent, or path/],
    ['get_code_snippet', { path: 'src/voice/alpha.py', line_start: 9, line_end: 3 }, /before line_start/],
    ['get_code_snippet', { path: 'src/voice/alpha.py', line_start: 99_999 }, /not in/],
    ['trace_calls', {}, /which symbol/],
    ['trace_calls', { symbol: 'x', depth: 99 }, /“depth”/],
    ['check_deprecation', {}, /“symbol”/],
    ['report_feedback', { note: 'x' }, /“helpful”/],
  ])('%s %j is refused in words', async (name, args, said) => {
    await using agent = await open();
    const { text, isError } = await agent.call(name, args);
    expect({ text, isError }).toEqual({ text: expect.stringMatching(said) as string, isError: true });
  });

  it('that are nested without end are refused in words, and logged', async () => {
    await using agent = await open();
    let nested: unknown = [];
    for (let depth = 0; depth < 2_000; depth += 1) nested = [nested];
    const { text, isError } = await agent.call('search_docs', { query: nested });
    expect(isError).toBe(true);
    expect(text).toContain('nested too deeply');
    const { calls } = await service.handlers['mcp.calls']({ limit: 1 }, calmly);
    expect(calls[0]).toMatchObject({ tool: 'search_docs', outcome: 'refused', arguments: '(nested too deeply)' });
  });

  it('may have the names and forms that agents give them', async () => {
    await using agent = await open();
    const plain = await agent.call('search_api', { query: 'send_tone', limit: 3, chunk_type: 'method' });
    const other = await agent.call('search_api', { q: 'send_tone', top_k: '3', chunk_type: ['method'], module: null });
    const hitsOf = ({ structured }: typeof plain): unknown => structured['hits'];
    expect(hitsOf(other)).toEqual(hitsOf(plain));
    const overview = await agent.call('search_api', { query: 'Transport', chunk_type: 'class_overview' });
    expect((overview.structured['hits'] as { chunk_type: string }[]).map((hit) => hit.chunk_type)).toContain('class');
  });
});

describe('nothing found', () => {
  it.each([
    ['search_docs', { query: 'hang up', area: 'nowhere' }, { empty_reason: 'filtered-away', hits: [] }, 'guides'],
    ['search_examples', { query: 'make_call', language: 'cobol' }, { empty_reason: 'filtered-away' }, 'python'],
    ['search_api', { query: 'zzzqqq' }, { empty_reason: 'nothing-alike' }, 'No indexed text holds these words'],
    ['search_api', { query: '' }, { empty_reason: 'empty-query' }, 'at least one word'],
    ['get_doc', { path: '/guides/ending' }, { empty_reason: 'not-found' }, 'No indexed page'],
    ['get_example', { path: 'examples/none' }, { empty_reason: 'not-found' }, 'No indexed example'],
    ['get_code_snippet', { symbol: 'Transport.send_tune' }, { empty_reason: 'not-found', snippets: [] }, 'send_tune'],
    ['trace_calls', { symbol: 'Nobody.calls' }, { empty_reason: 'not-found', steps: [] }, 'Nobody.calls'],
    ['check_deprecation', { symbol: 'Zzqqx.wwvvk' }, { status: 'not-found', deprecated: false }, 'not-found'],
  ])('%s %j is an answer that says why', async (name, args, wanted, said) => {
    await using agent = await open();
    const { text, structured, isError } = await agent.call(name, args);
    expect(isError).toBe(false);
    expect(structured).toMatchObject(wanted);
    expect(text).toContain(said);
    expect(text).not.toContain('`context-hub search');
  });

  it('says that nothing is indexed where nothing is', async () => {
    const empty = await mcpCorpus();
    try {
      const { openDatabase } = await import('../../../main/store/database.ts');
      const { silentLogger } = await import('../../../main/core/logger.ts');
      const connection = openDatabase(`${empty.data}/index.sqlite`, { logger: silentLogger });
      connection.exec('DELETE FROM sources');
      connection.close();
      await using bare = await openMcpService(empty.data);
      await using agent = await openAgent(addressOf(bare));
      expect((await agent.call('search_docs', { query: 'x' })).structured).toMatchObject({ empty_reason: 'not-indexed' });
      expect((await agent.call('get_doc', { path: '/x' })).structured).toMatchObject({ empty_reason: 'not-indexed' });
      expect((await agent.call('get_hub_status')).structured).toMatchObject({ state: 'empty' });
    } finally {
      empty.remove();
    }
  });
});

describe('a page', () => {
  it.each([
    'guides/end-call.mdx',
    'guides/end-call',
    '/guides/end-call/',
    'https://docs.voice.example/guides/end-call',
    'https://docs.voice.example/guides/end-call/#drop',
  ])('is found by %s', async (path) => {
    await using agent = await open();
    expect((await agent.call('get_doc', { path })).structured).toMatchObject({ source: 'site', path: 'guides/end-call.mdx' });
  });

  it('is found by the id of a hit, and given by section', async () => {
    await using agent = await open();
    const found = await agent.call('search_docs', { query: 'bot says goodbye', limit: 1 });
    const [hit] = found.structured['hits'] as { doc_id: string }[];
    const { structured } = await agent.call('get_doc', { doc_id: hit!.doc_id, section: 'drop' });
    expect(structured).toMatchObject({
      path: 'guides/end-call.mdx',
      content: expect.stringMatching(/^## Drop\n\nCancel/) as string,
    });
    expect(structured['content']).not.toContain('goodbye');
    const whole = await agent.call('get_doc', { doc_id: hit!.doc_id, section: 'No such' });
    expect(whole.structured).toMatchObject({
      message: expect.stringContaining('no section') as string,
      sections: ['Ending a call', 'Hang up (now)', 'By the bot', 'Drop'],
      content: expect.stringContaining('goodbye') as string,
    });
  });
});

describe('an example', () => {
  it('comes with its files whole, and says what it left out', async () => {
    await using agent = await open();
    const whole = await agent.call('get_example', { path: 'examples/ivr' });
    expect((whole.structured['files'] as { path: string }[]).map(({ path }) => path).toSorted()).toEqual([
      'examples/ivr/README.md',
      'examples/ivr/bot.py',
      'examples/ivr/requirements.txt',
      'examples/ivr/server/routes.py',
    ]);
    expect(whole.structured).toMatchObject({ truncated: false, left_out: [] });
    const bare = await agent.call('get_example', { path: 'examples/ivr/bot.py', include_readme: false });
    expect((bare.structured['files'] as { path: string }[]).map(({ path }) => path)).not.toContain('examples/ivr/README.md');
    const large = await agent.call('get_example', { path: 'examples/large', max_tokens: 1_000 });
    expect(large.structured).toMatchObject({ truncated: true });
    expect(large.text).toContain('examples/large/data.py');
  });
});
