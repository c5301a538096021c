import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FollowedTranscripts } from '../../../main/services/sessions/followed-transcripts.ts';
import { SessionAnalyzer } from '../../../main/services/sessions/session-analyzer.ts';
import { ClaudeRecords, hubSession } from '../../helpers/transcript-bytes.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-hub-follow-'));
  path = join(folder, 'session.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = hubSession().lines();
const state = ({ read }: FollowedTranscripts) => {
  const [file] = read.files;
  return [file!.records, file!.toolCalls, file!.unanswered, file!.pendingTail];
};

describe('a transcript that is being written', () => {
  it('is followed line by line, a half line until it is whole', async () => {
    const followed = new FollowedTranscripts([path]);
    expect(await followed.poll()).toBe(false);
    writeFileSync(path, `${lines[0]}\n${lines[1]}\n`);
    expect(await followed.poll()).toBe(true);
    expect(state(followed)).toEqual([2, 1, 1, false]);
    expect(await followed.poll()).toBe(false);
    appendFileSync(path, lines[2]!.slice(0, 50));
    expect(await followed.poll()).toBe(true);
    expect(state(followed)).toEqual([2, 1, 1, true]);
    appendFileSync(path, `${lines[2]!.slice(50)}\n`);
    await followed.poll();
    expect(state(followed)).toEqual([3, 1, 0, false]);
    for (const line of lines.slice(3)) {
      appendFileSync(path, `${line}\n`);
      expect(await followed.poll()).toBe(true);
    }
    expect(state(followed)).toEqual([8, 3, 0, false]);
    expect(followed.read.files[0]!.duplicates).toBe(0);
  });

  it('is read anew when it became shorter, was replaced, or was written again', async () => {
    const followed = new FollowedTranscripts([path]);
    writeFileSync(path, `${lines.join('\n')}\n`);
    await followed.poll();
    writeFileSync(path, `${lines.slice(0, 3).join('\n')}\n`);
    await followed.poll();
    expect(state(followed)).toEqual([3, 1, 0, false]);
    const other = join(folder, 'other');
    writeFileSync(other, `${lines.slice(0, 5).join('\n')}\n`);
    renameSync(other, path);
    await followed.poll();
    expect(state(followed)).toEqual([5, 2, 0, false]);
    writeFileSync(path, `${hubSession('another').lines().join('\n')}\n`);
    await followed.poll();
    expect(state(followed)).toEqual([8, 3, 0, false]);
    expect(followed.read.sessions.map(({ id }) => id)).toEqual(['another']);
  });

  it('keeps what it knows while the file is away', async () => {
    const followed = new FollowedTranscripts([path]);
    writeFileSync(path, `${lines.join('\n')}\n`);
    await followed.poll();
    rmSync(path);
    expect(await followed.poll()).toBe(false);
    expect(state(followed)).toEqual([8, 3, 0, false]);
  });

  it('that is one document, or packed, is read anew each time', async () => {
    const followed = new FollowedTranscripts([path]);
    const document = (count: number): string => JSON.stringify(hubSession().records.slice(0, count), null, 1);
    for (const content of [document(3), document(8), gzipSync(hubSession().text()), document(8)]) {
      writeFileSync(path, content);
      expect(await followed.poll()).toBe(true);
      expect(followed.read.files).toHaveLength(1);
    }
    expect(state(followed)).toEqual([8, 3, 0, false]);
  });

  it('is followed with the subagents that it starts', async () => {
    const followed = new FollowedTranscripts([path]);
    writeFileSync(path, `${lines.join('\n')}\n`);
    await followed.poll();
    mkdirSync(join(folder, 'session', 'subagents'), { recursive: true });
    const child = new ClaudeRecords('session-1');
    child.user('find it').call('inner', 'Grep', { pattern: 'x' });
    for (const record of child.records) Object.assign(record, { isSidechain: true, agentId: 'child' });
    writeFileSync(join(folder, 'session', 'subagents', 'agent-child.jsonl'), child.text());
    expect(await followed.poll()).toBe(true);
    const [session] = followed.read.sessions;
    expect(session!.threads.map(({ id }) => id)).toEqual(['main', 'child']);
    expect(session!.calls).toHaveLength(4);
  });

  it('is read in a thread, and kept, until the loop is left', async () => {
    await using analyzer = new SessionAnalyzer({ database: join(folder, 'sessions.sqlite'), logLevel: () => 'silent' });
    writeFileSync(path, `${lines.slice(0, 3).join('\n')}\n`);
    const leaving = new AbortController();
    const calls: number[] = [];
    await analyzer.follow([path], null, leaving.signal, ({ files, sessions }) => {
      expect(sessions).toEqual(['claude:session-1']);
      calls.push(files[0]!.toolCalls);
      if (calls.length === 1) appendFileSync(path, `${lines.slice(3).join('\n')}\n`);
      else leaving.abort();
    });
    expect(calls).toEqual([1, 3]);
  });
});
