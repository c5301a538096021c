import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FollowedTranscript } from '../../../main/services/sessions/follow-transcript.ts';
import { hubSession } from '../../helpers/transcript-bytes.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-hub-follow-'));
  path = join(folder, 'session.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = hubSession().lines();
const state = ({ read }: FollowedTranscript) => {
  const [file] = read.files;
  return [file!.records, file!.toolCalls, file!.unanswered, file!.pendingTail];
};

describe('a transcript that is being written', () => {
  it('is followed line by line, a half line until it is whole', async () => {
    const followed = new FollowedTranscript(path);
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
  });

  it('is read anew when it became shorter, was replaced, or was written again', async () => {
    const followed = new FollowedTranscript(path);
    writeFileSync(path, `${lines.join('\n')}\n`);
    await followed.poll();
    writeFileSync(path, `${lines.slice(0, 3).join('\n')}\n`);
    await followed.poll();
    expect(state(followed)).toEqual([3, 1, 0, false]);
    const other = join(folder, 'other.jsonl');
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
    const followed = new FollowedTranscript(path);
    writeFileSync(path, `${lines.join('\n')}\n`);
    await followed.poll();
    rmSync(path);
    expect(await followed.poll()).toBe(false);
    expect(state(followed)).toEqual([8, 3, 0, false]);
  });

  it('that is one document is read anew each time', async () => {
    const followed = new FollowedTranscript(path);
    const document = (count: number): string => JSON.stringify(hubSession().records.slice(0, count), null, 1);
    writeFileSync(path, document(3));
    await followed.poll();
    expect(state(followed)).toEqual([3, 1, 0, false]);
    writeFileSync(path, document(8));
    await followed.poll();
    expect(state(followed)).toEqual([8, 3, 0, false]);
  });
});
