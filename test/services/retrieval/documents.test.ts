import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HubError } from '../../../main/contract/errors.ts';
import { Documents } from '../../../main/services/retrieval/documents.ts';
import { gitlabFiles, lookupCorpus, plainFiles, siteFiles, voiceFiles, type LookupCorpus } from './lookup-corpus.ts';

let corpus: LookupCorpus;
let documents: Documents;
beforeAll(async () => {
  corpus = await lookupCorpus();
  documents = new Documents(corpus.hub.connection);
});
afterAll(() => corpus.close());

function errorOf(action: () => unknown): HubError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(HubError);
    return error as HubError;
  }
  throw new Error('nothing was thrown');
}

/** Ids of the chunks of one file, in order. */
function chunksOf(source: string, path: string): string[] {
  return corpus.hub.connection
    .prepare<unknown[], { id: string }>(
      `SELECT c.chunk_id AS id FROM chunks c JOIN files f ON f.id = c.file_id JOIN sources s ON s.id = f.source_id
       WHERE s.name = ? AND f.path = ? ORDER BY c.ordinal`,
    )
    .all(source, path)
    .map((row) => row.id);
}

const endCall = siteFiles['guides/end-call.mdx']!;

describe('a page', () => {
  it('comes whole, as it is written, with its outline and address', () => {
    expect(documents.document('guides/end-call.mdx')).toEqual({
      source: 'site',
      repo: expect.any(String) as string,
      path: 'guides/end-call.mdx',
      title: 'Ending a call',
      sourceUrl: 'https://docs.voice.example/guides/end-call',
      lines: { start: 1, end: 17 },
      section: null,
      outline: [
        { level: 1, text: 'Ending a call', slug: 'ending-a-call', line: 2 },
        { level: 2, text: 'Hang up (now)', slug: 'hang-up-now', line: 7 },
        { level: 3, text: 'By the bot', slug: 'by-the-bot', line: 11 },
        { level: 2, text: 'Drop', slug: 'drop', line: 15 },
      ],
      content: endCall,
      alternatives: [],
    });
  });

  it('is found by the id of one of its chunks, and by a beginning of it that no other has', () => {
    const [id] = chunksOf('site', 'guides/end-call.mdx');
    for (const length of [64, 32, 12]) expect(documents.document(id!.slice(0, length)).path).toBe('guides/end-call.mdx');
    for (const reference of [id!.slice(0, 7), `${id}0`, 'f'.repeat(64)])
      expect(errorOf(() => documents.document(reference)).code, reference).toBe('not-found');
  });

  it('is not found by a beginning that several ids have', () => {
    const prefix = 'abcdef0123';
    corpus.hub.connection.transaction(() => {
      const rows = corpus.hub.connection
        .prepare<[], { id: number; chunk_id: string }>('SELECT id, chunk_id FROM chunks LIMIT 2')
        .all();
      const rename = corpus.hub.connection.prepare('UPDATE chunks SET chunk_id = ? WHERE id = ?');
      for (const [index, row] of rows.entries()) rename.run(prefix + row.chunk_id.slice(10, 63) + String(index), row.id);
      expect(errorOf(() => documents.document(prefix)).code).toBe('not-found');
      for (const row of rows) rename.run(row.chunk_id, row.id);
    })();
  });

  it.each([
    ['guides/end-call', 'guides/end-call.mdx'],
    ['/guides/end-call', 'guides/end-call.mdx'],
    ['/guides/end-call/', 'guides/end-call.mdx'],
    ['./guides/end-call.mdx', 'guides/end-call.mdx'],
    ['/guides/end-call.mdx/', 'guides/end-call.mdx'],
    ['guides/end-call.md', 'guides/end-call.mdx'],
    ['Guides/End-Call', 'guides/end-call.mdx'],
    ['/guides/end-call?plain=1#drop', 'guides/end-call.mdx'],
    ['guides/end-call#drop', 'guides/end-call.mdx'],
    ['guides', 'guides/index.mdx'],
    ['/guides/', 'guides/index.mdx'],
    ['guides/index', 'guides/index.mdx'],
    ['index', 'index.mdx'],
    ['reference', 'reference/README.md'],
    ['my page', 'guides/my page.md'],
    ['no-headings', 'notes/no-headings.txt'],
  ])('%s is %s', (reference, path) => {
    expect(documents.document(reference).path).toBe(path);
  });

  it.each([
    ['https://docs.voice.example/guides/end-call', 'guides/end-call.mdx'],
    ['https://docs.voice.example/guides/end-call/', 'guides/end-call.mdx'],
    ['https://docs.voice.example/guides/end-call?lang=en#drop', 'guides/end-call.mdx'],
    ['https://docs.voice.example/guides/end-call#drop', 'guides/end-call.mdx'],
    ['HTTPS://Docs.Voice.Example/guides/end-call', 'guides/end-call.mdx'],
    ['http://docs.voice.example/guides/end-call.md', 'guides/end-call.mdx'],
    ['https://docs.voice.example/guides', 'guides/index.mdx'],
    ['https://docs.voice.example', 'index.mdx'],
    ['https://docs.voice.example/', 'index.mdx'],
    ['https://docs.voice.example/guides/my%20page', 'guides/my page.md'],
    ['https://docs.voice.example/reference/README', 'reference/README.md'],
  ])('%s is %s', (reference, path) => {
    expect(documents.document(reference)).toMatchObject({ source: 'site', path });
  });

  it('whose name several have gives the others, the one nearest to the top first', () => {
    expect(documents.document('end-call')).toMatchObject({
      path: 'guides/end-call.mdx',
      alternatives: [{ path: 'reference/end-call.mdx', source: 'site' }],
    });
    expect(documents.document('README.md')).toMatchObject({
      source: 'plain',
      alternatives: [
        { path: 'README.md', source: 'tools' },
        { path: 'README.md', source: 'voice' },
      ],
    });
  });

  it('that is none says so and how to find one', () => {
    const error = errorOf(() => documents.document('guides/end'));
    expect(error.code).toBe('not-found');
    expect(error.message).toMatch(/“guides\/end”.*context-hub search/);
    for (const reference of ['', ' ', '%', '_', "'", '\u0000', '..', '../../etc/passwd', 'x'.repeat(10_000), 'call', '#drop'])
      expect(errorOf(() => documents.document(reference)).code, reference.slice(0, 20)).toBe('not-found');
  });

  it('of a name with signs of a pattern is that page alone', () => {
    expect(documents.document('50%_off')).toMatchObject({
      path: 'docs/50%_off.md',
      content: plainFiles['docs/50%_off.md'],
      alternatives: [],
    });
  });

  it('bug: an address that is none is not found, not a crash', () => {
    for (const reference of ['https://', 'https://[', 'http://a b/', 'https://x/%zz', 'https://%'])
      expect(errorOf(() => documents.document(reference)).code, reference).toBe('not-found');
  });

  it('bug: the addresses that hits of any known host have are found', () => {
    const own = [
      `https://github.com/acme/voice/blob/${corpus.voiceCommit}/README.md?plain=1#L1-L3`,
      `https://gitlab.com/group/sub/tools/-/blob/${corpus.toolsCommit}/docs/use%20it.md?plain=1#L1-3`,
    ];
    expect(documents.document(own[0]!)).toMatchObject({ source: 'voice', content: voiceFiles['README.md'], alternatives: [] });
    expect(documents.document(own[1]!)).toMatchObject({ source: 'tools', content: gitlabFiles['docs/use it.md'] });
    for (const url of own) expect(documents.document(url).sourceUrl).toBe(url);
    // At another commit it is the same page.
    expect(documents.document('https://github.com/acme/voice/blob/main/README.md').source).toBe('voice');
  });

  it('bug: a file of another repository is not taken for the one of the same path here', () => {
    expect(errorOf(() => documents.document('https://github.com/other/voice/blob/main/README.md')).code).toBe('not-found');
  });

  it('bug: a page that says its own address is found by it', () => {
    expect(documents.document('https://elsewhere.example/pages/own#top')).toMatchObject({
      source: 'plain',
      path: 'docs/own.md',
      sourceUrl: 'https://elsewhere.example/pages/own',
    });
  });

  it('the address of a site is its index page; without one, what introduces the site is named', () => {
    const { connection } = corpus.hub;
    expect(documents.document('https://docs.elsewhere.example/')).toMatchObject({ path: 'index.mdx' });
    connection.exec(`SAVEPOINT test; UPDATE files SET path = 'start/welcome.mdx' WHERE path = 'index.mdx'`);
    try {
      const { message } = errorOf(() => documents.document('https://docs.elsewhere.example'));
      expect(message).toMatch(/No page is the site's index; these introduce it: .*start\/welcome\.mdx.*Areas: .*guides/);
      expect(errorOf(() => documents.document('https://docs.elsewhere.example/none')).message).not.toContain('introduce');
    } finally {
      connection.exec('ROLLBACK TO test; RELEASE test');
    }
  });

  it("bug: the top of a site's paths is its index page", () => {
    expect(documents.document('/')).toMatchObject({ source: 'site', path: 'index.mdx' });
  });

  it("bug: a program's comments are no headings", () => {
    const program = documents.document('examples/ivr/server/routes.py');
    expect(program.content).toContain('\n# Not a heading\n');
    expect(program.outline).toEqual([]);
    expect(errorOf(() => documents.document(program.path, 'Not a heading')).code).toBe('not-found');
  });
});

describe('a section', () => {
  it.each([
    ['Hang up (now)', 7, 13],
    ['hang up (NOW)', 7, 13],
    ['hang-up-now', 7, 13],
    ['#hang-up-now', 7, 13],
    ['By the bot', 11, 13],
    ['Hang up (now) > By the bot', 11, 13],
    ['drop', 15, 17],
    ['ending-a-call', 2, 17],
  ])('%s is lines %d to %d', (section, start, end) => {
    expect(documents.document('guides/end-call', section)).toMatchObject({
      section,
      lines: { start, end },
      content: endCall
        .split('\n')
        .slice(start - 1, end)
        .join('\n'),
      sourceUrl: 'https://docs.voice.example/guides/end-call',
    });
  });

  it('is cited by its lines where the page has no address', () => {
    const page = documents.document('examples/ivr/README.md', 'IVR navigation');
    expect(page.sourceUrl).toBe(`https://github.com/acme/voice/blob/${corpus.voiceCommit}/examples/ivr/README.md?plain=1#L1-L3`);
  });

  it('that is missing lists those there are', () => {
    const error = errorOf(() => documents.document('guides/end-call', 'Pause'));
    expect(error.code).toBe('not-found');
    expect(error.message).toBe(
      'guides/end-call.mdx has no section “Pause”. Its sections: Ending a call · Hang up (now) · By the bot · Drop',
    );
    expect(error.toWire().details?.['outline']).toHaveLength(4);
    for (const section of ['', ' ', '>', '#', '> >', '\u0000'])
      expect(errorOf(() => documents.document('guides/end-call', section)).code, section).toBe('not-found');
  });

  it('bug: a page without headings says that, not an empty list', () => {
    expect(errorOf(() => documents.document('no-headings', 'Usage')).message).toBe(
      'notes/no-headings.txt has no section “Usage”. It has none; ask without a section.',
    );
  });
});

describe('an example', () => {
  const paths = [
    'examples/ivr/bot.py',
    'examples/ivr/README.md',
    'examples/ivr/requirements.txt',
    'examples/ivr/server/routes.py',
  ];

  it('comes with all its files, whole, its key files first', () => {
    const example = documents.example('examples/ivr');
    expect(example).toMatchObject({
      source: 'voice',
      repo: 'acme/voice',
      root: 'examples/ivr',
      summary: 'Talks to phone menus by tones.',
      versionPin: 'voice-framework==1.2.3',
      leftOut: [],
    });
    expect(example.tags.map((tag) => tag.name)).toContain('ivr');
    expect(example.files.map((file) => file.path)).toEqual(paths);
    for (const file of example.files) expect(file.content).toBe(voiceFiles[file.path]);
    expect(example.files[0]).toMatchObject({
      language: 'python',
      lineCount: 11,
      sourceUrl: `https://github.com/acme/voice/blob/${corpus.voiceCommit}/examples/ivr/bot.py#L1-L11`,
    });
  });

  it.each(['ivr', '/examples/ivr/', './examples/ivr', 'examples/ivr/bot.py', 'ivr/bot.py', 'examples/IVR'])(
    'is found by %s',
    (reference) => {
      const example = documents.example(reference);
      expect(example.root).toBe('examples/ivr');
      expect(example.files.map((file) => file.path)).toEqual(paths);
    },
  );

  it('begins with the file that was asked for, by path or by the id of a chunk', () => {
    const [id] = chunksOf('voice', 'examples/ivr/server/routes.py');
    for (const reference of ['server/routes.py', id!, id!.slice(0, 16)]) {
      expect(documents.example(reference).files.map((file) => file.path)).toEqual([
        'examples/ivr/server/routes.py',
        ...paths.slice(0, 3),
      ]);
    }
  });

  it('over the budget lists what it left out, with the reason, and carries the rest', () => {
    const example = documents.example('examples/large');
    expect(example.files.map((file) => file.path)).toEqual(['examples/large/bot.py', 'examples/large/utils.py']);
    const data = voiceFiles['examples/large/data.py']!;
    const used = voiceFiles['examples/large/bot.py']!.length;
    expect(example.leftOut).toEqual([
      {
        path: 'examples/large/data.py',
        lineCount: 112,
        reason: `${data.length} characters, ${60_000 - used} of 60000 were left`,
      },
    ]);
    // Even when it is the one asked for.
    expect(documents.example('examples/large/data.py').leftOut.map((file) => file.path)).toEqual(['examples/large/data.py']);
  });

  it('that is none says so and how to find one', () => {
    const error = errorOf(() => documents.example('examples/nothing'));
    expect(error.code).toBe('not-found');
    expect(error.message).toMatch(/“examples\/nothing”.*--tool examples/);
    const [framework] = chunksOf('voice', 'src/voice/beta.py');
    for (const reference of [framework!, 'src/voice/beta.py', 'vr', '%', 'examples', '', '/', '\u0000'])
      expect(errorOf(() => documents.example(reference)).code, reference).toBe('not-found');
  });

  it('bug: a README in a folder without code makes no example', () => {
    expect(errorOf(() => documents.example('reference/README.md')).code).toBe('not-found');
  });

  it('bug: the folder of an example is found whatever its case, at the top as below', () => {
    expect(documents.example('EXAMPLES/ivr').root).toBe('examples/ivr');
  });
});
