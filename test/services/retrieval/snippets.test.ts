import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HubError } from '../../../main/contract/errors.ts';
import { Snippets } from '../../../main/services/retrieval/snippets.ts';
import { FileLookup } from '../../../main/store/file-lookup.ts';
import { lookupCorpus, plainFiles, voiceFiles, type LookupCorpus } from './lookup-corpus.ts';

let corpus: LookupCorpus;
let snippets: Snippets;
beforeAll(async () => {
  corpus = await lookupCorpus();
  snippets = new Snippets(corpus.hub.connection, corpus.retriever);
});
afterAll(() => corpus.close());

/** Lines of one of the corpus's files, as an editor counts them. */
function linesOf(text: string, start: number, end: number): string {
  return text
    .split('\n')
    .slice(start - 1, end)
    .join('\n');
}

async function errorOf(promise: Promise<unknown>): Promise<HubError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HubError);
  return error as HubError;
}

const alpha = voiceFiles['src/voice/alpha.py']!;

describe('a symbol', () => {
  it('that is qualified gives the whole method with its place', async () => {
    expect(await snippets.get({ symbol: 'Transport.send_tone', source: 'voice' })).toMatchObject({
      source: 'voice',
      repo: 'acme/voice',
      path: 'src/voice/alpha.py',
      language: 'python',
      symbol: 'Transport.send_tone',
      lines: { start: 13, end: 16 },
      wholeLines: { start: 13, end: 16 },
      truncated: false,
      next: null,
      content: linesOf(alpha, 13, 16),
      sourceUrl: `https://github.com/acme/voice/blob/${corpus.voiceCommit}/src/voice/alpha.py#L13-L16`,
    });
  });

  it.each([
    ['class', 'Transport', 'src/voice/alpha.py', 10],
    ['method by its last name', 'run_all', 'src/voice/alpha.py', 18],
    ['function', 'connect', 'src/voice/alpha.py', 4],
    ['module', 'voice.beta', 'src/voice/beta.py', 1],
    ['class within a class', 'Transport.InputParams', 'src/voice/alpha.py', 152],
    ['example function', 'route', 'examples/ivr/server/routes.py', 1],
    ['beginning of a name', 'rewi', 'src/voice/cases.py', 16],
    ['beginning of a qualified name', 'Transport.run_', 'src/voice/alpha.py', 18],
    ['name in other case', 'transport.SEND_TONE', 'src/voice/alpha.py', 13],
    ['beginning in other case', 'REWI', 'src/voice/cases.py', 16],
    ['Ruby and C++ form', 'Transport::send_tone', 'src/voice/alpha.py', 13],
    ['JavaDoc form', 'Transport#send_tone', 'src/voice/alpha.py', 13],
    ['call', 'Transport.send_tone()', 'src/voice/alpha.py', 13],
    ['call with blanks', ' Transport.send_tone( ) ', 'src/voice/alpha.py', 13],
  ])('%s: %s', async (_, symbol, path, line) => {
    const snippet = await snippets.get({ symbol, source: 'voice' });
    expect([snippet.path, snippet.lines.start]).toEqual([path, line]);
  });

  it('is found before what only begins with it', async () => {
    const snippet = await snippets.get({ symbol: 'Playback' });
    expect(snippet.symbol).toBe('Playback');
    expect(snippet.alternatives.map((one) => one.symbol)).toEqual(['playback']);
  });

  it('of the framework comes before its tests, those before an example', async () => {
    const transport = await snippets.get({ symbol: 'Transport' });
    expect([transport.path, ...transport.alternatives.map((one) => one.path)]).toEqual([
      'src/voice/alpha.py',
      'src/voice/beta.py',
      'tests/test_transport.py',
    ]);
    const call = await snippets.get({ symbol: 'make_call' });
    expect([call.path, ...call.alternatives.map((one) => one.path)]).toEqual(['tests/test_transport.py', 'examples/ivr/bot.py']);
  });

  it('names the other definitions with their sources and lines', async () => {
    expect((await snippets.get({ symbol: 'connect' })).alternatives).toEqual([
      { symbol: 'connect', path: 'src/voice/alpha.py', source: 'voice', lines: { start: 4, end: 7 } },
      { symbol: 'connect', path: 'src/voice/beta.py', source: 'voice', lines: { start: 4, end: 7 } },
    ]);
  });

  it('is looked for in one source where one is named', async () => {
    expect(await snippets.get({ symbol: 'connect', source: 'plain' })).toMatchObject({
      source: 'plain',
      content: plainFiles['src/voice/alpha.py']!.trimEnd(),
      sourceUrl: null,
      alternatives: [],
    });
  });

  it('that nothing is called says so and how to search for it', async () => {
    const error = await errorOf(snippets.get({ symbol: 'no_such_thing' }));
    expect(error.code).toBe('not-found');
    expect(error.message).toContain('“no_such_thing”');
    expect(error.message).toContain('context-hub search "no_such_thing" --tool api');
    for (const symbol of ['', '()', '.', '%', '_', "'", 'a'.repeat(10_000), '\u0000', '(('])
      expect((await errorOf(snippets.get({ symbol }))).code, symbol.slice(0, 10)).toBe('not-found');
  });

  it('bug: of several modules with the same definition, the module that was named is taken', async () => {
    for (const symbol of [
      'voice.beta.Transport.send_tone',
      'beta.Transport.send_tone',
      'voice.beta.Transport',
      'voice.beta.connect',
    ]) {
      const snippet = await snippets.get({ symbol });
      expect(snippet.path, symbol).toBe('src/voice/beta.py');
    }
  });

  it('bug: a name is taken as it is spelled before one in other case', async () => {
    expect((await snippets.get({ symbol: 'playback' })).symbol).toBe('playback');
    expect((await snippets.get({ symbol: 'Playback' })).symbol).toBe('Playback');
  });

  it('bug: a class within a class was found by its whole name only', async () => {
    for (const symbol of ['InputParams', 'voice.alpha.InputParams', 'inputparams']) {
      expect((await snippets.get({ symbol })).symbol, symbol).toBe('Transport.InputParams');
    }
  });

  it('bug: a call with arguments names what is called', async () => {
    expect((await snippets.get({ symbol: 'Transport.send_tone("5", wait=True)' })).symbol).toBe('Transport.send_tone');
  });
});

describe('long answers', () => {
  it('end after 100 lines and say where to go on, until the end', async () => {
    const first = await snippets.get({ symbol: 'Transport.run_all' });
    expect(first).toMatchObject({ truncated: true, lines: { start: 18, end: 117 }, wholeLines: { start: 18, end: 150 } });
    expect(first.next).toEqual({ source: 'voice', path: 'src/voice/alpha.py', lines: { start: 118, end: 150 } });
    expect(first.sourceUrl).toMatch(/#L18-L117$/);
    const rest = await snippets.get(first.next!);
    expect(rest).toMatchObject({ truncated: false, next: null });
    expect(`${first.content}\n${rest.content}`).toBe(linesOf(alpha, 18, 150));
  });

  it('are as long as asked for', async () => {
    const all = await snippets.get({ symbol: 'Transport.run_all', maxLines: 1_000 });
    expect(all).toMatchObject({ truncated: false, content: linesOf(alpha, 18, 150) });
    const exact = await snippets.get({ symbol: 'Transport.run_all', maxLines: 133 });
    expect(exact.truncated).toBe(false);
    const one = await snippets.get({ symbol: 'Transport.run_all', maxLines: 1 });
    expect(one).toMatchObject({ content: linesOf(alpha, 18, 18), lines: { start: 18, end: 18 } });
    expect(one.next?.lines).toEqual({ start: 19, end: 150 });
  });

  it.each([0, -1, 1.5, Number.NaN])('cannot be %d lines', async (maxLines) => {
    expect((await errorOf(snippets.get({ symbol: 'Transport', maxLines }))).code).toBe('usage');
  });

  it('bug: going on stays in the source that was cut', async () => {
    // The same path lies in another source whose name comes first.
    const first = await snippets.get({ path: 'src/voice/alpha.py', source: 'voice', maxLines: 5 });
    expect(await snippets.get(first.next!)).toMatchObject({ source: 'voice', lines: { start: 6, end: 105 } });
  });
});

describe('a path', () => {
  it('whole gives the file', async () => {
    expect(await snippets.get({ path: 'src/voice/beta.py' })).toMatchObject({
      content: voiceFiles['src/voice/beta.py']!.trimEnd(),
      lines: { start: 1, end: 16 },
      symbol: null,
      truncated: false,
    });
  });

  it.each(['beta.py', 'voice/beta.py', '/src/voice/beta.py', './src/voice/beta.py', 'SRC/Voice/Beta.py'])(
    '%s means the same',
    async (path) => {
      expect((await snippets.get({ path })).path).toBe('src/voice/beta.py');
    },
  );

  it('is no pattern, and its end begins at a folder', async () => {
    for (const path of ['eta.py', '%.py', 'bet_.py', 'src/voice', '', '/', '\u0000', "a'b"])
      expect((await errorOf(snippets.get({ path }))).code, path).toBe('not-found');
    expect((await errorOf(snippets.get({ path: 'src/gone.py' }))).message).toMatch(/“src\/gone\.py”.*context-hub sources/);
  });

  it('in several sources gives the other places', async () => {
    const snippet = await snippets.get({ path: 'src/voice/alpha.py' });
    expect(snippet.alternatives).toEqual([
      { symbol: null, path: 'src/voice/alpha.py', source: 'voice', lines: { start: 1, end: 156 } },
    ]);
    expect(snippet.source).toBe('plain');
    expect((await snippets.get({ path: 'src/voice/alpha.py', source: 'voice' })).alternatives).toEqual([]);
    expect((await errorOf(snippets.get({ path: 'src/voice/beta.py', source: 'plain' }))).code).toBe('not-found');
  });

  it('with lines gives these, up to the end of the file', async () => {
    const path = 'src/voice/beta.py';
    expect((await snippets.get({ path, lines: { start: 4, end: 5 } })).content).toBe(
      'def connect(url):\n    """Connect to beta."""',
    );
    expect(await snippets.get({ path, lines: { start: 16, end: 900 } })).toMatchObject({
      lines: { start: 16, end: 16 },
      content: '        return tone',
      truncated: false,
    });
  });

  it.each([
    [0, 3],
    [5, 4],
    [17, 17],
    [-2, -1],
    [1.5, 3],
    [Number.NaN, Number.NaN],
  ])('has no lines %d to %d', async (start, end) => {
    const error = await errorOf(snippets.get({ path: 'src/voice/beta.py', lines: { start, end } }));
    expect(error.code).toBe('usage');
    expect(error.message).toContain('which has 16');
  });

  it('bug: the line end that closes a file begins no line', async () => {
    const file = new FileLookup(corpus.hub.connection).byPath('examples/ivr/requirements.txt')[0]!;
    expect(file.lineCount).toBe(1);
    expect((await snippets.get({ path: file.path })).content).toBe('voice-framework==1.2.3');
  });
});

describe('an intent', () => {
  it('gives the code that does it, with the runners-up', async () => {
    const snippet = await snippets.get({ intent: 'rewind to the start' });
    expect(snippet).toMatchObject({ symbol: 'Playback.rewind', lines: { start: 16, end: 19 } });
    const tones = await snippets.get({ intent: 'send one tone twice' });
    expect(tones.path).toBe('src/voice/beta.py');
    expect(tones.alternatives.map((one) => one.path)).toContain('src/voice/alpha.py');
  });

  it('asks one source where one is named', async () => {
    expect((await snippets.get({ intent: 'connect', source: 'plain' })).source).toBe('plain');
  });

  it('that no code has says so with what to do', async () => {
    const error = await errorOf(snippets.get({ intent: 'zygomorphic quaternions' }));
    expect(error.code).toBe('not-found');
    expect(error.message).toMatch(/“zygomorphic quaternions”.*Try other words/);
    expect((await errorOf(snippets.get({ intent: '' }))).message).toContain('at least one word');
  });
});

describe('a name that the filters leave out', () => {
  it('is told where it is defined, and what the class could be called', async () => {
    const request = { symbol: 'send_tone', filters: { class_name: 'Trans' } };
    await expect(snippets.get(request)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(
        /not defined within class_name, but here: Transport\.send_tone .*like “Trans”: .*Transport/,
      ) as string,
    });
    await expect(snippets.get({ symbol: 'no_such_name', filters: { class_name: 'Trans' } })).rejects.toThrow(
      'No indexed definition',
    );
  });
});
