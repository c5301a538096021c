import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchMode } from '../../../../main/contract/search.ts';
import { silentLogger } from '../../../../main/core/logger.ts';
import { createEmbedder } from '../../../../main/services/embedding/embedding-pool.ts';
import { realModel } from '../../../helpers/real-model.ts';
import { clearDifferences, parseLists } from './golden-lists.ts';
import { rankingCases, type RankingCase } from './ranking-cases.ts';
import { rankingHub } from './ranking-corpus.ts';
import { depth, printedCase, printedStats, rankedList, type RankedList } from './ranking-report.ts';

const folder = fileURLToPath(new URL('../../../golden/ranking/', import.meta.url));
const statsFile = join(folder, 'rank-stats.txt');
const update = process.env['UPDATE_GOLDEN'] === '1';
const usualModes: readonly SearchMode[] = ['hybrid', 'keyword'];

let corpus: Awaited<ReturnType<typeof rankingHub>>;
let arithmetic: string;
/** Whether the golden files come from a processor that computes as this one does: then everything has to be the same. */
let exact: boolean;
const lists = new Map<string, RankedList[]>();

/** The model's vectors of a few texts, to the last bit. */
async function arithmeticOf(path: string, space: Awaited<ReturnType<typeof realModel>>['space']): Promise<string> {
  await using embedder = await createEmbedder({ modelDirectory: path, space, workers: 1, logger: silentLogger });
  const hash = createHash('sha256');
  for (const { query } of rankingCases) hash.update(new Uint8Array((await embedder.embedQuery(query)).buffer));
  return hash.digest('hex').slice(0, 16);
}

async function ask(one: RankingCase): Promise<RankedList[]> {
  const answers: RankedList[] = [];
  for (const mode of one.modes ?? usualModes) {
    const answer = await corpus.hub.search({ query: one.query, tool: one.tool ?? 'any', mode, limit: depth });
    if (answer.fallback !== null) throw new Error(answer.fallback);
    answers.push(rankedList(mode, one, answer.hits));
  }
  lists.set(one.name, answers);
  return answers;
}

beforeAll(async () => {
  const { path, space } = await realModel();
  arithmetic = await arithmeticOf(path, space);
  corpus = await rankingHub(path);
  exact = existsSync(statsFile) && readFileSync(statsFile, 'utf8').includes(arithmetic);
  if (update) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
}, 300_000);

afterAll(async () => corpus?.[Symbol.asyncDispose]());

describe('the ranking', () => {
  it.each(rankingCases)('of $name is the one in its golden file', async (one) => {
    const file = join(folder, `${one.name}.txt`);
    const answers = await ask(one);
    if (update) writeFileSync(file, printedCase(one, answers));
    const expected = readFileSync(file, 'utf8');
    if (exact) expect(printedCase(one, answers)).toBe(expected);
    else {
      const golden = parseLists(expected);
      expect(golden.map(({ mode }) => mode)).toEqual(answers.map(({ mode }) => mode));
      for (const [place, list] of answers.entries())
        expect(clearDifferences(golden[place]!, list), printedCase(one, [list])).toEqual([]);
    }
  });

  it('has the aggregates of rank-stats.txt, and a golden file for each query and no other', () => {
    const all = rankingCases.flatMap(({ name }) => lists.get(name) ?? []);
    const stats = printedStats(all, arithmetic);
    if (update) writeFileSync(statsFile, stats);
    const names = [...rankingCases.map(({ name }) => `${name}.txt`), 'rank-stats.txt'];
    expect(readdirSync(folder).sort()).toEqual(names.sort());
    const expected = readFileSync(statsFile, 'utf8');
    const keyword = (text: string): string | undefined => /^keyword .*$/m.exec(text)?.[0];
    if (exact) expect(stats).toBe(expected);
    else expect(keyword(stats)).toBe(keyword(expected));
  });
});
