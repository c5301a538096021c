import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../main/contract/search.ts';
import { runCommand, startCommand, type CommandResult } from '../helpers/command-line.ts';
import { realModel } from '../helpers/real-model.ts';

let folder: string;
let corpus: string;
let data: string;
let model: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(corpus, path)), { recursive: true });
  writeFileSync(join(corpus, path), text);
}

const hub = (...rest: string[]): Promise<CommandResult> =>
  runCommand(['--data-dir', data, ...rest], { CONTEXT_HUB_MODEL: model });
// The caller says what the command prints; the assertions that follow check it.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
const parsed = <T>(result: CommandResult): T => JSON.parse(result.stdout) as T;

beforeAll(async () => {
  model = (await realModel()).path;
  folder = mkdtempSync(join(tmpdir(), 'hub-cli-'));
  corpus = join(folder, 'voicekit');
  data = join(folder, 'data');
  write('README.md', '# Sample\n\nA voice framework for tests.\n');
  write(
    'docs/ending.md',
    '# Pipeline termination\n\nTo end a call, push an EndFrame from the bot. The pipeline then shuts down.\n\n## Cancel\n\nA CancelFrame stops at once.\n',
  );
  write('docs/voices.md', '# Voices\n\nChoose how the assistant sounds and which language it speaks.\n');
  write('src/voice/__init__.py', '"""Voice."""\n');
  write(
    'src/voice/transport.py',
    `"""Transports."""\n\nfrom voice.frames import EndFrame\n\n\nclass DailyTransport(BaseTransport):\n    """Talks through Daily rooms."""\n\n    async def send_dtmf(self, settings):\n        """Send DTMF tones.\n\n        Args:\n            settings: What to press.\n        """\n        self._check()\n${'        await self._client.step(settings)\n'.repeat(120)}        yield EndFrame()\n`,
  );
  write(
    'examples/ivr/bot.py',
    'from voice.transport import DailyTransport\n\n\nasync def main():\n    transport = DailyTransport()\n    await transport.send_dtmf({"tones": "1"})\n',
  );
  write('examples/ivr/README.md', '# IVR navigation\n\nPresses buttons in phone menus.\n');
  const result = await hub('index', corpus, '--json');
  if (result.code !== 0) throw new Error(`indexing the sample failed: ${result.stderr}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is not indexed', () => {
  it('is listed file by file with its reason, and a source of nothing else says so', async () => {
    const other = join(folder, 'other');
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    writeFileSync(join(empty, 'package-lock.json'), '{}');
    const indexed = await hub('index', empty, '--data-dir', other);
    expect(indexed.stdout).toContain('empty: nothing in it was indexed');
    const listed = await hub('sources', '--left-out', '--json', '--data-dir', other);
    expect(parsed<object[]>(listed)).toMatchObject([{ leftOut: [{ path: 'package-lock.json', reason: 'lock-file' }] }]);
    const shown = await hub('sources', '--left-out', '--data-dir', other);
    expect(shown.stdout).toContain('empty:package-lock.json  lock-file');
  });
});

describe('search', () => {
  it('prints one JSON value with hits, lines, citations and scores that add up', async () => {
    const result = await hub('search', 'how do I end a call from the bot', '--tool', 'docs', '--json', '--explain');
    const answer = parsed<SearchAnswer>(result);
    expect(result.code).toBe(0);
    expect(answer).toMatchObject({ mode: 'hybrid', fallback: null, emptyReason: null, lowConfidence: false });
    expect(answer.hits[0]).toMatchObject({ path: 'docs/ending.md', contentType: 'doc', title: 'Pipeline termination' });
    for (const hit of answer.hits) expect(hit.explain!.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(hit.score, 9);
  });

  it('finds by meaning what shares no word, which keyword search cannot', async () => {
    const query = 'picking the speaker’s accent';
    const meaning = parsed<SearchAnswer>(await hub('search', query, '--tool', 'docs', '--json'));
    expect(meaning.hits[0]!.path).toBe('docs/voices.md');
    const keyword = parsed<SearchAnswer>(await hub('search', query, '--tool', 'docs', '--json', '--mode', 'keyword'));
    expect(keyword.hits).toEqual([]);
    expect(keyword.emptyReason).toBe('nothing-alike');
  });

  it('puts the definition first for a symbol, however it is written', async () => {
    for (const query of ['send_dtmf', 'DailyTransport.send_dtmf', 'DailyTransport.send_dtmf()']) {
      const answer = parsed<SearchAnswer>(await hub('search', query, '--tool', 'api', '--json'));
      expect(
        answer.hits.slice(0, 3).map((hit) => hit.symbol),
        query,
      ).toContain('DailyTransport.send_dtmf');
    }
  });

  it('filters, and says which filters there are when one is unknown', async () => {
    const yielding = parsed<SearchAnswer>(await hub('search', 'tones', '--filter', 'yields=EndFrame', '--json'));
    expect(new Set(yielding.hits.map((hit) => hit.symbol))).toEqual(new Set(['DailyTransport.send_dtmf']));
    const away = parsed<SearchAnswer>(await hub('search', 'tones', '--filter', 'yields=Nothing', '--json'));
    expect(away).toMatchObject({ hits: [], emptyReason: 'filtered-away' });
    const unknown = await hub('search', 'tones', '--filter', 'colour=red', '--json');
    expect(unknown.code).toBe(2);
    expect(parsed<{ error: { code: string; message: string } }>(unknown).error.message).toMatch(
      /colour.*Filters are: content_type/,
    );
  });

  it('pages through the whole list without gap or repeat', async () => {
    const whole = parsed<SearchAnswer>(await hub('search', 'transport frame bot', '--json', '--limit', '50'));
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: SearchAnswer = parsed(
        await hub('search', 'transport frame bot', '--json', '--limit', '3', ...(cursor ? ['--cursor', cursor] : [])),
      );
      ids.push(...page.hits.map((hit) => hit.chunkId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(whole.hits.map((hit) => hit.chunkId));
  });

  it('takes any text: an empty query has a reason, no error', async () => {
    const answer = parsed<SearchAnswer>(await hub('search', '"*" )(', '--json'));
    expect(answer).toMatchObject({ hits: [], emptyReason: 'empty-query' });
  });
});

describe('snippet, doc, example', () => {
  it('returns a whole method, and where to go on when it is cut', async () => {
    const whole = parsed<{ content: string; truncated: boolean }>(
      await hub('snippet', '--symbol', 'DailyTransport.send_dtmf', '--max-lines', '200', '--json'),
    );
    expect(whole.truncated).toBe(false);
    expect(whole.content).toMatch(/^ {4}async def send_dtmf[^]*yield EndFrame\(\)$/);
    const cut = parsed<{ truncated: boolean; lines: { start: number; end: number }; next: { lines: { start: number } } }>(
      await hub('snippet', '--symbol', 'send_dtmf', '--json'),
    );
    expect(cut).toMatchObject({ truncated: true });
    expect(cut.next.lines.start).toBe(cut.lines.end + 1);
  });

  it('returns pages, sections and whole examples by path', async () => {
    expect(parsed<{ content: string }>(await hub('doc', 'docs/ending', '--section', 'cancel', '--json')).content).toContain(
      'CancelFrame',
    );
    expect(parsed<{ files: { path: string }[] }>(await hub('example', 'ivr', '--json')).files.map((file) => file.path)).toEqual([
      'examples/ivr/bot.py',
      'examples/ivr/README.md',
    ]);
  });
});

describe('exit codes and output', () => {
  it('is 2 for usage, 1 for what is not there, and stdout stays JSON', async () => {
    expect((await hub('search')).code).toBe(2);
    expect((await hub('fly')).code).toBe(2);
    expect((await hub('search', 'x', '--limit', '0')).code).toBe(2);
    for (const line of [['search'], ['fly'], ['search', 'x', '--no-such-flag'], ['--log', 'loud', 'status']]) {
      const refused = await hub(...line, '--json');
      expect(refused.code).toBe(2);
      expect(parsed<{ error: { code: string; message: string } }>(refused).error).toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/^[^:]/),
      });
    }
    const missing = await hub('doc', 'no/such/page', '--json');
    expect(missing.code).toBe(1);
    expect(parsed<{ error: { code: string } }>(missing).error.code).toBe('not-found');
  });

  it('says that every source failed rather than that all is well (refresh with every source failed exited 0 in the reference)', async () => {
    const gone = join(folder, 'gone');
    const other = join(folder, 'other-data');
    mkdirSync(gone);
    writeFileSync(join(gone, 'a.md'), '# A\n\nText.\n');
    const run = (...rest: string[]) => runCommand(['--data-dir', other, ...rest], { CONTEXT_HUB_MODEL: model });
    expect((await run('index', gone)).code).toBe(0);
    rmSync(gone, { recursive: true });
    const result = await run('refresh', '--json');
    expect(result.code).toBe(1);
    expect(parsed<{ sources: { outcome: string }[] }>(result).sources).toMatchObject([{ outcome: 'failed' }]);
  });

  it('works by keyword and says so when there is no model, and exits 3 for a partial index', async () => {
    const nowhere = join(folder, 'nowhere');
    const run = (...rest: string[]) =>
      runCommand(['--data-dir', join(folder, 'no-model'), ...rest], { CONTEXT_HUB_MODEL: nowhere });
    const index = await run('index', corpus, '--json');
    expect(index.code).toBe(3);
    const answer = parsed<SearchAnswer>(await run('search', 'send_dtmf', '--json'));
    expect(answer.mode).toBe('keyword');
    expect(answer.fallback).toMatch(/by keywords, without meaning[^]*To fix it/);
    expect(answer.hits.map((hit) => hit.symbol)).toContain('DailyTransport.send_dtmf');
    expect(parsed<{ state: string; pendingTexts: number }>(await run('status', '--json'))).toMatchObject({
      state: 'partial',
      pendingTexts: expect.any(Number),
    });
  });

  it('answers "not indexed" from a folder that holds nothing', async () => {
    const answer = parsed<SearchAnswer>(
      await runCommand(['--data-dir', join(folder, 'empty'), 'search', 'x', '--json'], { CONTEXT_HUB_MODEL: model }),
    );
    expect(answer).toMatchObject({ hits: [], emptyReason: 'not-indexed' });
  });
});

it('the same query gives the same list in every process', async () => {
  const lists = await Promise.all(
    [1, 2, 3].map(async () =>
      parsed<SearchAnswer>(await hub('search', 'end the call by pressing a button', '--json', '--limit', '20')).hits.map(
        (hit) => [hit.chunkId, hit.score],
      ),
    ),
  );
  expect(lists[1]).toEqual(lists[0]);
  expect(lists[2]).toEqual(lists[0]);
});

it('one process owns the directory at a time, and readers go on beside it', async () => {
  write('docs/more.md', `# More\n\n${'Words about transports. '.repeat(2_000)}\n`);
  const running = startCommand(['--data-dir', data, 'refresh', '--force'], { CONTEXT_HUB_MODEL: model });
  await running.untilStderr('looking');
  // It stands still while the others look, or it might be done before they have started.
  running.child.kill('SIGSTOP');
  const second = await hub('refresh', '--json');
  expect(parsed<{ error: { code: string } }>(second).error.code).toBe('locked');
  expect((await hub('search', 'send_dtmf', '--json')).code).toBe(0);
  running.child.kill('SIGCONT');
  expect((await running.ended).code).toBe(0);
});
