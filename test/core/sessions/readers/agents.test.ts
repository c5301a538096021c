import { describe, expect, it } from 'vitest';
import { ClaudeRecords, readBytes, transcriptBytes } from '../../../helpers/transcript-bytes.ts';

const jsonl = (records: readonly unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');

describe('names of MCP tools', () => {
  const claude = (name: string, servers: readonly string[] = []) => {
    const { calls } = readBytes(new ClaudeRecords().user('go').call('c', name, {}).text(), { servers });
    return [calls[0]!.server, calls[0]!.tool];
  };
  const gemini = (name: string, servers: readonly string[] = []) => {
    const { calls } = readBytes(
      JSON.stringify({
        sessionId: 'g',
        projectHash: '0',
        messages: [{ id: '1', type: 'gemini', content: '', toolCalls: [{ id: 't', name, args: {}, status: 'success' }] }],
      }),
      { servers },
    );
    return [calls[0]!.server, calls[0]!.tool];
  };
  const opencode = (tool: string, servers: readonly string[] = []) => {
    const part = { id: 'p', type: 'tool', callID: 'c', tool, state: { status: 'running', input: {} } };
    const { calls } = readBytes(
      JSON.stringify({ info: { id: 'ses_1' }, messages: [{ info: { id: 'm', role: 'assistant' }, parts: [part] }] }),
      { servers },
    );
    return [calls[0]!.server, calls[0]!.tool];
  };

  it('are cut at the first separator where nothing is known', () => {
    expect(claude('mcp__hub__get__doc')).toEqual(['hub', 'get__doc']);
    expect(claude('mcp__plugin_context7_context7__query-docs')).toEqual(['plugin_context7_context7', 'query-docs']);
    expect(gemini('mcp_hub_search_docs')).toEqual(['hub', 'search_docs']);
    expect(opencode('hub_search_docs')).toEqual(['hub', 'search_docs']);
    expect(claude('Grep')).toEqual([null, 'Grep']);
    expect(opencode('lsp_hover')).toEqual([null, 'lsp_hover']);
    expect(gemini('search_file_content')).toEqual([null, 'search_file_content']);
  });

  it('are cut behind a server that is known, as each agent writes it', () => {
    const servers = ['my__docs hub'];
    expect(claude('mcp__my__docs_hub__get__doc', servers)).toEqual(['my__docs hub', 'get__doc']);
    expect(gemini('mcp_my__docs_hub_search', servers)).toEqual(['my__docs hub', 'search']);
    expect(opencode('my__docs_hub_search', servers)).toEqual(['my__docs hub', 'search']);
    expect(opencode('context_hub_search_docs')).toEqual(['context-hub', 'search_docs']);
  });
});

describe('other agents', () => {
  it('Gemini CLI: what was taken back is kept apart', () => {
    const { calls, file } = readBytes(transcriptBytes('broken/gemini_rewind_and_update.jsonl'));
    expect(calls.map(({ id, abandoned }) => [id, abandoned])).toEqual([
      ['t2', null],
      ['t1', 'rewound'],
    ]);
    expect(file).toMatchObject({ toolCalls: 1, mcpCalls: 0 });
    expect(calls[0]!.result).toMatchObject({ found: 0 });
  });

  it('OpenCode: what is called invalid has failed', () => {
    const { calls } = readBytes(transcriptBytes('broken/opencode_export_invalid_and_running.json'));
    expect(
      calls.map(({ name, server, flags, result }) => [
        name,
        server,
        flags.unavailable,
        result?.isError ?? null,
        result?.found ?? null,
      ]),
    ).toEqual([
      ['context-hub_search_docs', 'context-hub', false, false, null],
      ['grep', null, false, false, 0],
      ['invalid', null, true, true, null],
      ['bash', null, false, null, null],
    ]);
  });

  it('Cursor: one tool makes all MCP calls, under changing names of its fields', () => {
    const inputs = [
      { server: 'hub', toolName: 'search', arguments: { query: 'x' } },
      { serverIdentifier: 'hub', tool: 'search', args: '{"query":"x"}' },
      { providerIdentifier: 'hub', tool_name: 'search', toolArgs: { query: 'x' } },
    ];
    const { calls } = readBytes(
      jsonl([
        { role: 'assistant', message: { content: inputs.map((input) => ({ type: 'tool_use', name: 'CallMcpTool', input })) } },
        { type: 'turn_ended', status: 'error', error: 'User aborted request' },
      ]),
    );
    for (const call of calls)
      expect(call).toMatchObject({
        server: 'hub',
        tool: 'search',
        serverExact: true,
        arguments: { query: 'x' },
        flags: { unanswered: true, interrupted: true },
      });
    expect(calls).toHaveLength(3);
  });

  it('Cline: calls in XML find their results by place', () => {
    const { calls } = readBytes(transcriptBytes('broken/cline_xml_tools_api_conversation_history.json'));
    expect(calls.map(({ server, tool, arguments: given, result }) => [server, tool, given, result!.found])).toEqual([
      ['context-hub', 'search_docs', { query: 'q' }, null],
      [null, 'search_files', { path: 'node_modules', regex: 'foo' }, 0],
    ]);
    expect(calls[0]!.result!.text).toContain('"hits":[]');
  });

  it('Cline and Roo: calls as blocks, and the new sessions', () => {
    const blocks = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'mcp--hub--search', input: { query: 'x' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'nothing' }] }] },
    ];
    expect(readBytes(JSON.stringify(blocks)).calls).toMatchObject([
      { server: 'hub', tool: 'search', result: { text: 'nothing' } },
    ]);
    const sdk = { version: 1, updated_at: 'x', agent: 'act', sessionId: 's-1', messages: blocks, system_prompt: '' };
    expect(readBytes(JSON.stringify(sdk)).file).toMatchObject({ agent: 'cline', records: 3, toolCalls: 1, sessionIds: ['s-1'] });
  });

  it('Pi: a call on a branch that was left is one, and says so', () => {
    const { calls, file } = readBytes(transcriptBytes('broken/pi_abandoned_branch_orphan.jsonl'));
    expect(calls.map(({ id, server, tool, abandoned, flags }) => [id, server, tool, abandoned, flags.unanswered])).toEqual([
      ['t1', 'context-hub', 'search_docs', 'branch', false],
      ['t2', null, 'bash', 'branch', true],
    ]);
    expect(file.toolCalls).toBe(2);
  });

  it('Copilot CLI: answers come in another order, arguments as object or text', () => {
    const { calls } = readBytes(transcriptBytes('broken/copilot_interleaved_no_shutdown.jsonl'));
    expect(
      calls.map(({ server, tool, serverExact, arguments: given, result }) => [
        server,
        tool,
        serverExact,
        given,
        result!.isError,
        result!.found,
      ]),
    ).toEqual([
      ['context-hub', 'search_docs', true, { query: 'q' }, false, null],
      [null, 'grep', false, { pattern: 'foo' }, true, 0],
    ]);
    expect(calls.map(({ durationMs }) => durationMs)).toEqual([2000, 1000]);
  });
});
