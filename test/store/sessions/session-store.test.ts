import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analyzeSession } from '../../../main/core/sessions/analyze.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { conversationOf } from '../../../main/store/sessions/conversation-order.ts';
import { openSessionDatabase } from '../../../main/store/sessions/session-database.ts';
import { SessionReader } from '../../../main/store/sessions/session-reader.ts';
import { SessionWriter, type KeptFile } from '../../../main/store/sessions/session-writer.ts';
import { MadeTranscript, noHits } from '../../helpers/made-transcript.ts';
import { readTranscripts, transcriptFixture } from '../../helpers/sessions.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-session-store-'));
  path = join(folder, 'sessions.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file: KeptFile = {
  index: 0,
  path: 'a.jsonl',
  agent: 'claude',
  records: 1,
  skipped: 0,
  repaired: 0,
  pendingTail: false,
  toolCalls: 0,
  mcpCalls: 0,
};

/** Writes sessions in a process of its own. */
function writeElsewhere(begin: string, count: number): Promise<void> {
  const program = fileURLToPath(new URL('../../helpers/write-sessions.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, path, begin, String(count)], (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${error.message}\n${stderr}`));
    });
  });
}

describe('the file of sessions', () => {
  it('loses nothing where two processes write it at once', async () => {
    await Promise.all([writeElsewhere('a', 60), writeElsewhere('b', 60)]);
    const connection = openSessionDatabase(path, silentLogger);
    const { total } = new SessionReader(connection).list(0, 10);
    const writer = new SessionWriter(connection);
    expect(total).toBe(120);
    for (const key of ['claude:a-0', 'claude:a-59', 'claude:b-0', 'claude:b-59'])
      expect(writer.session(key)!.session.calls.map(({ id }) => id)).toEqual(['m1', 'g1']);
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    connection.close();
  });

  it('says of a process that does not stop writing that it does, and loses nothing', () => {
    const other = openSessionDatabase(path, silentLogger);
    const connection = openSessionDatabase(path, silentLogger);
    connection.pragma('busy_timeout = 0');
    const read = readTranscripts({ 'a.jsonl': new MadeTranscript().prompt('p').text() });
    const analyzed = analyzeSession(read.sessions[0]!, read.files, null);
    const writer = new SessionWriter(connection);
    other.exec('BEGIN IMMEDIATE');
    for (const write of [() => writer.put(analyzed, [file], 1), () => writer.forget(null)])
      expect(write).toThrow(expect.objectContaining({ code: 'locked', message: expect.stringContaining('again in a moment') }));
    other.exec('COMMIT');
    writer.put(analyzed, [file], 1);
    expect(writer.keys()).toEqual([analyzed.session.key]);
    connection.close();
    other.close();
  });

  it('that is damaged is put aside, and a new one is begun', () => {
    for (const bytes of ['no database', `SQLite format 3\0${'x'.repeat(5_000)}`]) {
      writeFileSync(path, bytes);
      const connection = openSessionDatabase(path, silentLogger);
      expect(new SessionReader(connection).list(0, 10)).toEqual({ total: 0, sessions: [] });
      connection.close();
    }
    expect(
      readdirSync(folder)
        .filter((name) => name.includes('damaged'))
        .toSorted(),
    ).toEqual(['sessions.sqlite.damaged-1', 'sessions.sqlite.damaged-2']);
  });

  it('of a newer version is refused and left alone', () => {
    const connection = openSessionDatabase(path, silentLogger);
    connection.pragma('user_version = 999');
    connection.close();
    expect(() => openSessionDatabase(path, silentLogger)).toThrow(expect.objectContaining({ code: 'store-newer' }));
  });

  it('gives a session back as it was read', () => {
    const connection = openSessionDatabase(path, silentLogger);
    const writer = new SessionWriter(connection);
    const read = readTranscripts({ 'a.jsonl': transcriptFixture('scenarios/s03_two_phases.jsonl') });
    const analyzed = analyzeSession(read.sessions[0]!, read.files, 'context-hub');
    writer.put(analyzed, [file], 5);
    const { session, files } = writer.session(analyzed.session.key)!;
    const { messages, ...rest } = analyzed.session;
    // Answers that only call tools say nothing and are not kept.
    expect(session).toEqual({ ...rest, messages: messages.filter(({ text }) => text !== '') });
    expect(files).toEqual([file]);
    expect(analyzeSession(session, files, 'context-hub').findings).toEqual(analyzed.findings);
    expect(writer.session('claude:nobody')).toBeNull();
    connection.close();
  });

  it('pages through a conversation that is kept in parts', () => {
    const connection = openSessionDatabase(path, silentLogger);
    const transcript = new MadeTranscript();
    for (let place = 0; place < 300; place += 1)
      transcript.prompt(`p${place}`).ask(`m${place}`, 'mcp__context-hub__search_docs', { query: 'a' }, noHits);
    const read = readTranscripts({ 'a.jsonl': transcript.text() });
    const analyzed = analyzeSession(read.sessions[0]!, read.files, 'context-hub');
    new SessionWriter(connection).put(analyzed, [file], 5);
    const reader = new SessionReader(connection);
    const { key } = analyzed.session;
    const whole = [...conversationOf(analyzed.session)].map((piece) => ('call' in piece ? piece.call.id : piece.message.text));
    expect(whole).toHaveLength(600);
    for (const [offset, limit] of [
      [0, 500],
      [195, 10],
      [599, 100],
      [600, 5],
    ] as const) {
      const { total, pieces } = reader.conversation(key, offset, limit);
      expect(total).toBe(600);
      expect(pieces.map(({ call, message }) => call?.id ?? message?.text)).toEqual(whole.slice(offset, offset + limit));
    }
    expect(reader.itemOf(key, 'm250')).toBe(501);
    expect(reader.itemOf(key, 'nobody')).toBeNull();
    connection.close();
  });
});
