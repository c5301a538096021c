import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hubContract } from '../../../main/contract/hub-contract.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { dotProduct } from '../../../main/core/vector-scan.ts';
import { Editors } from '../../../main/services/editors/editors.ts';
import { readingProcedures } from '../../../main/services/procedures/reading-procedures.ts';
import { SearchIndex } from '../../../main/store/search-index.ts';
import { siteFiles, voiceFiles } from '../retrieval/lookup-corpus.ts';
import { answeringCorpus, calmly, type AnsweringCorpus } from './answering-corpus.ts';

let corpus: AnsweringCorpus;
let index: SearchIndex;
const procedures = () => readingProcedures({ answering: corpus.answering, editors: new Editors({ dataDirectory: '/nowhere' }) });

beforeAll(async () => {
  corpus = await answeringCorpus();
  index = new SearchIndex(corpus.hub.connection, silentLogger);
});
afterAll(() => corpus.close());

function chunkOf(symbol: string): string {
  const ids = index.symbols(symbol, { path: 'src/voice/alpha.py', source: ['voice'] }, null, 1).map((item) => item.id);
  return index.chunks(ids)[0]!.chunkId;
}

describe('read.file', () => {
  it('gives a code file whole, with its definitions, chunks and the lines that were asked for', async () => {
    const view = await procedures()['read.file']({ chunkId: chunkOf('Transport.send_tone') }, calmly);
    hubContract['read.file'].output.parse(view);
    const permalink = `https://github.com/acme/voice/blob/${corpus.voiceCommit}/src/voice/alpha.py`;
    expect(view).toMatchObject({
      source: 'voice',
      repo: 'acme/voice',
      path: 'src/voice/alpha.py',
      role: 'source',
      language: 'python',
      text: voiceFiles['src/voice/alpha.py'],
      commit: corpus.voiceCommit,
      isDocument: false,
      opensAt: { start: 13, end: 16 },
      outline: [
        { depth: 1, text: 'connect', line: 4, kind: 'function' },
        { depth: 1, text: 'Transport', line: 10, kind: 'class' },
        { depth: 2, text: 'send_tone', line: 13, kind: 'method' },
        { depth: 2, text: 'run_all', line: 18, kind: 'method' },
        { depth: 2, text: 'InputParams', line: 152, kind: 'class' },
      ],
    });
    expect(view.sourceUrl).toBe(`${permalink}#L1-L${view.lineCount}`);
    const chunk = view.chunks.find((item) => item.symbol === 'Transport.send_tone')!;
    expect(chunk).toMatchObject({ chunkType: 'method', lines: { start: 13, end: 16 }, sourceUrl: `${permalink}#L13-L16` });
  });

  it('gives a page whole, with its headings and its address', async () => {
    const view = await procedures()['read.file']({ source: 'site', path: 'guides/end-call.mdx' }, calmly);
    expect(view).toMatchObject({
      text: siteFiles['guides/end-call.mdx'],
      title: 'Ending a call',
      isDocument: true,
      opensAt: null,
      sourceUrl: 'https://docs.voice.example/guides/end-call',
    });
    expect(view.outline.map(({ depth, text, line, kind }) => [depth, text, line, kind])).toEqual([
      [1, 'Ending a call', 2, 'heading'],
      [2, 'Hang up (now)', 7, 'heading'],
      [3, 'By the bot', 11, 'heading'],
      [2, 'Drop', 15, 'heading'],
    ]);
    for (const chunk of view.chunks) expect(chunk.sourceUrl).toBe('https://docs.voice.example/guides/end-call');
  });

  it('takes plain text for no Markdown, and comments for no headings', async () => {
    expect((await procedures()['read.file']({ source: 'site', path: 'notes/no-headings.txt' }, calmly)).isDocument).toBe(false);
    const code = await procedures()['read.file']({ source: 'voice', path: 'examples/ivr/server/routes.py' }, calmly);
    expect(code.outline.map(({ text }) => text)).not.toContain('Not a heading');
  });

  it.each([
    [{ chunkId: 'f'.repeat(64) }, 'not indexed any more'],
    [{ chunkId: 'not an id!' }, 'not indexed any more'],
    [{ source: 'voice', path: 'alpha.py' }, 'No file “alpha.py” is indexed from “voice”'],
    [{ source: 'voice', path: '../voice/alpha.py' }, 'No file'],
    [{ source: 'nobody', path: 'a.py' }, 'no source “nobody”'],
  ])('says of %j what to do', async (reference, message) => {
    await expect(async () => procedures()['read.file'](reference, calmly)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining(message),
    });
  });
});

describe('read.neighbours', () => {
  it('are the chunks with the nearest vectors, without the chunk itself and what shares lines with it', async () => {
    const records = [...corpus.hub.embeddings.records()];
    const ids = index.rowIds(records.map((record) => record.id));
    const rows = new Map(index.chunks([...ids.values()]).map((row) => [row.chunkId, row]));
    for (const own of records.slice(0, 25)) {
      const { hits, reason } = await procedures()['read.neighbours']({ chunkId: own.id, limit: 6 }, calmly);
      hubContract['read.neighbours'].output.parse({ hits, reason });
      const row = rows.get(own.id)!;
      const expected = records
        .filter((record) => {
          const other = rows.get(record.id)!;
          return other.fileId !== row.fileId || other.startLine > row.endLine || other.endLine < row.startLine;
        })
        .map((record) => dotProduct(own.vector, record.vector))
        .toSorted((a, b) => b - a)
        .slice(0, 6);
      expect(reason).toBe(null);
      expect(hits).toHaveLength(6);
      for (const [place, hit] of hits.entries()) expect(hit.similarity).toBeCloseTo(expected[place]!, 5);
      for (const hit of hits) {
        const other = rows.get(hit.chunkId)!;
        expect(other.fileId === row.fileId && other.startLine <= row.endLine && row.startLine <= other.endLine).toBe(false);
      }
    }
  });

  it('say why there are none', async () => {
    const chunkId = chunkOf('connect');
    const without = await corpus.retriever.neighbours(chunkId, 5);
    expect(without).toEqual({ reason: expect.stringContaining('No chunk has a vector yet'), hits: [] });
    const { connection } = corpus.hub;
    connection.exec(
      `SAVEPOINT gone; DELETE FROM embeddings WHERE hash = (SELECT embedding_hash FROM chunks WHERE chunk_id = '${chunkId}')`,
    );
    const waiting = await corpus.withMeaning.neighbours(chunkId, 5);
    connection.exec('ROLLBACK TO gone; RELEASE gone');
    expect(waiting).toEqual({ reason: expect.stringContaining('waits for the model'), hits: [] });
    await expect(corpus.withMeaning.neighbours('f'.repeat(64), 5)).rejects.toMatchObject({ code: 'not-found' });
  });
});
