import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../main/core/ranking/candidate.ts';
import { diversify } from '../../../main/core/ranking/diversify.ts';
import { interleave } from '../../../main/core/ranking/interleave.ts';
import { exampleKey, rankFiles } from '../../../main/core/ranking/rank-files.ts';
import { isOtherVersion, scoreChunks, type ScoreContext } from '../../../main/core/ranking/score-chunks.ts';
import { defaultWeights as weights } from '../../../main/core/ranking/weights.ts';

let serial = 0;
function candidate(over: Partial<Candidate> = {}): Candidate {
  serial += 1;
  return {
    id: serial,
    chunkId: String(serial).padStart(4, '0'),
    fileId: serial,
    sourceId: 1,
    path: `folder${serial}/file${serial}.py`,
    contentType: 'source',
    chunkType: 'method',
    symbol: null,
    exampleRoot: null,
    versionPin: null,
    keyword: null,
    vector: null,
    symbolMatch: null,
    ...over,
  };
}

const context: ScoreContext = {
  mode: 'hybrid',
  isIdentifier: false,
  wantsExamples: false,
  wantsTests: false,
  mixed: true,
  staleDays: new Map(),
  wantedVersion: null,
  weights,
};
const files = { mode: 'hybrid' as const, isIdentifier: false, entryFiles: new Map<string, number[]>(), weights };
const partsOf = (item: { parts: { name: string; value: number }[] }): Record<string, number> =>
  Object.fromEntries(item.parts.map((part) => [part.name, part.value]));

describe('scoreChunks', () => {
  it('adds two fifths of the keyword score relative to the best and three fifths of the cosine', () => {
    // best: 0.4 × 8/8 + 0.6 × 0.2 = 0.52; other: 0.4 × 4/8 + 0.6 × 0.6 = 0.56
    const [best, other] = scoreChunks(
      [
        candidate({ keyword: { rank: 1, raw: 8 }, vector: { rank: null, similarity: 0.2 } }),
        candidate({ keyword: { rank: 2, raw: 4 }, vector: { rank: 20, similarity: 0.6 } }),
      ],
      context,
    );
    expect(best!.score).toBeCloseTo(0.52, 10);
    expect(other!.score).toBeCloseTo(0.56, 10);
  });

  it('weighs spelling above meaning for an identifier', () => {
    const [hit] = scoreChunks([candidate({ keyword: { rank: 1, raw: 3 }, vector: { rank: null, similarity: 0.5 } })], {
      ...context,
      isIdentifier: true,
    });
    expect(hit!.score).toBeCloseTo(0.8 + 0.2 * 0.5, 10);
  });

  it('fuses ranks in rrf mode: 1/61 + 1/62 over 2/61', () => {
    const [hit] = scoreChunks([candidate({ keyword: { rank: 1, raw: 3 }, vector: { rank: 12, similarity: 0.5 } })], {
      ...context,
      mode: 'rrf',
    });
    expect(hit!.score).toBeCloseTo((1 / 61 + 1 / 72) / (2 / 61), 10);
  });

  it('lets no boost into the single lists', () => {
    for (const mode of ['keyword', 'vector'] as const) {
      const [hit] = scoreChunks(
        [candidate({ keyword: { rank: 1, raw: 3 }, vector: { rank: 1, similarity: 0.5 }, symbolMatch: 'exact' })],
        { ...context, mode },
      );
      expect(hit!.parts.map((part) => part.name)).toEqual([mode === 'keyword' ? 'keyword' : 'meaning']);
    }
  });

  it('caps staleness and version together', () => {
    const stale = new Map([[1, 10_000]]);
    const [hit] = scoreChunks([candidate({ keyword: { rank: 1, raw: 1 }, versionPin: 'x==1.0.0' })], {
      ...context,
      staleDays: stale,
      wantedVersion: '2.0.0',
    });
    const parts = partsOf(hit!);
    expect(parts['stale source']! + parts['other version']! + parts['penalty cap']!).toBeCloseTo(-weights.penaltyCap, 10);
  });

  it.each([
    ['pipecat-ai==0.0.98', 'v0.0.98', false],
    ['pipecat-ai>=0.0.90', '0.0.98', true],
    [null, '0.0.98', false],
    ['main', '0.0.98', false],
  ])('version %s against %s', (pin, wanted, other) => {
    expect(isOtherVersion(pin, wanted)).toBe(other);
  });
});

describe('rankFiles', () => {
  it('lets the further hits of a file lift its best, by halves', () => {
    const scored = scoreChunks(
      [
        candidate({ fileId: 900, keyword: { rank: 1, raw: 10 } }),
        candidate({ fileId: 900, keyword: { rank: 2, raw: 6 } }),
        candidate({ fileId: 900, keyword: { rank: 3, raw: 4 } }),
      ],
      context,
    );
    const [first] = rankFiles(scored, files);
    // keyword parts 0.4 × (1, 0.6, 0.4), halved from hit to hit, over 1 + 1/2 + 1/4 + 1/8
    expect(first!.score).toBeCloseTo((0.4 + 0.12 + 0.04) / 1.875, 10);
  });

  it('shows a second chunk of a file only when it is nearly as good, and below the first', () => {
    const near = [
      candidate({ fileId: 1, keyword: { rank: 1, raw: 10 } }),
      candidate({ fileId: 1, keyword: { rank: 2, raw: 9.8 } }),
    ];
    const far = [candidate({ fileId: 2, keyword: { rank: 1, raw: 10 } }), candidate({ fileId: 2, keyword: { rank: 2, raw: 9 } })];
    const ranked = rankFiles(scoreChunks(near, context), files);
    expect(ranked).toHaveLength(2);
    expect(ranked[0]!.candidate).toBe(near[0]);
    expect(rankFiles(scoreChunks(far, context), files)).toHaveLength(1);
  });

  it('lends the README’s score to the entry files of its example', () => {
    const readme = candidate({ contentType: 'readme', exampleRoot: 'ivr', keyword: { rank: 1, raw: 10 } });
    const bot = candidate({ contentType: 'code', exampleRoot: 'ivr', path: 'ivr/bot.py', keyword: { rank: 2, raw: 1 } });
    const other = candidate({ contentType: 'code', exampleRoot: 'ivr', path: 'ivr/util.py', keyword: { rank: 3, raw: 2 } });
    const entryFiles = new Map([[exampleKey(readme), [bot.fileId]]]);
    const ranked = rankFiles(scoreChunks([readme, bot, other], { ...context, wantsExamples: true }), { ...files, entryFiles });
    expect(ranked.map((item) => item.candidate)).toEqual([readme, bot, other]);
    expect(partsOf(ranked[1]!)['README of its example']).toBeGreaterThan(0);
  });
});

describe('every list', () => {
  it('has scores that are the sum of their parts, and the same order for any order of candidates', () => {
    const candidates = Array.from({ length: 60 }, (_, index) =>
      candidate({
        fileId: index % 17,
        path: `dir${index % 5}/file${index % 17}.py`,
        keyword: index % 3 === 0 ? null : { rank: index + 1, raw: 20 - (index % 7) },
        vector: index % 4 === 0 ? null : { rank: index, similarity: ((index * 37) % 100) / 100 },
        symbolMatch: index % 11 === 0 ? 'last' : null,
        chunkType: index % 13 === 0 ? 'module' : 'method',
      }),
    );
    const list = (input: Candidate[]) => diversify(rankFiles(scoreChunks(input, context), files), 20, weights.diversity);
    const ranked = list(candidates);
    for (const item of ranked)
      expect(item.score).toBeCloseTo(
        item.parts.reduce((sum, part) => sum + part.value, 0),
        10,
      );
    expect(list([...candidates].reverse()).map((item) => item.candidate.chunkId)).toEqual(
      ranked.map((item) => item.candidate.chunkId),
    );
  });
});

it('diversity brings up an equal of another folder, and never a much worse one', () => {
  const scored = scoreChunks(
    [
      candidate({ path: 'a/1.py', keyword: { rank: 1, raw: 10 } }),
      candidate({ path: 'a/2.py', keyword: { rank: 2, raw: 9.9 } }),
      candidate({ path: 'b/3.py', keyword: { rank: 3, raw: 9.8 } }),
      candidate({ path: 'c/4.py', keyword: { rank: 4, raw: 2 } }),
    ],
    context,
  );
  expect(diversify(rankFiles(scored, files), 10, weights.diversity).map((item) => item.candidate.path)).toEqual([
    'a/1.py',
    'b/3.py',
    'a/2.py',
    'c/4.py',
  ]);
});

it('interleaves concepts, each chunk once', () => {
  const [a, b, c] = scoreChunks([candidate(), candidate(), candidate()], context);
  expect(
    interleave([
      [a!, b!],
      [b!, c!],
    ]).map((item) => item.candidate),
  ).toEqual([a!.candidate, b!.candidate, c!.candidate]);
});
