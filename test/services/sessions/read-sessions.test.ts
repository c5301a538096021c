import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readRawRecord } from '../../../main/services/sessions/raw-record.ts';
import { readSessions, type ReadProgress } from '../../../main/services/sessions/read-sessions.ts';
import { ClaudeRecords, hubSession, transcriptBytes } from '../../helpers/transcript-bytes.ts';
import { scratchFolder } from '../../helpers/scratch-folder.ts';

const folder = scratchFolder();

describe('what is dropped', () => {
  it('is read plain, packed by gzip and zstd, and in a zip', async () => {
    const text = new TextEncoder().encode(hubSession().text());
    for (const [name, bytes] of [
      ['plain.jsonl', text],
      ['packed.jsonl.gz', gzipSync(text)],
      ['packed.jsonl.zst', zstdCompressSync(text)],
      ['odd-name', zstdCompressSync(text)],
      [
        'all.zip',
        zipSync({
          'a/session.jsonl': text,
          'a/notes.txt': text,
          'b/deeper/other.jsonl': new TextEncoder().encode(
            hubSession('session-2').text().replaceAll('00000000-0000', '00000000-0001'),
          ),
        }),
      ],
    ] as const) {
      const { files, sessions } = await readSessions([folder.write(name, bytes)]);
      expect(files.map(({ agent, records, mcpCalls }) => [agent, records, mcpCalls])).toEqual(
        Array.from({ length: name === 'all.zip' ? 2 : 1 }, () => ['claude', 8, 3]),
      );
      expect(sessions).toHaveLength(files.length);
    }
  });

  it('says of a packed file that is cut off what could be read of it', async () => {
    const text = new TextEncoder().encode(hubSession().text());
    const gz = gzipSync(text);
    const zst = zstdCompressSync(text);
    for (const bytes of [
      gz.subarray(0, gz.length - 60),
      zst.subarray(0, zst.length - 60),
      zipSync({ 'a.jsonl': text }).subarray(0, 200),
    ]) {
      const { files } = await readSessions([folder.write('cut', bytes)]);
      expect(files.length).toBeGreaterThan(0);
      expect(files.some(({ reason }) => reason !== null)).toBe(true);
    }
  });

  it('is a folder with all below it, links not followed, in the order in which sessions began', async () => {
    folder.write(
      'b/second.jsonl',
      hubSession('session-b').text().replaceAll('2026-01-01', '2026-03-01').replaceAll('00000000-0000', '00000000-000b'),
    );
    folder.write('a/z/first.jsonl', hubSession('session-a').text().replaceAll('00000000-0000', '00000000-000a'));
    folder.write('notes.txt', 'nothing');
    folder.write('node_modules/x/package.json', '{}');
    symlinkSync(folder.path, join(folder.path, 'b', 'loop'));
    const { files } = await readSessions([folder.path]);
    expect(files.map(({ path }) => path)).toEqual([join(folder.path, 'a/z/first.jsonl'), join(folder.path, 'b/second.jsonl')]);
    expect(files.map(({ mcpCalls }) => mcpCalls)).toEqual([3, 3]);
  });

  it('counts calls once, whatever repeats them', async () => {
    const original = folder.write('original.jsonl', transcriptBytes('broken/claude_fork/original.jsonl'));
    const fork = folder.write('fork.jsonl', transcriptBytes('broken/claude_fork/fork.jsonl'));
    const copy = folder.write('copy.jsonl.gz', gzipSync(transcriptBytes('broken/claude_fork/fork.jsonl')));
    const { files, sessions } = await readSessions([fork, copy, original]);
    const of = (path: string) => files.find((file) => file.path === path)!;
    expect([of(original).mcpCalls, of(fork).mcpCalls, of(copy).mcpCalls].reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(of(original).mcpCalls).toBe(2);
    expect(sessions.flatMap(({ calls }) => calls)).toHaveLength(3);
  });

  it('takes a session’s subagents along', async () => {
    const id = '00000000-0000-4000-8000-000000000008';
    for (const path of [
      `${id}.jsonl`,
      `${id}/subagents/agent-a1b2c3d4e5.jsonl`,
      `${id}/subagents/agent-a1b2c3d4e5.meta.json`,
      `${id}/subagents/workflows/wf_1/agent-wf01.jsonl`,
      `${id}/subagents/workflows/wf_1/journal.jsonl`,
    ])
      folder.write(path, transcriptBytes(`broken/claude_subagent/${path}`));
    const { files, sessions } = await readSessions([join(folder.path, `${id}.jsonl`)]);
    expect(files).toHaveLength(5);
    expect(files.filter(({ transcript }) => transcript).reduce((sum, file) => sum + file.toolCalls, 0)).toBe(4);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]!.threads.map(({ kind, agentType, parentCall }) => [kind, agentType, parentCall])).toEqual(
      expect.arrayContaining([
        ['main', null, null],
        ['subagent', 'Explore', 'toolu_task'],
        ['workflow', null, null],
      ]),
    );
  });

  it('finds results that were moved out beside the session, and opens no other file', async () => {
    const secret = folder.write('elsewhere/tool-results/secret.txt', 'src/secret.py');
    const moved = (path: string): string =>
      `<persisted-output>\nOutput too large (61.2KB). Full output saved to: ${path}\n\nPreview (first 2KB):\n{"hits":\n</persisted-output>`;
    const made = new ClaudeRecords('session-1').user('go');
    made.call('a', 'mcp__hub__search', { query: 'x' }).result('a', moved('/srv/x/tool-results/toolu_a.txt'));
    made.call('b', 'mcp__hub__search', { query: 'y' }).result('b', moved(secret));
    const path = folder.write('session-1.jsonl', made.text());
    folder.write(
      'session-1/tool-results/toolu_a.txt',
      JSON.stringify({ hits: [{ path: 'src/acme/found.py', snippet: 'send_dtmf(' }] }),
    );
    const [session] = (await readSessions([path])).sessions;
    expect(session!.calls[0]!.result).toMatchObject({ paths: ['src/acme/found.py'], characters: 62 });
    expect(session!.calls[0]!.result!.identifiers).toContain('send_dtmf');
    expect(JSON.stringify(session)).not.toContain('src/secret.py');
  });

  it('says what cannot be read, and reads the rest', async () => {
    const good = folder.write('good.jsonl', hubSession().text());
    const noDatabase = folder.write('bad.db', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4000, 7)]));
    const { files } = await readSessions([noDatabase, good]);
    expect(files.find(({ path }) => path === noDatabase)!.reason).toMatch(/could not be read/);
    expect(files.find(({ path }) => path === good)!.mcpCalls).toBe(3);
    await expect(readSessions([join(folder.path, 'missing.jsonl')])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('follows a link that is named, and says of one that leads nowhere that it does', async () => {
    const path = folder.write('sessions/good.jsonl', hubSession().text());
    symlinkSync(join(folder.path, 'sessions'), join(folder.path, 'link'));
    symlinkSync(path, join(folder.path, 'link.jsonl'));
    symlinkSync(join(folder.path, 'nowhere'), join(folder.path, 'dangling.jsonl'));
    for (const named of ['link', 'link.jsonl']) {
      const { files } = await readSessions([join(folder.path, named)]);
      expect(files.map(({ mcpCalls }) => mcpCalls)).toEqual([3]);
    }
    await expect(readSessions([join(folder.path, 'dangling.jsonl')])).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('is a link to something that does not exist'),
    });
  });

  it.skipIf(process.platform === 'win32')('refuses a pipe at once, and does not wait for somebody to write to it', async () => {
    const pipe = join(folder.path, 'pipe.jsonl');
    execFileSync('mkfifo', [pipe]);
    const { files } = await readSessions([pipe]);
    expect(files).toMatchObject([{ path: pipe, transcript: false, reason: 'It is no regular file.' }]);
    expect(await readRawRecord(pipe, { offset: 0, length: 10 })).toMatchObject({ text: null, reason: expect.any(String) });
  });

  it('tells of folders that lie too deep to be looked into', async () => {
    const deep = Array.from({ length: 30 }, () => 'd').join('/');
    folder.write(`${deep}/good.jsonl`, hubSession().text());
    const { files } = await readSessions([folder.path]);
    expect(files).toMatchObject([{ transcript: false, reason: expect.stringContaining('folders deep') }]);
    expect((await readSessions([files[0]!.path])).files).toMatchObject([{ mcpCalls: 3 }]);
  });

  it('says of an entry that is packed in an unknown way that it cannot be unpacked, not that it is empty', async () => {
    const bytes = zipSync({ 'a.jsonl': new TextEncoder().encode(hubSession().text()) });
    // How it is packed, in its header: 14 is LZMA.
    bytes[8] = 14;
    const { files } = await readSessions([folder.write('lzma.zip', bytes)]);
    expect(files[0]).toMatchObject({ mcpCalls: 0, reason: expect.stringContaining('could not be unpacked') });
  });

  it('keeps of a document in an archive that was cut off what came before the cut', async () => {
    const text = transcriptBytes('broken/gemini_pretty_json_named_jsonl.jsonl');
    const zip = zipSync({ 'session.json': text }, { level: 0 });
    const whole = (await readSessions([folder.write('whole.zip', zip)])).files[0]!;
    // Without the archive's directory, and without the end of the entry.
    const { files, sessions } = await readSessions([folder.write('cut.zip', zip.subarray(0, text.length - 20))]);
    expect(files[0]).toMatchObject({ agent: 'gemini', pendingTail: true, reason: expect.stringContaining('to its end') });
    expect(files[0]!.records).toBeGreaterThan(0);
    expect(files[0]!.records).toBeLessThanOrEqual(whole.records);
    expect(sessions).toHaveLength(1);
  });

  it('stops where it is told to', async () => {
    folder.write('a.jsonl', hubSession('a').text());
    folder.write('b.jsonl', hubSession('b').text());
    const abort = new AbortController();
    const seen: ReadProgress[] = [];
    const reading = readSessions([folder.path], {
      signal: abort.signal,
      onProgress: (progress) => {
        seen.push(progress);
        if (progress.phase === 'reading') abort.abort();
      },
    });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen.at(-1)!.filesDone).toBe(0);
  });

  it('tells how far it is', async () => {
    const bytes = hubSession().text();
    folder.write('a.jsonl', bytes);
    const seen: ReadProgress[] = [];
    await readSessions([folder.path], { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toMatchObject({ phase: 'looking' });
    expect(seen.at(-1)).toEqual({
      phase: 'done',
      files: 1,
      filesDone: 1,
      bytes: bytes.length,
      bytesDone: bytes.length,
      current: null,
    });
  });
});

describe('databases', () => {
  it('of OpenCode give sessions, messages and calls, while OpenCode has them open', async () => {
    const path = join(folder.path, 'opencode.db');
    const database = new Database(path);
    database.pragma('journal_mode = WAL');
    database.exec(`CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);`);
    database
      .prepare('INSERT INTO session VALUES (?, ?, NULL, ?, ?, ?, ?, ?)')
      .run('ses_1', 'p', '/srv/x', 'a title', '1.2.0', 1785574800000, 1785574900000);
    const message = database.prepare('INSERT INTO message VALUES (?, ?, 0, 0, ?)');
    message.run('msg_1', 'ses_1', JSON.stringify({ role: 'user', time: { created: 1785574800000 } }));
    message.run(
      'msg_2',
      'ses_1',
      JSON.stringify({ role: 'assistant', time: { created: 1785574801000 }, tokens: { input: 5, output: 7 } }),
    );
    message.run('msg_3', 'ses_1', JSON.stringify({ role: 'user', time: { created: 1785574803000 } }));
    const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, 0, 0, ?)');
    part.run('prt_1', 'msg_1', 'ses_1', JSON.stringify({ type: 'text', text: 'where is it?' }));
    part.run(
      'prt_2',
      'msg_2',
      'ses_1',
      JSON.stringify({
        type: 'tool',
        callID: 'c1',
        tool: 'context-hub_search_docs',
        state: {
          status: 'completed',
          input: { query: 'x' },
          output: '{"hits":[]}',
          time: { start: 1785574801000, end: 1785574801200 },
        },
      }),
    );
    part.run('prt_4', 'msg_3', 'ses_1', JSON.stringify({ type: 'text', text: 'and now?' }));
    part.run('prt_3', 'msg_2', 'ses_1', 'no json');
    const { files, sessions } = await readSessions([path]);
    expect(files).toMatchObject([
      { agent: 'opencode', records: 7, skippedCount: 1, toolCalls: 1, mcpCalls: 1, outputTokens: 7, sessionIds: ['ses_1'] },
    ]);
    expect(sessions[0]).toMatchObject({ title: 'a title', cwd: '/srv/x', versions: ['1.2.0'] });
    expect(sessions[0]!.calls).toMatchObject([
      { server: 'context-hub', tool: 'search_docs', durationMs: 200, result: { text: '{"hits":[]}' } },
    ]);
    expect(sessions[0]!.messages.map(({ role, text }) => [role, text])).toContainEqual(['user', 'where is it?']);
    expect(sessions[0]!.turns.map(({ prompt }) => prompt)).toEqual(['where is it?', 'and now?']);
    expect(sessions[0]!.calls.map(({ turn }) => turn)).toEqual([0]);
    database.close();
  });

  it('of Cursor give conversations and calls', async () => {
    const path = join(folder.path, 'state.vscdb');
    const database = new Database(path);
    database.exec('CREATE TABLE ItemTable (key TEXT, value BLOB); CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)');
    const put = database.prepare('INSERT INTO cursorDiskKV VALUES (?, ?)');
    put.run('composerData:c-1', JSON.stringify({ composerId: 'c-1', name: 'a title', createdAt: 1785574800000 }));
    put.run('bubbleId:c-1:b-1', JSON.stringify({ type: 1, text: 'where is it?' }));
    put.run(
      'bubbleId:c-1:b-2',
      JSON.stringify({
        type: 2,
        text: '',
        toolFormerData: {
          name: 'mcp_context-hub_search_docs',
          rawArgs: '{"query":"x"}',
          status: 'completed',
          toolCallId: 't1',
          result: '{"hits":[]}',
        },
      }),
    );
    put.run('unrelated', Buffer.from([0, 1, 2]));
    database.close();
    const { files, sessions } = await readSessions([path]);
    expect(files).toMatchObject([
      { agent: 'cursor', records: 3, skippedCount: 0, toolCalls: 1, mcpCalls: 1, unanswered: 0, sessionIds: ['c-1'] },
    ]);
    expect(sessions[0]!.turns.map(({ prompt }) => prompt)).toEqual(['where is it?']);
    expect(sessions[0]!.calls).toMatchObject([{ server: 'context-hub', tool: 'search_docs', arguments: { query: 'x' } }]);
  });

  it('of others are of nobody', async () => {
    const path = join(folder.path, 'other.db');
    const database = new Database(path);
    database.exec('CREATE TABLE x (y)');
    database.close();
    expect((await readSessions([path])).files).toMatchObject([
      { transcript: false, reason: expect.stringContaining('no agent') },
    ]);
  });
});

describe('a transcript of Cursor as text', () => {
  it('is told of, dropped itself or with its folder, and what to drop instead', async () => {
    const text = 'user:\n<user_query>\nWhere is it?\n</user_query>\n\nassistant:\nI look.\n';
    const path = folder.write('project/agent-transcripts/c0ffee.txt', text);
    folder.write('project/notes.txt', 'user: none of these');
    for (const dropped of [path, folder.path]) {
      const { files } = await readSessions([dropped]);
      expect(files).toMatchObject([{ path, transcript: false, reason: expect.stringContaining('state.vscdb') }]);
    }
    expect((await readSessions([join(folder.path, 'project', 'notes.txt')])).files).toMatchObject([
      { reason: 'It holds no JSON records.' },
    ]);
  });
});

describe('a record', () => {
  it('can be read again as it stands, packed or not, whatever it is written in', async () => {
    const text = hubSession().text();
    for (const [name, bytes] of [
      ['a.jsonl', text],
      ['b.jsonl.gz', gzipSync(text)],
      ['c.jsonl', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
      ['d.jsonl', `\uFEFF${text}`],
    ] as const) {
      const path = folder.write(name, bytes);
      const { sessions } = await readSessions([path]);
      const call = sessions[0]!.calls[1]!;
      expect(JSON.parse((await readRawRecord(path, call.place)).text!)).toMatchObject({
        type: 'assistant',
        message: { content: [{ id: call.id }] },
      });
      expect((await readRawRecord(path, call.resultPlace!)).text).toContain('src/file1.py');
    }
  });

  it('that is gone says so', async () => {
    const path = folder.write('a.jsonl', hubSession().text());
    const { place } = (await readSessions([path])).sessions[0]!.calls[2]!;
    writeFileSync(path, '');
    expect(await readRawRecord(path, place)).toMatchObject({ text: null, reason: expect.any(String) });
    rmSync(path);
    expect(await readRawRecord(path, place)).toMatchObject({ text: null, reason: expect.stringContaining('cannot be read') });
    expect(await readRawRecord(path, { offset: 0, length: 0 })).toMatchObject({ text: null, reason: expect.any(String) });
  });
});
