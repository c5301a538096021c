import { describe, expect, it } from 'vitest';
import { readBytes, readTogether, transcriptBytes } from '../../../helpers/transcript-bytes.ts';

const jsonl = (records: readonly unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');

describe('Codex', () => {
  const meta = {
    timestamp: '2026-01-01T00:00:00Z',
    type: 'session_meta',
    payload: { id: 'codex-1', cwd: '/srv/x', cli_version: '0.150.0' },
  };
  const item = (payload: unknown) => ({ timestamp: '2026-01-01T00:00:01Z', type: 'response_item', payload });
  const event = (payload: unknown) => ({ timestamp: '2026-01-01T00:00:02Z', type: 'event_msg', payload });

  it('finds MCP calls of code mode, which stand in an event alone, and the input of custom tools', () => {
    const { calls, file } = readBytes(
      jsonl([
        meta,
        item({ type: 'custom_tool_call', name: 'exec', call_id: 'c1', input: 'await hub.search("x")' }),
        event({
          type: 'item_completed',
          item: {
            type: 'McpToolCall',
            id: 'inner-1',
            server: 'context-hub',
            tool: 'search_docs',
            arguments: { query: 'x' },
            status: 'completed',
            result: { content: [{ type: 'text', text: '{"hits":[]}' }] },
            duration: { secs: 1, nanos: 0 },
          },
        }),
        item({ type: 'custom_tool_call_output', call_id: 'c1', output: 'done' }),
        item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'c2', input: '*** Begin Patch' }),
        item({
          type: 'custom_tool_call_output',
          call_id: 'c2',
          output: JSON.stringify({ output: 'Success', metadata: { exit_code: 0, duration_seconds: 0.5 } }),
        }),
      ]),
    );
    expect(calls.map(({ name, server, tool, serverExact, durationMs }) => [name, server, tool, serverExact, durationMs])).toEqual(
      [
        ['exec', null, 'exec', false, 0],
        ['mcp__context-hub__search_docs', 'context-hub', 'search_docs', true, 1000],
        ['apply_patch', null, 'apply_patch', false, 500],
      ],
    );
    expect(calls[2]!.arguments).toEqual({ input: '*** Begin Patch' });
    expect(file).toMatchObject({ agent: 'codex', toolCalls: 3, mcpCalls: 1, unanswered: 0, orphanResults: 0 });
  });

  it('takes true names from events, and says each thing once', () => {
    const { calls, file, read } = readBytes(transcriptBytes('broken/codex_0.124_namespace_split_and_dup_messages.jsonl'));
    expect(calls.map(({ server, tool, serverExact }) => [server, tool, serverExact])).toEqual([
      ['context-hub', 'search_docs', true],
      [null, 'exec_command', false],
    ]);
    expect(calls[1]!.result).toMatchObject({ exitCode: 1, isError: false, text: '' });
    expect(read.sessions[0]!.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'hi'],
      ['assistant', 'ok'],
    ]);
    expect(file.messages).toBe(2);
  });

  it('reads a failed call of a compressed rollout', () => {
    const { calls } = readBytes(transcriptBytes('broken/codex_compressed.jsonl.zst'));
    expect(calls).toMatchObject([
      { server: 'context-hub', result: { isError: true, text: 'timed out' }, flags: { unanswered: false } },
    ]);
  });

  it('reads files of 2025, which have no envelope', () => {
    const { file, calls } = readBytes(
      jsonl([
        { id: 'old-1', timestamp: '2025-05-01T00:00:00Z', instructions: null },
        { record_type: 'state' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
        { type: 'function_call', name: 'shell', arguments: '{"command":["rg","x"]}', call_id: 'c1' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: JSON.stringify({ output: '', metadata: { exit_code: 1, duration_seconds: 0.1 } }),
        },
      ]),
    );
    expect(file).toMatchObject({ agent: 'codex', records: 5, messages: 1, sessionIds: ['old-1'] });
    expect(calls).toMatchObject([{ name: 'shell', arguments: { command: ['rg', 'x'] }, result: { exitCode: 1 } }]);
  });

  it('reads what `codex exec --json` prints, which is no rollout', () => {
    const { file, calls } = readBytes(
      jsonl([
        { type: 'thread.started', thread_id: 'thread-1' },
        { type: 'turn.started' },
        {
          type: 'item.started',
          item: {
            id: 'item_0',
            type: 'mcp_tool_call',
            server: 'context-hub',
            tool: 'search_docs',
            arguments: { query: 'x' },
            status: 'in_progress',
          },
        },
        {
          type: 'item.completed',
          item: {
            id: 'item_0',
            type: 'mcp_tool_call',
            server: 'context-hub',
            tool: 'search_docs',
            arguments: { query: 'x' },
            status: 'completed',
            result: { content: [{ type: 'text', text: '{"hits":[]}' }] },
          },
        },
        {
          type: 'item.completed',
          item: {
            id: 'item_1',
            type: 'command_execution',
            command: 'rg x',
            aggregated_output: '',
            exit_code: 1,
            status: 'failed',
          },
        },
        { type: 'item.completed', item: { id: 'item_2', type: 'agent_message', text: 'done' } },
        { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 7 } },
      ]),
    );
    expect(file).toMatchObject({
      agent: 'codex',
      records: 7,
      toolCalls: 2,
      mcpCalls: 1,
      unanswered: 0,
      outputTokens: 7,
      sessionIds: ['thread-1'],
    });
    expect(calls[0]).toMatchObject({ server: 'context-hub', serverExact: true, result: { text: '{"hits":[]}' } });
    expect(calls[1]!.result).toMatchObject({ exitCode: 1 });
  });

  it('counts a fork’s copy of its parent once', () => {
    const turn = [
      event({ type: 'user_message', message: 'hi' }),
      item({ type: 'function_call', name: 'mcp__hub__search', arguments: '{"query":"x"}', call_id: 'c1' }),
      item({ type: 'function_call_output', call_id: 'c1', output: '{"hits":[]}' }),
    ];
    const later = [item({ type: 'function_call', name: 'mcp__hub__search', arguments: '{"query":"y"}', call_id: 'c2' })];
    const fork = { ...meta, payload: { ...meta.payload, id: 'codex-2' } };
    const original = jsonl([meta, ...turn]);
    const copied = jsonl([fork, meta, ...turn, ...later]);
    expect(readTogether([copied]).files[0]).toMatchObject({ toolCalls: 2, sessionIds: ['codex-2'] });
    const together = readTogether([original, copied]);
    expect(together.files.map(({ toolCalls, messages, duplicates }) => [toolCalls, messages, duplicates])).toEqual([
      [1, 1, 0],
      [1, 0, 2],
    ]);
    expect(together.sessions.map(({ calls }) => calls.map(({ id, order }) => [id, order]))).toEqual([[['c1', 0]], [['c2', 0]]]);
  });
});
