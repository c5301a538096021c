import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSessions } from '../../../main/services/sessions/read-sessions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-hub-sessions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('databases', () => {
  it('of a single chat of Cursor’s command line give it with its calls and their results', async () => {
    const path = join(folder, 'chats/0d26/11111111-2222-4333-8444-555555555555/store.db');
    mkdirSync(join(path, '..'), { recursive: true });
    const database = new Database(path);
    database.exec('CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)');
    const facts = { agentId: 'x', name: 'a title', createdAt: 1785574800000, lastUsedModel: 'm-1' };
    database.prepare('INSERT INTO meta VALUES (?, ?)').run('0', Buffer.from(JSON.stringify(facts)).toString('hex'));
    const put = (value: unknown): void => {
      const data = Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
      database.prepare('INSERT INTO blobs VALUES (?, ?)').run(String(Math.random()), data);
    };
    put({ role: 'system', content: 'you are' });
    put({ role: 'user', content: [{ type: 'text', text: '<user_query>\nwhere is it?\n</user_query>' }] });
    put(Buffer.from([0x0a, 0x20, 1, 2, 3]));
    put({
      role: 'assistant',
      id: '1',
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'I look.' },
        {
          type: 'tool-call',
          toolCallId: 't1',
          toolName: 'CallMcpTool',
          args: { server: 'context-hub', toolName: 'search_docs', arguments: { query: 'x' } },
        },
        { type: 'tool-call', toolCallId: 't2', toolName: 'Shell', args: { command: 'ls' } },
      ],
    });
    put({
      role: 'tool',
      id: 't1',
      content: [{ type: 'tool-result', toolCallId: 't1', toolName: 'CallMcpTool', result: '{"hits":[]}' }],
    });
    put('{ damaged');
    database.close();
    const { files, sessions } = await readSessions([path]);
    expect(files).toMatchObject([
      { agent: 'cursor', records: 3, skippedCount: 1, toolCalls: 2, mcpCalls: 1, unanswered: 1, reason: null },
    ]);
    expect(sessions).toMatchObject([
      { id: '11111111-2222-4333-8444-555555555555', title: 'a title', models: ['m-1'], startedAt: 1785574800000 },
    ]);
    expect(sessions[0]!.turns.map(({ prompt }) => prompt)).toEqual(['where is it?']);
    expect(sessions[0]!.messages.map(({ role, text }) => [role, text])).toContainEqual(['assistant', 'I look.']);
    expect(sessions[0]!.calls).toMatchObject([
      {
        server: 'context-hub',
        tool: 'search_docs',
        serverExact: true,
        arguments: { query: 'x' },
        result: { text: '{"hits":[]}' },
      },
      { server: null, tool: 'Shell', result: null },
    ]);
  });
});
