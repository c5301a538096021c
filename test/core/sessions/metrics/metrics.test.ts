import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze, analyzeSession } from '../../../../main/core/sessions/analyze.ts';
import { addCounts, emptyCounts } from '../../../../main/core/sessions/metrics/session-counts.ts';
import { metricsOf, rateOf } from '../../../../main/core/sessions/metrics/metrics-of.ts';
import { compareMetrics } from '../../../../main/services/sessions/compare-sessions.ts';
import { runs } from '../../../helpers/effort.ts';
import { hits, MadeTranscript, noHits } from '../../../helpers/made-transcript.ts';
import { readTranscripts } from '../../../helpers/sessions.ts';

const hub = 'mcp__context-hub__search_docs';

function session(zero: number, good: number, id = 'aa'): string {
  const transcript = new MadeTranscript(`00000000-0000-4000-8000-0000000000${id}`);
  for (let place = 0; place < zero + good; place += 1)
    transcript
      .prompt(`p${place}`)
      .ask(`m${place}`, hub, { query: `word${place}x` }, place < zero ? noHits : hits(`docs/${place}.md`));
  return transcript.text();
}

const metrics = (text: string) => analyze(readTranscripts({ 'a.jsonl': text })).metrics;

describe('a rate', () => {
  it('has its n, and a grade only from 20 calls on', () => {
    expect(metrics(session(10, 9)).rates.zeroHit).toEqual({ count: 10, n: 19, rate: 0.5263, noise: 0.158, grade: null });
    expect(metrics(session(10, 10)).rates.zeroHit).toEqual({ count: 10, n: 20, rate: 0.5, noise: 0.158, grade: 'poor' });
    expect(metrics(session(1, 19)).rates.zeroHit.grade).toBe('good');
    expect(metrics(session(2, 18)).rates.zeroHit.grade).toBe('fair');
  });

  it('knows which way is better', () => {
    expect(rateOf('pointer', 18, 20).grade).toBe('good');
    expect(rateOf('pointer', 2, 20).grade).toBe('poor');
    expect(rateOf('use', 2, 20).grade).toBeNull();
    expect(rateOf('zeroHit', 0, 0)).toEqual({ count: 0, n: 0, rate: null, noise: 0.158, grade: null });
  });

  it('leaves out what the user refused', () => {
    const transcript = new MadeTranscript().prompt('p').call('m1', hub, { query: 'a' });
    transcript.result('m1', "The user doesn't want to proceed with this tool use.", {
      isError: true,
      toolUseResult: 'User rejected tool use',
    });
    expect(metrics(transcript.text())).toMatchObject({
      hubCalls: 1,
      outcomes: { denied: 1 },
      rates: { zeroHit: { n: 0 }, error: { n: 0 } },
    });
  });
});

describe('what an answer was good for', () => {
  it('is seen by what reappears in changes and in what the agent says', () => {
    const answer = { hits: [{ path: 'docs/rewind.md', snippet: 'Call PlaybackController.rewind_tape() and MixerDesk.' }] };
    const used = new MadeTranscript()
      .prompt('p')
      .ask('m1', hub, { query: 'go back' }, answer)
      .edit('e1', '/srv/proj/a.py', 'x.rewind_tape()');
    expect(metrics(used.text())).toMatchObject({ wastedTokens: 0 });
    expect(metrics(used.text()).rates.use.count).toBeGreaterThan(0);
    const unused = new MadeTranscript()
      .prompt('p')
      .ask('m1', hub, { query: 'go back' }, answer)
      .edit('e1', '/srv/proj/a.py', 'pass')
      .say('done');
    const { rates, wastedTokens, resultTokens } = metrics(unused.text());
    expect(rates.use).toMatchObject({ count: 0 });
    expect(wastedTokens).toBe(resultTokens);
  });

  it('is not what the question said itself', () => {
    const answer = { hits: [{ path: 'docs/a.md', snippet: 'rewind_tape()' }] };
    const echoed = new MadeTranscript()
      .prompt('p')
      .ask('m1', hub, { query: 'rewind_tape' }, answer)
      .say('I looked at rewind_tape');
    expect(metrics(echoed.text()).rates.use.count).toBe(0);
  });
});

describe('reformulations', () => {
  it('are chains with a length and an end, and repeats are not among them', () => {
    const transcript = new MadeTranscript()
      .prompt('p')
      .ask('m1', hub, { query: 'end call' }, noHits)
      .ask('m2', hub, { query: 'end call' }, noHits);
    transcript.ask('m3', hub, { query: 'end call politely' }, hits('a/b.md'));
    expect(metrics(transcript.text())).toMatchObject({
      reformulations: { chains: 1, longest: 3, meanLength: 3 },
      rates: { reformulationSuccess: { count: 1, n: 1 }, unchangedRepeat: { count: 1 }, reformulation: { count: 2, n: 2 } },
    });
  });
});

describe('counts', () => {
  it('of parts add up to those of the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 4 }), (shapes) => {
        const files = Object.fromEntries(
          shapes.map(([zero, good], place) => [`${place}.jsonl`, session(zero, good, `a${place}`)]),
        );
        const read = readTranscripts(files);
        const sum = emptyCounts();
        for (const each of read.sessions) addCounts(sum, analyzeSession(each, read.files, 'context-hub').counts);
        expect(metricsOf(JSON.parse(JSON.stringify(sum)))).toEqual(analyze(read, { hub: 'context-hub' }).metrics);
      }),
      { numRuns: runs(30) },
    );
  });

  it('take tools of any name', () => {
    const transcript = new MadeTranscript()
      .prompt('p')
      .ask('m1', 'mcp__context-hub____proto__', { query: 'a' }, noHits)
      .ask('m2', 'mcp__context-hub__constructor', { query: 'b' }, noHits);
    expect(metrics(transcript.text()).hubCalls).toBe(2);
    expect(metrics(transcript.text()).byTool.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
  });
});

describe('two sides', () => {
  const side = (zero: number, good: number) => metrics(session(zero, good));
  const zeroHit = (left: ReturnType<typeof side>, right: ReturnType<typeof side>) =>
    compareMetrics(left, right).find(({ name }) => name === 'zeroHit')!;

  it('differ only where it is more than chance', () => {
    expect(zeroHit(side(30, 10), side(5, 35))).toMatchObject({ better: true });
    expect(zeroHit(side(5, 35), side(30, 10))).toMatchObject({ better: false });
    expect(zeroHit(side(10, 30), side(12, 28))).toMatchObject({ better: null, reason: 'the difference may be chance' });
    expect(zeroHit(side(10, 5), side(0, 40))).toMatchObject({ better: null, reason: expect.stringContaining('too few') });
  });
});
