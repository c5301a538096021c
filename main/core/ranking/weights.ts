import { HubError } from '../../contract/errors.ts';

/** Every number that ranking uses; `tunableWeights` says why each is there and what it may be. */
export interface RankingWeights {
  columns: { content: number; path: number; title: number; symbol: number; parts: number };
  hybrid: { keyword: number; meaning: number };
  hybridIdentifier: { keyword: number; meaning: number };
  rrf: { k: number; keyword: number; meaning: number };
  frequentTerm: number;
  depth: number;
  file: { decay: number; most: number };
  secondOfFile: number;
  readmeLends: number;
  symbol: { exact: number; last: number; prefix: number };
  bothLists: number;
  moduleOverview: number;
  exampleElsewhere: number;
  testCode: number;
  changelog: number;
  stale: { perDay: number; most: number };
  version: number;
  penaltyCap: number;
  diversity: number;
  lowConfidence: number;
}

/**
 * The weights that measured best. Scores are sums of named parts; all are relative to a best list hit of 1.
 * Measured with `npm run -s hub -- evaluate`; see docs/ranking.md for what each is worth.
 */
export const defaultWeights: RankingWeights = {
  columns: { content: 1, path: 4, title: 3, symbol: 3, parts: 3 },
  hybrid: { keyword: 0.4, meaning: 0.6 },
  hybridIdentifier: { keyword: 0.8, meaning: 0.2 },
  rrf: { k: 60, keyword: 1, meaning: 1 },
  frequentTerm: 0.15,
  depth: 150,
  file: { decay: 0.5, most: 4 },
  secondOfFile: 0.95,
  readmeLends: 0.9,
  symbol: { exact: 0.35, last: 0.2, prefix: 0.08 },
  bothLists: 0.03,
  moduleOverview: -0.15,
  exampleElsewhere: 0.15,
  testCode: 0.15,
  changelog: 0.3,
  stale: { perDay: 0.002, most: 0.05 },
  version: 0.1,
  penaltyCap: 0.12,
  diversity: 0.05,
  lowConfidence: 0.4,
};

/** A weight that may be set to another value, by its dotted name. */
export interface TunableWeight {
  name: string;
  /** One sentence for people: what the number does. */
  reason: string;
  /** Both ends are allowed. */
  least: number;
  most: number;
  /** What a control moves by; 1 means that only whole numbers are allowed. */
  step: number;
}

const rows: readonly (readonly [name: string, reason: string, least: number, most: number, step: number])[] = [
  ['columns.content', 'Weight of a word in the text itself, in the keyword list.', 0, 20, 0.5],
  ['columns.path', 'Weight of a word in the path. Names say more than bodies.', 0, 20, 0.5],
  ['columns.title', 'Weight of a word in title, headings, symbol, signature and bases.', 0, 20, 0.5],
  ['columns.symbol', 'Weight of a whole identifier that names the chunk.', 0, 20, 0.5],
  ['columns.parts', 'Weight of a part of an identifier, such as “push” of push_frame.', 0, 20, 0.5],
  ['hybrid.keyword', 'Share of the keyword list in the merged score.', 0, 1, 0.05],
  ['hybrid.meaning', 'Share of meaning in the merged score.', 0, 1, 0.05],
  ['hybridIdentifier.keyword', 'Share of the keyword list when the query is one identifier: a matter of spelling.', 0, 1, 0.05],
  ['hybridIdentifier.meaning', 'Share of meaning when the query is one identifier.', 0, 1, 0.05],
  ['rrf.k', 'Reciprocal rank fusion adds 1 / (k + rank): how little the first places stand out.', 1, 500, 1],
  ['rrf.keyword', 'Share of the keyword list in reciprocal rank fusion.', 0, 5, 0.1],
  ['rrf.meaning', 'Share of the meaning list in reciprocal rank fusion.', 0, 5, 0.1],
  ['frequentTerm', 'Words that a larger share of the chunks holds are left out of the keyword list.', 0.01, 1, 0.01],
  ['depth', 'How many chunks of either list are looked at. Deeper changed nothing and takes longer.', 10, 1_000, 1],
  [
    'file.decay',
    'A file’s further hits count with falling weight: best + 0.5 × second + 0.25 × third … Not for identifiers.',
    0,
    0.95,
    0.05,
  ],
  ['file.most', 'How many hits of a file count.', 1, 10, 1],
  ['secondOfFile', 'A second hit of the same file is listed when its score is above this share of the first.', 0, 1, 0.01],
  ['readmeLends', 'An example’s README lends this share of its score to the entry files of its folder.', 0, 1, 0.05],
  ['symbol.exact', 'Added where the query names the chunk’s symbol by its full or class name.', 0, 1, 0.01],
  ['symbol.last', 'Added where the query holds the last name of the chunk’s symbol.', 0, 1, 0.01],
  ['symbol.prefix', 'Added where the query holds the beginning of the chunk’s symbol.', 0, 1, 0.01],
  ['bothLists', 'Added to a hit that both lists hold among their first ten.', 0, 1, 0.01],
  [
    'moduleOverview',
    'Share of its score that an overview of a whole module gets or, below 0, loses: it names everything and explains nothing.',
    -1,
    1,
    0.05,
  ],
  [
    'exampleElsewhere',
    'Share of its score that example code loses outside example searches, unless the query asks for an example.',
    0,
    1,
    0.05,
  ],
  ['testCode', 'Share of its score that test code loses, unless the query is about tests.', 0, 1, 0.05],
  ['changelog', 'Share of their score that changelogs and other lists of everything lose.', 0, 1, 0.05],
  ['stale.perDay', 'Taken per day that a source’s last check lies behind the newest one’s.', 0, 0.1, 0.001],
  ['stale.most', 'The most that a stale source loses.', 0, 1, 0.01],
  ['version', 'Taken from a hit whose version is known and is another than the wanted one.', 0, 1, 0.01],
  ['penaltyCap', 'The most that staleness and version take together.', 0, 1, 0.01],
  ['diversity', 'Taken from each further hit of one example or folder, so that one place does not fill the list.', 0, 0.5, 0.01],
  ['lowConfidence', 'An answer whose best hits hold a smaller share of what was asked calls itself low.', 0, 1, 0.05],
];

/** Every number of `RankingWeights`, in the order of a settings screen. */
export const tunableWeights: readonly TunableWeight[] = rows.map(([name, reason, least, most, step]) => ({
  name,
  reason,
  least,
  most,
  step,
}));

const tunableByName = new Map(tunableWeights.map((weight) => [weight.name, weight]));

function checkOverride(name: string, value: number): void {
  const tunable = tunableByName.get(name);
  if (!tunable) {
    throw new HubError('usage', `There is no ranking weight “${name}”. Weights are: ${[...tunableByName.keys()].join(', ')}.`, {
      valid: [...tunableByName.keys()],
    });
  }
  if (!Number.isFinite(value) || value < tunable.least || value > tunable.most)
    throw new HubError('usage', `The ranking weight ${name} must be from ${tunable.least} to ${tunable.most}, not ${value}.`, {
      name,
    });
  if (tunable.step === 1 && !Number.isInteger(value))
    throw new HubError('usage', `The ranking weight ${name} must be a whole number, not ${value}.`, { name });
}

/** The value of a weight by its dotted name; throws `usage` for an unknown one. */
export function weightOf(weights: RankingWeights, name: string): number {
  checkOverride(name, tunableByName.get(name)?.least ?? 0);
  const [group, member] = name.split('.') as [keyof RankingWeights, string | undefined];
  const value = weights[group];
  return typeof value === 'number' ? value : (value as Record<string, number>)[member!]!;
}

/** Weights with some replaced, by dotted name (`hybrid.meaning`); `base` stays as it is. Throws `usage` with what is allowed. */
export function withOverrides(
  overrides: Readonly<Record<string, number>>,
  base: RankingWeights = defaultWeights,
): RankingWeights {
  const entries = Object.entries(overrides);
  if (entries.length === 0) return base;
  const weights = structuredClone(base) as unknown as Record<string, number | Record<string, number>>;
  for (const [name, value] of entries) {
    checkOverride(name, value);
    const [group, member] = name.split('.') as [string, string | undefined];
    if (member === undefined) weights[group] = value;
    else (weights[group] as Record<string, number>)[member] = value;
  }
  return weights as unknown as RankingWeights;
}
