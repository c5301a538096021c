import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HubService } from '../../../main/service.ts';
import { bytesOf, cutText, estimateTokens, linesWithin } from '../../../main/services/mcp/budget.ts';
import { fenced } from '../../../main/services/mcp/markdown.ts';
import { decodePageCursor, encodePageCursor } from '../../../main/services/mcp/page-cursor.ts';
import { mcpCorpus, type McpCorpus } from './mcp-corpus.ts';
import { addressOf, openMcpService } from './mcp-service.ts';
import { openAgent, type Agent, type ToolResult } from './socket-client.ts';

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

const open = (): Promise<Agent> => openAgent(addressOf(service));

/** All pages of a call, by following its cursors. */
async function pagesOf(agent: Agent, name: string, args: Record<string, unknown>): Promise<ToolResult[]> {
  const pages: ToolResult[] = [];
  let cursor: unknown = undefined;
  do {
    const page = await agent.call(name, cursor === undefined ? args : { ...args, cursor });
    expect(page.isError).toBe(false);
    pages.push(page);
    cursor = page.structured['next_cursor'] ?? undefined;
  } while (cursor !== undefined && pages.length < 200);
  return pages;
}

const idsOf = (page: ToolResult): string[] => (page.structured['hits'] as { chunk_id: string }[]).map((hit) => hit.chunk_id);

describe('an answer', () => {
  it('of ten hits takes at most 6,000 characters, in both forms', async () => {
    await using agent = await open();
    for (const [name, query] of [
      ['search_docs', 'call'],
      ['search_examples', 'make_call transport route'],
      ['search_api', 'transport send tone step audio connect'],
    ] as const) {
      const { text, structured } = await agent.call(name, { query });
      expect(text.length).toBeLessThanOrEqual(6_000);
      expect(JSON.stringify(structured).length).toBeLessThanOrEqual(6_000);
    }
  });

  it('keeps to max_tokens, and its cursor goes on behind the last hit that is shown', async () => {
    await using agent = await open();
    const query = 'transport send tone audio connect';
    const all = await pagesOf(agent, 'search_api', { query, limit: 50, max_tokens: 20_000 });
    const wanted = all.flatMap(idsOf);
    expect(wanted.length).toBeGreaterThan(8);
    const small = await pagesOf(agent, 'search_api', { query, limit: 6, max_tokens: 400 });
    expect(small.flatMap(idsOf)).toEqual(wanted);
    expect(small.length).toBeGreaterThan(Math.ceil(wanted.length / 6));
    for (const { text, structured } of small) {
      expect(estimateTokens(text)).toBeLessThanOrEqual(400);
      expect(estimateTokens(JSON.stringify(structured))).toBeLessThanOrEqual(400);
    }
  });

  it('of a long page comes in parts that make the whole', async () => {
    await using agent = await open();
    const [whole] = await pagesOf(agent, 'get_doc', { path: 'guides/end-call', max_tokens: 5_000 });
    const parts = await pagesOf(agent, 'get_doc', { path: 'guides/end-call', max_tokens: 200 });
    expect(parts.map(({ structured }) => structured['content']).join('\n')).toBe(whole!.structured['content']);
  });

  it('of code that is cut says how to go on, to the end', async () => {
    await using agent = await open();
    const lines: string[] = [];
    let args: Record<string, unknown> = { symbol: 'Transport.run_all', max_lines: 40 };
    for (let round = 0; round < 20; round += 1) {
      const { structured } = await agent.call('get_code_snippet', args);
      const [snippet] = structured['snippets'] as [{ content: string; next: Record<string, unknown> | null }];
      lines.push(...snippet.content.split('\n'));
      if (snippet.next === null) break;
      args = { ...snippet.next, max_lines: 40 };
    }
    expect(lines).toHaveLength(133);
    expect(lines[0]).toContain('def run_all');
    expect(lines.at(-1)).toContain('return None');
  });

  it('of an example gives every file once over its pages', async () => {
    await using agent = await open();
    const pages = await pagesOf(agent, 'get_example', { path: 'examples/ivr', max_tokens: 200 });
    const paths = pages.flatMap(({ structured }) => (structured['files'] as { path: string }[]).map(({ path }) => path));
    expect(paths.toSorted()).toEqual([
      'examples/ivr/README.md',
      'examples/ivr/bot.py',
      'examples/ivr/requirements.txt',
      'examples/ivr/server/routes.py',
    ]);
  });

  it('of calls comes in parts that make the whole', async () => {
    await using agent = await open();
    const args = { symbol: 'SpeechService.split', direction: 'callers', depth: 3 };
    const whole = await agent.call('trace_calls', { ...args, max_tokens: 8_000 });
    const parts = await pagesOf(agent, 'trace_calls', { ...args, max_tokens: 200 });
    const steps = parts.flatMap(({ structured }) => structured['steps'] as unknown[]);
    expect(steps).toEqual(whole.structured['steps']);
    expect(steps.length).toBeGreaterThan(1);
  });
});

describe('a cursor', () => {
  it('comes back, and belongs to what it was made for', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.string()), (offset, of) => {
        expect(decodePageCursor(encodePageCursor(offset, of), of)).toBe(offset);
        expect(() => decodePageCursor(encodePageCursor(offset, of), [...of, 'more'])).toThrow('other arguments');
      }),
    );
  });

  it('is refused whatever else it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodePageCursor(text, ['x'])).toThrow(/cursor/);
      }),
    );
  });
});

describe('a text', () => {
  it('that is cut keeps to its limit and is a beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 10, max: 300 }), (text, most) => {
        const cut = cutText(text, most);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Math.max(most, Buffer.byteLength(text) <= most ? most : 0));
        if (cut !== text) expect(text.startsWith(cut.slice(0, -2).trimEnd())).toBe(true);
      }),
    );
  });

  it('is counted in lines that fit, at least one', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 }), { minLength: 1 }), fc.integer({ min: 1, max: 200 }), (lines, most) => {
        const count = linesWithin(lines, most);
        expect(count).toBeGreaterThan(0);
        if (count > 1) expect(Buffer.byteLength(`${lines.slice(0, count).join('\n')}\n`)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('cannot leave its fence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('```', '````', '  `````python', 'text', '')), (lines) => {
        const [first, ...rest] = fenced(lines.join('\n')).split('\n');
        const fence = /^`+/.exec(first!)![0];
        const closing = rest.findIndex((line) => new RegExp(`^ {0,3}\`{${fence.length},}\\s*$`).test(line));
        expect(closing).toBe(rest.length - 1);
      }),
    );
  });

  it('of so many tokens takes no more by its own estimate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (tokens) => {
        expect(estimateTokens('a'.repeat(bytesOf(tokens)))).toBeLessThanOrEqual(tokens);
      }),
    );
  });
});
