import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CaseReport } from '../../../main/contract/evaluations.ts';
import { hubContract } from '../../../main/contract/hub-contract.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { evaluationProcedures } from '../../../main/services/procedures/evaluation-procedures.ts';
import { scopeFromText } from '../../../main/store/user-data/scope-text.ts';
import { UserData } from '../../../main/store/user-data/user-data.ts';
import { answeringCorpus, calmly, type AnsweringCorpus } from './answering-corpus.ts';

let corpus: AnsweringCorpus;
let userData: UserData;
const scope = scopeFromText('{}');

beforeAll(async () => {
  corpus = await answeringCorpus();
});
afterAll(() => corpus.close());
beforeEach(() => {
  userData = UserData.open(':memory:', silentLogger);
});
afterEach(() => userData[Symbol.dispose]());

const run = (cases?: number[], signal: AbortSignal = calmly.signal) =>
  evaluationProcedures({ answering: corpus.answering, weights: () => ({}), userData })['evaluations.run'](
    { mode: 'keyword', ...(cases === undefined ? {} : { cases }) },
    { signal },
  );

const save = (query: string, wanted: { source: string; path: string; symbol?: string }[]): number =>
  userData.cases((cases) => cases.save({ query, scope, wanted, note: '' })).id;

async function reportOf(cases?: number[]): Promise<CaseReport> {
  let report: CaseReport | null = null;
  for await (const value of run(cases)) {
    hubContract['evaluations.run'].output.parse(value);
    report = value.report;
  }
  return report!;
}

describe('running saved cases', () => {
  it('says of each case where what was wanted is, and what came first', async () => {
    save('Playback.rewind', [{ source: 'voice', path: 'src/voice/cases.py', symbol: 'Playback.rewind' }]);
    save('Playback.rewind', [{ source: 'voice', path: 'src/voice/not-there.py' }]);
    save('Playback.rewind', [
      { source: 'voice', path: 'src/voice/not-there.py' },
      { source: 'voice', path: 'src/voice/cases.py' },
    ]);
    save('zygomorphic', []);
    const report = await reportOf();
    expect(report.cases.map(({ outcome }) => outcome)).toEqual(['declared', 'partly', 'missed', 'found']);
    const [, partly, missed, found] = report.cases;
    expect(found!.wanted[0]!.rank).toBe(1);
    expect(partly!.wanted.map(({ rank }) => rank)).toEqual([null, 1]);
    expect(missed!.first[0]).toMatchObject({ source: 'voice', path: 'src/voice/cases.py' });
    expect(report.averages).toMatchObject({ cases: 3, found: 1 });
    expect(report.averages!.mrr10).toBeCloseTo(2 / 3);
  });

  it('runs only the cases that are named, and nothing where there are none', async () => {
    expect(await reportOf()).toMatchObject({ averages: null, cases: [] });
    save('connect', [{ source: 'plain', path: 'src/voice/alpha.py' }]);
    const second = save('zygomorphic', []);
    expect((await reportOf([second])).cases.map(({ id }) => id)).toEqual([second]);
  });

  it('stops when it is cancelled', async () => {
    save('connect', []);
    const leaving = new AbortController();
    leaving.abort();
    await expect(async () => {
      for await (const value of run(undefined, leaving.signal)) expect(value.report).toBeNull();
    }).rejects.toMatchObject({ code: 'cancelled' });
  });
});
