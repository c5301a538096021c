import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMutation } from '../../../../main/core/sessions/readers/mutation-log.ts';
import { runs } from '../../../helpers/effort.ts';
import { readTranscripts } from '../../../helpers/sessions.ts';

const request = {
  requestId: 'r1',
  timestamp: 1785574800000,
  modelId: 'copilot/m-1',
  message: { text: 'how is send_dtmf called?' },
  response: [
    { kind: 'mcpServersStarting' },
    {
      kind: 'toolInvocationSerialized',
      toolCallId: 'call_1',
      toolId: 'mcp_context-hub_search_docs',
      source: { type: 'mcp', serverLabel: 'context-hub', label: 'context-hub' },
      resultDetails: {
        input: '{"query":"send_dtmf"}',
        output: [{ type: 'embed', isText: true, value: '{"hits":[]}' }],
        isError: false,
      },
    },
    { value: 'It is **not** there.' },
  ],
  result: {
    metadata: {
      toolCallRounds: [
        {
          response: 'I ask the hub.',
          toolCalls: [{ id: 'call_1__vscode-17', name: 'mcp_context-hub_search_docs', arguments: '{"query":"send_dtmf"}' }],
        },
        { response: '', toolCalls: [{ id: 'call_2__vscode-18', name: 'grep_search', arguments: '{"query":"send_dtmf"}' }] },
        { response: 'It is not there.', toolCalls: [] },
      ],
      toolCallResults: {
        'call_1__vscode-17': { content: [{ value: '{"hits":[]}' }] },
        'call_2__vscode-18': { content: [{ value: { node: { children: [{ text: 'No matches found' }] } } }] },
      },
    },
  },
};
const session = {
  version: 3,
  responderUsername: 'GitHub Copilot',
  sessionId: 's-1',
  creationDate: 1785574700000,
  customTitle: 'a title',
  requests: [request],
};

function read(file: string, text: string) {
  const { files, sessions } = readTranscripts({ [file]: text });
  return { account: files[0]!, session: sessions[0]! };
}

const expectedCalls = [
  {
    id: 'call_1__vscode-17',
    server: 'context-hub',
    tool: 'search_docs',
    serverExact: true,
    arguments: { query: 'send_dtmf' },
    result: { text: '{"hits":[]}' },
  },
  { id: 'call_2__vscode-18', server: null, tool: 'grep_search', result: { text: 'No matches found' } },
];

describe('a chat of Copilot in VS Code', () => {
  it('is read as the document that it was, written in one line or many', () => {
    for (const text of [JSON.stringify(session), JSON.stringify(session, null, 2)]) {
      const { account, session: one } = read('s-1.json', text);
      expect(account).toMatchObject({
        agent: 'copilot',
        transcript: true,
        toolCalls: 2,
        mcpCalls: 1,
        unanswered: 0,
        sessionIds: ['s-1'],
      });
      expect(one).toMatchObject({ id: 's-1', title: 'a title', models: ['copilot/m-1'] });
      expect(one.turns.map(({ prompt }) => prompt)).toEqual(['how is send_dtmf called?']);
      expect(one.calls).toMatchObject(expectedCalls);
      expect(one.messages.map(({ role, text: said }) => [role, said])).toEqual([
        ['user', 'how is send_dtmf called?'],
        ['assistant', 'I ask the hub.'],
        ['assistant', 'It is not there.'],
      ]);
    }
  });

  it('has what was shown where the rounds were not kept', () => {
    const { result: _result, ...shown } = request;
    const { session: one } = read('s-1.json', JSON.stringify({ ...session, requests: [{ ...shown, isCanceled: true }] }));
    expect(one.calls).toMatchObject([{ ...expectedCalls[0], id: 'call_1' }]);
    expect(one.messages.at(-1)).toMatchObject({ role: 'assistant', text: 'It is **not** there.' });
  });

  it('is replayed from the log of its changes, and what reaches nowhere is told of', () => {
    const lines = [
      { kind: 0, v: { ...session, customTitle: undefined, requests: [] } },
      { kind: 1, k: ['customTitle'], v: 'a title' },
      { kind: 2, k: ['requests'], v: [{ ...request, response: [], result: undefined }] },
      { kind: 2, k: ['requests', 0, 'response'], v: request.response },
      { kind: 1, k: ['requests', 0, 'result'], v: request.result },
      { kind: 2, k: ['requests', 0, 'response'], v: [], i: 1 },
      { kind: 1, k: ['requests', 7, 'result'], v: {} },
      { kind: 3, k: ['inputState'] },
    ];
    const { account, session: one } = read('s-1.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(account).toMatchObject({ agent: 'copilot', records: 8, skippedCount: 1, skipped: [{ line: 7 }], toolCalls: 2 });
    expect(one).toMatchObject({ id: 's-1', title: 'a title' });
    expect(one.calls).toMatchObject(expectedCalls.map(({ serverExact: _exact, ...call }) => call));
  });
});

describe('a log of changes', () => {
  it('changes nothing but its document, whatever it names', () => {
    const step = fc.oneof(fc.constantFrom<string | number>('__proto__', 'constructor', 'a', 'list', 0, 1, -1, 1e9), fc.string());
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ kind: fc.constantFrom(1, 2, 3), k: fc.array(step, { maxLength: 4 }), v: fc.jsonValue(), i: fc.integer() }),
        ),
        (changes) => {
          const document = { a: { b: 1 }, list: [1, 2] };
          for (const change of changes) applyMutation(document, change);
          expect(Object.getPrototypeOf({})).toBe(Object.prototype);
          expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
          expect(JSON.stringify(document).length).toBeLessThan(1_000_000);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
