import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HubError } from '../../../main/contract/errors.ts';
import { inTurns } from '../../../main/services/sessions/in-turns.ts';
import { SessionAnalyzer } from '../../../main/services/sessions/session-analyzer.ts';
import { transcriptFixture } from '../../helpers/sessions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-hub-analyzer-'));
  writeFileSync(join(folder, 's01.jsonl'), transcriptFixture('scenarios/s01_zero_hit_then_grep.jsonl'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): SessionAnalyzer {
  return new SessionAnalyzer({ database: join(folder, 'sessions.sqlite'), logLevel: () => 'silent' });
}

describe('the thread that reads transcripts', () => {
  it('is not waited for by what is cancelled before its turn', async () => {
    await using analyzer = open();
    const ended: string[] = [];
    const first = analyzer.analyze([folder], null, null, new AbortController().signal, () => {});
    const abort = new AbortController();
    const second = analyzer.analyze([folder], null, null, abort.signal, () => {});
    const third = analyzer.judge('context-hub', AbortSignal.abort());
    const both = Promise.allSettled([
      first.then(() => ended.push('first')),
      second.catch((error: unknown) => ended.push(`second ${(error as HubError).code}`)),
      third.catch((error: unknown) => ended.push(`third ${(error as HubError).code}`)),
    ]);
    abort.abort();
    await both;
    expect(ended).toEqual(['third cancelled', 'second cancelled', 'first']);
    // The turn of those is passed over, and the next has its own.
    expect(await analyzer.judge('context-hub', new AbortController().signal)).toBe(1);
  });

  it('is started again with all the memory that there is where its share does not do', async () => {
    await using analyzer = new SessionAnalyzer({
      database: join(folder, 'sessions.sqlite'),
      logLevel: () => 'silent',
      // Its program takes half of it.
      heapMegabytes: 16,
    });
    // A document that takes the other half more than once.
    const calls = Array.from({ length: 40_000 }, (_, number) => ({
      id: `c${number}`,
      name: 'read_file',
      args: { path: `a${number}` },
    }));
    const messages = [{ id: 'm', type: 'gemini', content: '', toolCalls: calls }];
    writeFileSync(join(folder, 'long.json'), JSON.stringify({ sessionId: 'long', messages }));
    const begun: string[] = [];
    const { files } = await analyzer.analyze(
      [join(folder, 'long.json')],
      null,
      null,
      new AbortController().signal,
      ({ phase }) => {
        if (phase === 'looking') begun.push(phase);
      },
    );
    expect(files.map(({ toolCalls }) => toolCalls)).toEqual([40_000]);
    expect(begun).toHaveLength(2);
  });

  it('makes reports and goes through findings beside what is read', async () => {
    await using analyzer = open();
    const { signal } = new AbortController();
    await analyzer.analyze([folder], null, null, signal, () => {});
    const abort = new AbortController();
    let wasRead: () => void = () => {};
    const isRead = new Promise<void>((resolve) => (wasRead = resolve));
    const following = analyzer.follow([join(folder, 's01.jsonl')], null, abort.signal, () => wasRead());
    await isRead;
    const report = await analyzer.report({}, 'json', true, signal);
    expect(report).toMatchObject({ format: 'json', redacted: true });
    expect(JSON.parse(report.text).findings).toMatchObject([{ pattern: 'zero-hit->fallback' }]);
    const all = await analyzer.missed({}, false, null, signal);
    expect(all).toMatchObject({ total: 1, symbols: [{ symbol: 'send_dtmf', count: 1, sessions: 1 }] });
    expect(await analyzer.missed({ sessions: ['claude:nobody'] }, false, 5, signal)).toEqual({ total: 0, symbols: [] });
    abort.abort();
    await following.catch(() => {});
  });

  it('has ended, all of it, when it is closed', async () => {
    const analyzer = open();
    const abort = new AbortController();
    const following = analyzer.follow([folder], null, abort.signal, () => {});
    const report = analyzer.report({}, 'markdown', true, abort.signal);
    let ended = 0;
    const count = (): void => void (ended += 1);
    following.then(count, count);
    report.then(count, count);
    await analyzer[Symbol.asyncDispose]();
    expect(ended).toBe(2);
    await expect(analyzer.report({}, 'json', true, abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('steps in turns', () => {
  it('come in order, and stop where they are cancelled', async () => {
    const abort = new AbortController();
    expect(await inTurns([1, 2, 3], (each) => each * 2, abort.signal)).toEqual([2, 4, 6]);
    const seen: number[] = [];
    const step = (each: number): void => {
      seen.push(each);
      if (each === 2) abort.abort();
    };
    await expect(inTurns([1, 2, 3], step, abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen).toEqual([1, 2]);
  });
});
