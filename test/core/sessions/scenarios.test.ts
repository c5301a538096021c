import { describe, expect, it } from 'vitest';
import { analyze } from '../../../main/core/sessions/analyze.ts';
import { readTranscripts, transcriptFixture } from '../../helpers/sessions.ts';

interface Expected {
  note: string;
  failures: { calls: string[]; pattern: string; fallback: string[] | number }[];
  phase_split?: boolean;
}

const expected = JSON.parse(transcriptFixture('scenarios/expect.json')) as Record<string, Expected>;

describe('the scenarios', () => {
  it('are all there', () => {
    expect(Object.keys(expected).toSorted()).toEqual([
      's01_zero_hit_then_grep.jsonl',
      's03_two_phases.jsonl',
      's04_control_good.jsonl',
      's06_error_then_bash_fallback.jsonl',
      's07_unrelated_grep.jsonl',
      's09_hit_then_read_same_path.jsonl',
      's11_hub_never_used.jsonl',
    ]);
  });

  it.each(Object.entries(expected))('%s', (name, { failures, phase_split: phaseSplit = false, note }) => {
    const { findings, metrics } = analyze(readTranscripts({ [name]: transcriptFixture(`scenarios/${name}`) }));
    const failed = findings.filter(({ pattern }) => pattern !== 'phase-split');
    expect(
      failed.map(({ pattern, calls, fallback }, place) => ({
        calls: calls.map(({ id }) => id),
        pattern,
        fallback: typeof failures[place]?.fallback === 'number' ? fallback.length : fallback.map(({ id }) => id),
      })),
      note,
    ).toEqual(failures);
    expect(findings.some(({ pattern }) => pattern === 'phase-split')).toBe(phaseSplit);
    expect(metrics.phases.split).toBe(phaseSplit);
    for (const { file, calls, fallback } of findings) {
      expect(file).toBe(name);
      for (const call of [...calls, ...fallback]) expect(call.line).toBeGreaterThan(0);
    }
  });
});

describe('the first scenario', () => {
  const { findings, metrics, hub, servers } = analyze(
    readTranscripts({ 'a.jsonl': transcriptFixture('scenarios/s01_zero_hit_then_grep.jsonl') }),
  );

  it('says what, how sure, what it cost, and what was wanted', () => {
    expect(findings[0]).toMatchObject({
      certainty: 'certain',
      cause: 'missing result',
      hub: 'context-hub',
      tool: 'search_api',
      query: 'send_dtmf',
      queryKind: 'symbol',
      shared: ['send_dtmf', 'transport'],
      cost: { calls: 4, seconds: 6 },
      wanted: { corpusPath: 'acme/transport.py', symbol: 'send_dtmf', lines: { start: 120, end: 199 } },
    });
    expect(findings[0]!.calls.map(({ line, resultLine }) => [line, resultLine])).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  it('gives no grade on two calls', () => {
    expect(hub).toBe('context-hub');
    expect(servers).toEqual([{ server: 'context-hub', names: ['context-hub'], calls: 2, searches: 2, isHub: true }]);
    expect(metrics.rates.zeroHit).toMatchObject({ count: 2, n: 2, rate: 1, grade: null });
    expect(metrics.rates.fallback).toMatchObject({ count: 2, n: 2, grade: null });
    expect(metrics.judged).toBe(false);
  });
});
