import { describe, expect, it } from 'vitest';
import { analyze } from '../../../../main/core/sessions/analyze.ts';
import { asked, findingsIn, hub, short, venv } from '../../../helpers/findings.ts';
import { hits, lowConfidence, MadeTranscript, noHits } from '../../../helpers/made-transcript.ts';
import { readTranscripts } from '../../../helpers/sessions.ts';

describe('a zero hit', () => {
  it('and a search for the same in a dependency is a certain fallback', () => {
    expect(short(findingsIn(asked().grep('g1', 'send_dtmf', venv)))).toEqual([['zero-hit->fallback', 'certain', ['m1'], ['g1']]]);
  });

  it('and a look into a dependency for something else is a probable one', () => {
    expect(short(findingsIn(asked().read('r1', `${venv}/clock.py`)))).toEqual([
      ['zero-hit->fallback', 'probable', ['m1'], ['r1']],
    ]);
  });

  it('and a search for the very thing in the own code is a probable one', () => {
    expect(short(findingsIn(asked().grep('g1', 'send_dtmf', '/srv/proj/src')))).toEqual([
      ['zero-hit->fallback', 'probable', ['m1'], ['g1']],
    ]);
  });

  it('and other work in the own code is none', () => {
    expect(short(findingsIn(asked().grep('g1', 'clock', '/srv/proj/src').read('r1', '/srv/proj/src/clock.py')))).toEqual([
      ['zero-hit', 'certain', ['m1'], []],
    ]);
  });

  it('counts within five calls and within the turn', () => {
    const busy = asked();
    for (const id of ['a', 'b', 'c', 'd', 'e']) busy.bash(id, 'make test');
    expect(short(findingsIn(busy.grep('g1', 'send_dtmf', venv)))).toEqual([['zero-hit', 'certain', ['m1'], []]]);
    const four = asked();
    for (const id of ['a', 'b', 'c', 'd']) four.bash(id, 'make test');
    expect(short(findingsIn(four.grep('g1', 'send_dtmf', venv)))[0]).toEqual(['zero-hit->fallback', 'certain', ['m1'], ['g1']]);
    expect(short(findingsIn(asked().prompt('something else').grep('g1', 'send_dtmf', venv)))).toEqual([
      ['zero-hit', 'certain', ['m1'], []],
    ]);
  });

  it('that a second question answers is asked again, not failed', () => {
    const again = asked()
      .ask('m2', hub, { query: 'dtmf keypad' }, hits('src/acme/transport.py'))
      .read('r1', `${venv}/transport.py`);
    const [finding, ...rest] = findingsIn(again);
    expect(rest).toEqual([]);
    expect(short([finding!])).toEqual([['zero-hit', 'certain', ['m1'], []]]);
    expect(finding!.followUps.map(({ id }) => id)).toEqual(['m2']);
  });
});

describe('traps of attribution', () => {
  it('a search issued beside the question is hedging', () => {
    const transcript = new MadeTranscript().prompt('p');
    transcript.call('m1', hub, { query: 'send_dtmf' }, 'msg_x').call('g1', 'Grep', { pattern: 'send_dtmf', path: venv }, 'msg_x');
    transcript.result('m1', [{ type: 'text', text: JSON.stringify(noHits) }]).result('g1', 'No files found');
    expect(short(findingsIn(transcript))).toEqual([['zero-hit', 'certain', ['m1'], []]]);
  });

  it('a read that an edit of the own file needs is none', () => {
    const transcript = asked().read('r1', '/srv/proj/src/send_dtmf.py').edit('e1', '/srv/proj/src/send_dtmf.py');
    expect(short(findingsIn(transcript))).toEqual([['zero-hit', 'certain', ['m1'], []]]);
    expect(short(findingsIn(asked().read('r1', '/srv/proj/src/send_dtmf.py')))).toEqual([
      ['zero-hit->fallback', 'probable', ['m1'], ['r1']],
    ]);
  });

  it('a file that the user named is none', () => {
    const transcript = new MadeTranscript()
      .prompt('look at acme/dtmf.py and build it')
      .ask('m1', hub, { query: 'send_dtmf' }, noHits);
    expect(short(findingsIn(transcript.read('r1', `${venv}/dtmf.py`)))).toEqual([['zero-hit', 'certain', ['m1'], []]]);
    const other = new MadeTranscript().prompt('look at send_dtmf.py').ask('m1', hub, { query: 'send_dtmf' }, noHits);
    expect(short(findingsIn(other.read('r1', `${venv}/dtmf.py`)))[0]![0]).toBe('zero-hit->fallback');
  });

  it('a call that the user refused or stopped is no failure of the hub', () => {
    const denied = new MadeTranscript().prompt('p').call('m1', hub, { query: 'send_dtmf' });
    denied.result('m1', "The user doesn't want to proceed with this tool use.", {
      isError: true,
      toolUseResult: 'User rejected tool use',
    });
    expect(short(findingsIn(denied.grep('g1', 'send_dtmf', venv)))).toEqual([]);
    const stopped = new MadeTranscript().prompt('p').call('m1', hub, { query: 'send_dtmf' });
    stopped.prompt('[Request interrupted by user for tool use]').grep('g1', 'send_dtmf', venv);
    expect(short(findingsIn(stopped))).toEqual([]);
  });

  it('a sibling’s error is not the hub’s', () => {
    const transcript = new MadeTranscript().prompt('p').call('m1', hub, { query: 'send_dtmf' });
    transcript
      .result('m1', '<tool_use_error>Sibling tool call errored</tool_use_error>', { isError: true })
      .grep('g1', 'send_dtmf', venv);
    expect(short(findingsIn(transcript))).toEqual([]);
  });

  it('reading on in a result that was moved out is none', () => {
    const moved = '/srv/store/tool-results/m1.txt';
    const transcript = new MadeTranscript().prompt('p').call('m1', hub, { query: 'send_dtmf' });
    transcript.result(
      'm1',
      `<persisted-output>\nOutput too large (90 KB). Full output saved to: ${moved}\n\nPreview (first 2KB):\nsend_dtmf\n</persisted-output>`,
      {
        toolUseResult: { stdout: '', persistedOutputPath: moved, persistedOutputSize: 90_000 },
      },
    );
    expect(short(findingsIn(transcript.read('r1', moved)))).toEqual([]);
  });

  it('reading again what a compaction took away is none, and a first look after it is one', () => {
    const before = new MadeTranscript().prompt('p').read('r0', `${venv}/dtmf.py`).ask('m1', hub, { query: 'send_dtmf' }, noHits);
    const cut = (transcript: MadeTranscript) =>
      transcript
        .record({
          type: 'system',
          subtype: 'compact_boundary',
          logicalParentUuid: 'x',
          content: 'Conversation compacted',
          compactMetadata: { trigger: 'auto', preTokens: 1 },
        })
        .record({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'This session is being continued' } });
    expect(short(findingsIn(cut(before).read('r1', `${venv}/dtmf.py`)))).toEqual([['zero-hit', 'certain', ['m1'], []]]);
    expect(short(findingsIn(cut(asked()).read('r1', `${venv}/dtmf.py`)))).toEqual([
      ['zero-hit->fallback', 'certain', ['m1'], ['r1']],
    ]);
  });

  it('a file that the hub pointed at is success, wherever it is installed', () => {
    const transcript = new MadeTranscript()
      .prompt('p')
      .ask('m1', hub, { query: 'send dtmf' }, hits('src/acme/other.py', 'src/acme/dtmf.py'));
    const { findings, metrics } = analyze(readTranscripts({ 'a.jsonl': transcript.read('r1', `${venv}/dtmf.py`).text() }));
    expect(findings).toEqual([]);
    expect(metrics.rates.pointer).toMatchObject({ count: 1, n: 1 });
    expect(metrics.pointerRank).toEqual({ n: 1, mrr: 0.5, hitAt5: 1 });
  });

  it('a subagent that was started within the window looks up for its parent', () => {
    const transcript = asked().call('t1', 'Task', { description: 'look', prompt: 'find it', subagent_type: 'Explore' });
    transcript.result('t1', 'done', { toolUseResult: { agentId: 'abc', status: 'completed' } });
    const inner = new MadeTranscript().prompt('find it').grep('g1', 'send_dtmf', venv);
    const lines = inner
      .text()
      .trim()
      .split('\n')
      .map((line) => ({ ...JSON.parse(line), isSidechain: true, agentId: 'abc' }))
      .map((record, place) => JSON.stringify({ ...record, uuid: `sub-${place}` }));
    const folder = '00000000-0000-4000-8000-0000000000aa';
    const findings = findingsIn(transcript, {
      [`${folder}/subagents/agent-abc.meta.json`]: JSON.stringify({ agentType: 'Explore', description: 'look', toolUseId: 't1' }),
      [`${folder}/subagents/agent-abc.jsonl`]: `${lines.join('\n')}\n`,
    });
    expect(short(findings)).toEqual([['zero-hit->fallback', 'certain', ['m1'], ['g1']]]);
  });
});

describe('other failures', () => {
  it('low confidence and another wording', () => {
    const transcript = new MadeTranscript().prompt('p').ask('m1', hub, { query: 'end call gracefully' }, lowConfidence('a/b.md'));
    transcript.ask('m2', hub, { query: 'end a call' }, hits('a/c.md')).edit('e1', '/srv/proj/bot.py');
    const [finding, ...rest] = findingsIn(transcript);
    expect(rest).toEqual([]);
    expect(short([finding!])).toEqual([['low-confidence->reformulated', 'certain', ['m1'], []]]);
    expect(finding!.followUps.map(({ id }) => id)).toEqual(['m2']);
  });

  it('a snippet of as many lines as were allowed, and then the file itself', () => {
    const snippet = { snippets: [{ content: 'x', path: 'src/acme/dtmf.py', line_start: 10, line_end: 109 }] };
    const transcript = new MadeTranscript()
      .prompt('p')
      .ask('m1', 'mcp__context-hub__get_code_snippet', { symbol: 'send_dtmf' }, snippet);
    expect(short(findingsIn(transcript.read('r1', `${venv}/dtmf.py`)))).toEqual([
      ['truncated->fallback', 'certain', ['m1'], ['r1']],
    ]);
  });

  it('a tool that is gone', () => {
    const transcript = new MadeTranscript().prompt('p').call('m1', hub, { query: 'send_dtmf' });
    transcript.result('m1', `<tool_use_error>Error: No such tool available: ${hub}</tool_use_error>`, { isError: true });
    expect(short(findingsIn(transcript.grep('g1', 'send_dtmf', venv)))).toEqual([
      ['unavailable->fallback', 'certain', ['m1'], ['g1']],
    ]);
  });

  it('an answer above the agent’s limit', () => {
    const transcript = new MadeTranscript().prompt('p').call('m1', hub, { query: 'send_dtmf' });
    transcript.result(
      'm1',
      'MCP tool "search_api" response (30123 tokens) exceeds maximum allowed tokens (25000). Please use pagination.',
      { isError: true },
    );
    const { findings, metrics } = analyze(readTranscripts({ 'a.jsonl': transcript.grep('g1', 'send_dtmf', venv).text() }));
    expect(short(findings)).toEqual([['truncated->fallback', 'certain', ['m1'], ['g1']]]);
    expect(metrics.outcomes).toEqual({ 'too-large': 1 });
  });

  it('hits that did not help, when the same is searched for in a dependency before anything is changed', () => {
    const good = () => new MadeTranscript().prompt('p').ask('m1', hub, { query: 'send_dtmf' }, hits('docs/other.md'));
    expect(short(findingsIn(good().grep('g1', 'def send_dtmf', venv)))).toEqual([
      ['irrelevant->fallback', 'certain', ['m1'], ['g1']],
    ]);
    expect(short(findingsIn(good().edit('e1', '/srv/proj/bot.py').grep('g1', 'def send_dtmf', venv)))).toEqual([]);
    expect(short(findingsIn(good().read('r1', `${venv}/clock.py`)))).toEqual([]);
    expect(short(findingsIn(good().grep('g1', 'send_dtmf', '/srv/proj/src')))).toEqual([]);
  });

  it('documentation on the web, `go doc` and introspection', () => {
    const after = (command: string) => short(findingsIn(asked().bash('b1', command)))[0]!.slice(0, 2);
    expect(after('go doc example.com/acme.SendDtmf')).toEqual(['zero-hit->fallback', 'certain']);
    expect(after(`python -c "import inspect, acme; print(inspect.getsource(acme.send_dtmf))"`)).toEqual([
      'zero-hit->fallback',
      'certain',
    ]);
    expect(after('cd .venv/lib/python3.12/site-packages && rg -n send_dtmf')).toEqual(['zero-hit->fallback', 'certain']);
    expect(after('curl -s https://docs.acme.dev/guides/dtmf')).toEqual(['zero-hit->fallback', 'certain']);
    expect(after('curl -s http://localhost:3000/dtmf')).toEqual(['zero-hit', 'certain']);
    const web = asked().call('w1', 'WebFetch', { url: 'https://docs.acme.dev/dtmf', prompt: 'how' }).result('w1', 'text');
    expect(short(findingsIn(web))).toEqual([['zero-hit->fallback', 'certain', ['m1'], ['w1']]]);
  });
});

describe('a hub that is not asked', () => {
  const lookups = (transcript: MadeTranscript, count: number): MadeTranscript => {
    for (let place = 0; place < count; place += 1) transcript.grep(`g${place}`, `symbol_${place}`, venv);
    return transcript;
  };

  it('is a bypass where it is known to have been on offer, from four look-ups on', () => {
    const offered = () =>
      new MadeTranscript()
        .prompt('p')
        .record({ type: 'attachment', attachment: { type: 'deferred_tools_delta', addedNames: [hub] } });
    const read = (transcript: MadeTranscript) =>
      analyze(readTranscripts({ 'a.jsonl': transcript.text() }), { hub: 'context-hub' }).findings;
    expect(read(lookups(offered(), 3))).toEqual([]);
    const [finding] = read(lookups(offered(), 4));
    expect(finding).toMatchObject({
      pattern: 'bypass',
      certainty: 'certain',
      reasons: [expect.stringContaining('4 look-ups'), expect.stringContaining('never loaded')],
    });
  });

  it('is a probable bypass only after a burst where nothing tells of a hub', () => {
    expect(findingsIn(lookups(new MadeTranscript().prompt('p'), 7))).toEqual([]);
    expect(short(findingsIn(lookups(new MadeTranscript().prompt('p'), 8)))[0]!.slice(0, 2)).toEqual(['bypass', 'probable']);
  });

  it('is none where it was asked', () => {
    const transcript = lookups(new MadeTranscript().prompt('p').ask('m1', hub, { query: 'bot' }, hits('a/b.md')), 20);
    expect(findingsIn(transcript).map(({ pattern }) => pattern)).not.toContain('bypass');
  });
});

describe('a look-up in the same message of OpenCode', () => {
  const tool = (id: string, name: string, input: unknown, output: string) => ({
    id: `prt_${id}`,
    type: 'tool',
    callID: id,
    tool: name,
    state: { status: 'completed', input, output, time: { start: 1, end: 2 } },
  });
  const question = tool('q', 'context-hub_search_docs', { query: 'send_dtmf' }, JSON.stringify({ hits: [] }));
  const lookup = tool('g', 'grep', { pattern: 'send_dtmf', path: 'node_modules/acme' }, 'node_modules/acme/a.js:1: send_dtmf');
  const step = (id: string) => ({ id: `prt_${id}`, type: 'step-start' });
  const found = (parts: unknown[]) => {
    const said = { info: { id: 'msg_1', role: 'user' }, parts: [{ id: 'prt_0', type: 'text', text: 'build it' }] };
    const text = JSON.stringify({ info: { id: 'ses_1' }, messages: [said, { info: { id: 'msg_2', role: 'assistant' }, parts }] });
    return short(analyze(readTranscripts({ 'export.json': text }), { hub: 'context-hub' }).findings);
  };

  it('is hedging where one step asks both, and a fallback where it is made in the next step', () => {
    expect(found([step('a'), question, lookup])).toEqual([['zero-hit', 'certain', ['q'], []]]);
    expect(found([step('a'), question, step('b'), lookup])).toEqual([['zero-hit->fallback', 'certain', ['q'], ['g']]]);
  });
});
