import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyzeSummary } from '../../../main/contract/sessions.ts';
import { hits, MadeTranscript } from '../../helpers/made-transcript.ts';
import { openTestService, type TestService } from '../../helpers/service.ts';
import { transcriptFixture } from '../../helpers/sessions.ts';

let folder: string;
let service: TestService;
const client = () => service.client;

async function analyze(paths: string[], hub?: string): Promise<AnalyzeSummary> {
  let summary: AnalyzeSummary | null = null;
  const phases = new Set<string>();
  for await (const value of client().stream('sessions.analyze', { paths, ...(hub === undefined ? {} : { hub }) })) {
    phases.add(value.progress.phase);
    summary = value.summary;
  }
  expect(phases).toContain('done');
  return summary!;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-sessions-'));
  const source = join(folder, 'acme');
  mkdirSync(join(source, 'src', 'acme'), { recursive: true });
  writeFileSync(
    join(source, 'src', 'acme', 'transport.py'),
    'class AcmeTransport:\n    """Carries sound."""\n\n    def send_dtmf(self, tones):\n        """Sends keypad tones."""\n        for tone in tones:\n            self.queue(tone)\n        return True\n',
  );
  for (const name of ['s01_zero_hit_then_grep', 's09_hit_then_read_same_path', 's03_two_phases'])
    writeFileSync(join(folder, `${name}.jsonl`), transcriptFixture(`scenarios/${name}.jsonl`));
  service = await openTestService(join(folder, 'data'));
  const specification = { name: 'acme', kind: 'folder' as const, location: source };
  await service.ended((await client().call('sources.add', { specifications: [specification] })).jobId);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe('a dropped transcript', () => {
  it('is read, kept and shown, and its finding becomes a case and is marked as fixed', async () => {
    const path = join(folder, 's01_zero_hit_then_grep.jsonl');
    const summary = await analyze([path]);
    expect(summary.files).toMatchObject([{ path, agent: 'claude', records: 12, skipped: 0, toolCalls: 5, mcpCalls: 2 }]);
    expect(summary).toMatchObject({
      hub: 'context-hub',
      sessions: [{ hub: 'context-hub', calls: 5, hubCalls: 2, failedHubCalls: 2, findings: 1 }],
    });
    const session = summary.sessions[0]!.key;
    expect(await client().call('sessions.list', {})).toMatchObject({ total: 1, sessions: [{ key: session, files: [path] }] });

    const { findings } = await client().call('sessions.findings', { sessions: [session] });
    expect(findings).toMatchObject([
      {
        pattern: 'zero-hit->fallback',
        wanted: { mapped: [{ source: 'acme', path: 'src/acme/transport.py', symbol: 'send_dtmf' }] },
        fixed: null,
        caseId: null,
      },
    ]);
    const finding = findings[0]!.id;

    const replay = await client().call('sessions.replay', { finding });
    expect(replay).toMatchObject({
      verdict: 'fixed',
      old: { outcome: 'zero-hit' },
      now: { wantedRank: 1, outcome: 'ok' },
    });

    const saved = await client().call('sessions.saveCase', { finding });
    expect(saved).toMatchObject({
      query: 'send_dtmf',
      scope: { tool: 'api' },
      wanted: [{ source: 'acme', path: 'src/acme/transport.py' }],
    });
    expect((await client().call('cases.list', {})).map(({ id }) => id)).toEqual([saved.id]);

    const fixed = await client().call('sessions.markFixed', { finding, fixed: true, note: 'indexed now' });
    expect(fixed).toMatchObject({ fixed: { note: 'indexed now' }, caseId: saved.id });
    expect((await client().call('sessions.findings', { fixed: false })).total).toBe(0);
    expect((await client().call('sessions.missed', {})).symbols).toEqual([]);
    // Reading it again takes nothing back that people said.
    await analyze([path]);
    expect(await client().call('sessions.finding', { id: finding })).toMatchObject({
      fixed: { note: 'indexed now' },
      caseId: saved.id,
    });
    expect(await client().call('sessions.markFixed', { finding, fixed: false })).toMatchObject({ fixed: null });
    const missed = await client().call('sessions.missed', {});
    expect(missed).toMatchObject({
      total: 1,
      symbols: [
        {
          symbol: 'send_dtmf',
          count: 1,
          queries: ['send_dtmf'],
          wanted: [{ path: 'acme/transport.py', mapped: { source: 'acme' } }],
        },
      ],
    });
    const exported = await client().call('sessions.exportMissed', {});
    expect(JSON.parse(exported.text).cases).toMatchObject([
      { query: 'send_dtmf', relevant: [{ corpus: 'acme', path: 'src/acme/transport.py', grade: 2 }] },
    ]);
  });

  it('shows its conversation, its records, its timeline and its calls', async () => {
    const session = (await analyze([join(folder, 's01_zero_hit_then_grep.jsonl')])).sessions[0]!.key;
    const all = await client().call('sessions.conversation', { session });
    expect(all.items.map(({ message, call }) => call?.id ?? message?.text)).toEqual([
      'How do I send DTMF?',
      'm1',
      'm2',
      'g1',
      'r1',
      'e1',
      'done',
    ]);
    const around = await client().call('sessions.conversation', { session, around: `${session}#g1`, limit: 2 });
    expect(around.items.map(({ call }) => call?.id)).toEqual(['m2', 'g1']);

    const { records } = await client().call('sessions.raw', { call: `${session}#m1` });
    expect(records.map(({ what, line }) => [what, line])).toEqual([
      ['call', 2],
      ['result', 3],
    ]);
    expect(JSON.parse(records[0]!.text!).message.content[0]).toMatchObject({ id: 'm1', input: { query: 'send_dtmf' } });

    const { marks, arcs, firstEdit } = await client().call('sessions.timeline', { session });
    expect(marks.map(({ role, outcome, afterEdit }) => [role, outcome, afterEdit])).toEqual([
      ['hub', 'zero-hit', false],
      ['hub', 'zero-hit', false],
      ['lookup', null, false],
      ['lookup', null, false],
      ['edit', null, false],
    ]);
    expect(arcs).toMatchObject([{ pattern: 'zero-hit->fallback', from: 1, to: 2 }]);
    expect(firstEdit).toBe(4);

    const calls = async (filter: object) =>
      (await client().call('sessions.calls', { sessions: [session], ...filter })).calls.map(({ id }) => id);
    expect(await calls({ roles: ['hub'] })).toEqual(['m1', 'm2']);
    expect(await calls({ tools: ['search_docs'] })).toEqual(['m2']);
    expect(await calls({ outcomes: ['zero-hit'], text: 'ACMETRANSPORT' })).toEqual(['m1']);
    expect(await calls({ text: '%' })).toEqual([]);
    expect(await calls({ text: 'transport.py' })).toEqual(['g1', 'r1']);
    expect(await calls({ offset: 3, limit: 1 })).toEqual(['r1']);
  });

  it('counts over what is selected, and is judged anew with another hub', async () => {
    const other = new MadeTranscript('00000000-0000-4000-8000-0000000000bb')
      .prompt('p')
      .ask('c1', 'mcp__context7__query-docs', { query: 'dtmf' }, 'No documentation found.');
    writeFileSync(join(folder, 'other.jsonl'), other.text());
    await analyze([
      join(folder, 's01_zero_hit_then_grep.jsonl'),
      join(folder, 's09_hit_then_read_same_path.jsonl'),
      join(folder, 'other.jsonl'),
    ]);
    const overview = await client().call('sessions.overview', {});
    expect(overview).toMatchObject({
      sessions: 3,
      metrics: { hubCalls: 3, judged: false, rates: { zeroHit: { count: 2, n: 3, grade: null }, pointer: { count: 1, n: 1 } } },
      others: [{ server: 'context7', metrics: { hubCalls: 1, rates: { zeroHit: { count: 1, n: 1 } } } }],
      patterns: [{ pattern: 'zero-hit->fallback', count: 1, certain: 1, fixed: 0 }],
    });
    expect(overview.servers.map(({ server, isHub }) => [server, isHub])).toEqual([
      ['context-hub', true],
      ['context7', false],
    ]);
    expect(overview.overTime.map(({ day, metrics }) => [day, metrics.hubCalls])).toEqual([['2026-08-01', 3]]);
    const compared = await client().call('sessions.compare', {
      left: { until: Date.parse('2026-08-01T00:00:00Z') },
      right: { from: Date.parse('2026-08-01T00:00:00Z') },
    });
    expect(compared).toMatchObject({ left: { sessions: 0 }, right: { sessions: 3 } });
    expect(compared.differences.map(({ better }) => better)).toEqual(compared.differences.map(() => null));

    expect(await client().call('sessions.chooseHub', { hub: 'Context7' })).toEqual({ sessions: 3 });
    const again = await client().call('sessions.overview', {});
    expect(again).toMatchObject({ metrics: { hubCalls: 1 }, others: [{ server: 'context-hub', metrics: { hubCalls: 3 } }] });
    expect(again.patterns).toEqual([{ pattern: 'zero-hit', count: 1, certain: 1, fixed: 0 }]);
    await client().call('sessions.chooseHub', { hub: 'context-hub' });
  });

  it('may have a search of the web of the agent’s own for its hub', async () => {
    const transcript = new MadeTranscript('00000000-0000-4000-8000-0000000000dd').prompt('p');
    for (const id of ['w1', 'w2', 'w3']) transcript.ask(id, 'WebSearch', { query: `engine ${id}` }, { results: [] });
    const path = join(folder, 'web.jsonl');
    writeFileSync(path, transcript.text());
    const { servers } = await analyze([path]);
    const [search] = servers;
    expect(servers).toMatchObject([
      { server: 'websearch', names: ['WebSearch'], calls: 3, searches: 3, own: true, isHub: false },
    ]);
    await client().call('sessions.chooseHub', { hub: search!.names[0]! });
    const { servers: after, sessions } = await client().call('sessions.list', {});
    expect(after.filter(({ isHub }) => isHub)).toMatchObject([{ server: 'websearch', own: true }]);
    expect(sessions.find(({ files }) => files[0] === path)).toMatchObject({ hubCalls: 3 });
    await client().call('sessions.chooseHub', { hub: 'context-hub' });
  });

  it('goes out as a report without what is private', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const home = ['', 'home', 'ada.lovelace'].join('/');
    const transcript = new MadeTranscript('00000000-0000-4000-8000-0000000000cc', `${home}/engine`)
      .prompt('p')
      .ask(
        'm1',
        'mcp__context-hub__search_docs',
        { query: `rotate ${secret} for ada.lovelace@example.net` },
        { hits: [], evidence: { confidence: 0 } },
      )
      .bash('b1', `rg rotate ${home}/engine/node_modules/acme # on build-7.corp.internal`);
    writeFileSync(join(folder, 'private.jsonl'), transcript.text());
    const { key } = (await analyze([join(folder, 'private.jsonl')])).sessions[0]!;
    for (const format of ['markdown', 'json'] as const) {
      const report = await client().call('sessions.report', { sessions: [key], format });
      expect(report.redacted).toBe(true);
      expect(report.text).toContain('zero-hit');
      for (const word of [secret, 'lovelace', 'example.net', 'corp.internal', home])
        expect(report.text, word).not.toContain(word);
      expect(report.redactions.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['key', 'email', 'home path', 'host name']),
      );
      const open = await client().call('sessions.report', { sessions: [key], format, redact: false });
      expect(open.text).toContain(secret);
    }
  });

  it('is forgotten when it is asked for', async () => {
    const before = (await client().call('sessions.list', {})).total;
    const { key } = (await analyze([join(folder, 's03_two_phases.jsonl')])).sessions[0]!;
    expect((await client().call('sessions.findings', { sessions: [key] })).findings).toMatchObject([{ pattern: 'phase-split' }]);
    expect(await client().call('sessions.forget', { sessions: [key] })).toEqual({ removed: 1 });
    await expect(client().call('sessions.timeline', { session: key })).rejects.toMatchObject({ code: 'not-found' });
    expect((await client().call('sessions.list', {})).total).toBe(before);
    expect((await client().call('sessions.forget', {})).removed).toBe(before);
    expect(await client().call('sessions.list', {})).toEqual({ total: 0, sessions: [], servers: [] });
    expect(await client().call('sessions.overview', {})).toMatchObject({
      sessions: 0,
      metrics: { calls: 0, latency: null, rates: { zeroHit: { rate: null, n: 0 } } },
    });
  });
});

describe('what cannot be done says so', () => {
  it('a path that is not there, a call that is gone, and nothing to ask again', async () => {
    await expect(analyze([join(folder, 'nowhere.jsonl')])).rejects.toMatchObject({ code: 'not-found' });
    await expect(client().call('sessions.raw', { call: 'x#y' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(client().call('sessions.finding', { id: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    const asksNothing = new MadeTranscript('00000000-0000-4000-8000-0000000000dd')
      .prompt('p')
      .ask('m1', 'mcp__context-hub__list_examples', {}, hits());
    writeFileSync(join(folder, 'nothing.jsonl'), asksNothing.text());
    const { key } = (await analyze([join(folder, 'nothing.jsonl')])).sessions[0]!;
    expect(await client().call('sessions.replay', { call: `${key}#m1` })).toMatchObject({ verdict: 'not replayable', now: null });
  });

  it('a reading that is stopped leaves what was kept as it was', async () => {
    const kept = (await client().call('sessions.list', {})).total;
    for await (const { progress } of client().stream('sessions.analyze', {
      paths: [join(folder, 's01_zero_hit_then_grep.jsonl')],
    })) {
      expect(progress.phase).not.toBe('done');
      break;
    }
    const after = await analyze([join(folder, 's01_zero_hit_then_grep.jsonl')]);
    expect(after.sessions).toHaveLength(1);
    expect((await client().call('sessions.list', {})).total).toBe(kept + 1);
  });
});
