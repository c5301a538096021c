import { appendFileSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnalyzeSummary } from '../../../main/contract/sessions.ts';
import { expandHome } from '../../../main/services/runtime/expand-home.ts';
import { followSessions } from '../../../main/services/sessions/follow-sessions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-follow-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const summary = (hub: string): AnalyzeSummary => ({ files: [], sessions: [], servers: [], hub });

describe('following', () => {
  it('reads all at first, then what has changed, also when it was replaced or gone for a moment', async () => {
    const [one, two] = [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')];
    writeFileSync(one, 'a\n');
    writeFileSync(two, 'a\n');
    const read: (readonly string[])[] = [];
    const leaving = new AbortController();
    const steps = [
      () => appendFileSync(one, 'b\n'),
      () => {
        unlinkSync(two);
        writeFileSync(two, 'anew\n');
      },
      () => leaving.abort(),
    ];
    const seen: number[] = [];
    const following = followSessions([one, two], {
      analyze: async function* (paths) {
        read.push(paths);
        yield { summary: null };
        yield { summary: await Promise.resolve(summary(paths.join())) };
      },
      signal: leaving.signal,
      everyMs: 1,
    });
    for await (const { changes, summary: got } of following) {
      expect(got.hub).toBe(read.at(-1)!.join());
      seen.push(changes);
      steps.shift()!();
    }
    expect(seen).toEqual([0, 1, 2]);
    expect(read).toEqual([[one, two], [one], [two]]);
  });

  it('waits for a file that is not there yet, and ends when it is left', async () => {
    const leaving = new AbortController();
    const following = followSessions([join(folder, 'later.jsonl')], {
      analyze: () => {
        throw new Error('nothing is there to be read');
      },
      signal: leaving.signal,
      everyMs: 1,
    });
    const next = following.next();
    leaving.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('a path that begins at home', () => {
  it.each([
    ['~', '/home/dev'],
    ['~/logs/a.jsonl', '/home/dev/logs/a.jsonl'],
    ['~other/logs', '~other/logs'],
    ['/srv/~', '/srv/~'],
    ['logs', 'logs'],
  ])('%s is %s', (path, expanded) => {
    expect(expandHome(path, '/home/dev')).toBe(expanded);
  });
});
