import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hubContract } from '../../../main/contract/hub-contract.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { readCases } from '../../../main/services/evaluation/cases.ts';
import { evaluate } from '../../../main/services/evaluation/evaluate.ts';
import { exportCases } from '../../../main/services/evaluation/export-cases.ts';
import { markProcedures } from '../../../main/services/procedures/mark-procedures.ts';
import { scopeFromText } from '../../../main/store/user-data/scope-text.ts';
import { UserData } from '../../../main/store/user-data/user-data.ts';
import { answeringCorpus, calmly, type AnsweringCorpus } from './answering-corpus.ts';

let corpus: AnsweringCorpus;
let userData: UserData;
const procedures = () => markProcedures({ answering: corpus.answering, userData });
const scope = scopeFromText('{}');

beforeAll(async () => {
  corpus = await answeringCorpus();
});
afterAll(() => corpus.close());
beforeEach(() => {
  userData = UserData.open(':memory:', silentLogger);
});
afterEach(() => userData[Symbol.dispose]());

describe('marks', () => {
  it('remember where the chunk was, and are taken back by null', async () => {
    const [hit] = (await corpus.retriever.search({ query: 'rewind' })).hits;
    const input = { chunkId: hit!.chunkId, query: 'rewind', verdict: 'helpful' as const, note: '' };
    const { mark } = await procedures()['marks.set'](input, calmly);
    hubContract['marks.set'].output.parse({ mark });
    expect(mark).toMatchObject({
      ...input,
      place: { source: hit!.source, path: hit!.path, symbol: hit!.symbol, lines: hit!.lines },
    });
    expect(await procedures()['marks.list']({ query: 'rewind' }, calmly)).toEqual([mark]);
    expect(await procedures()['marks.set']({ ...input, verdict: null }, calmly)).toEqual({ mark: null });
    expect(await procedures()['marks.list']({}, calmly)).toEqual([]);
  });

  it('may be about a chunk that is not indexed any more', async () => {
    const { mark } = await procedures()['marks.set'](
      { chunkId: 'f'.repeat(64), query: 'q', verdict: 'not-helpful', note: 'was wrong' },
      calmly,
    );
    expect(mark).toMatchObject({ verdict: 'not-helpful', note: 'was wrong', place: null });
  });
});

describe('cases', () => {
  it('are exported in the form that evaluate reads, and are asked as they were saved', async () => {
    const saved = [
      {
        query: 'Playback.rewind',
        scope: { ...scope, tool: 'api' as const },
        wanted: [{ source: 'voice', path: 'src/voice/cases.py', symbol: 'Playback.rewind' }],
        note: 'back to the start',
      },
      {
        query: 'connect',
        scope: { ...scope, filters: { source: ['plain'] } },
        wanted: [{ source: 'plain', path: 'src/voice/alpha.py' }],
        note: '',
      },
      { query: 'zygomorphic', scope, wanted: [], note: 'nothing has it' },
    ];
    for (const item of saved) hubContract['cases.save'].output.parse(await procedures()['cases.save'](item, calmly));
    const listed = await procedures()['cases.list']({}, calmly);
    expect(listed.map(({ query }) => query)).toEqual(['zygomorphic', 'connect', 'Playback.rewind']);

    const folder = mkdtempSync(join(tmpdir(), 'hub-cases-'));
    const path = join(folder, 'cases.json');
    writeFileSync(path, JSON.stringify(exportCases(listed)));
    const cases = await readCases(path);
    rmSync(folder, { recursive: true });
    expect(cases.map(({ id, query, kind, tool, unanswerable }) => [id, query, kind, tool, unanswerable])).toEqual([
      ['saved-1', 'Playback.rewind', 'symbol', 'search_api', false],
      ['saved-2', 'connect', 'unsorted', 'any', false],
      ['saved-3', 'zygomorphic', 'unsorted', 'any', true],
    ]);
    expect(cases[0]!.relevant).toEqual([{ corpus: 'voice', path: 'src/voice/cases.py', symbol: 'Playback.rewind', grade: 2 }]);
    const report = await evaluate(cases, { mode: 'keyword', search: (request) => corpus.retriever.search(request) });
    // Without its filter the second would find four other functions of that name.
    expect(report.overall).toMatchObject({ cases: 2, success1: 1, ndcg10: 1 });
    expect(report.unanswerable).toMatchObject({ cases: 1, declaredLow: 1 });
    expect(await procedures()['cases.remove']({ id: listed[0]!.id }, calmly)).toEqual({ removed: true });
    expect(await procedures()['cases.remove']({ id: listed[0]!.id }, calmly)).toEqual({ removed: false });
  });
});

describe('saved searches and history', () => {
  it('go through', async () => {
    const search = await procedures()['searches.save']({ title: 'mine', query: 'q', scope }, calmly);
    expect(await procedures()['searches.list']({}, calmly)).toEqual([search]);
    expect(await procedures()['searches.remove']({ id: search.id }, calmly)).toEqual({ removed: true });
    for (const query of ['a', 'b', 'a']) await procedures()['history.add']({ query, scope, total: 3 }, calmly);
    const history = await procedures()['history.list']({ limit: 50 }, calmly);
    hubContract['history.list'].output.parse(history);
    expect(history.map(({ query, total }) => [query, total])).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
    expect(await procedures()['history.clear']({}, calmly)).toEqual({ removed: 2 });
  });
});
