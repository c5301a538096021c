import { shownHits, type RankedList } from './ranking-report.ts';

/**
 * The model computes in whole numbers of eight bits, and processors with other instructions round and saturate them in other
 * ways: a cosine may differ by about 0.02 between two machines. So lists from another arithmetic are compared by what is clear
 * in them.
 */
const scoreSlack = 0.03;
const rankSlack = 2;

/** The lists of a golden file. */
export function parseLists(text: string): RankedList[] {
  return text
    .split(/\n\n/)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = block.trimEnd().split('\n');
      const [, mode, rank] = /^(\w+): target (?:at (\d+)|not among .*)$/.exec(head) ?? [];
      return {
        mode: mode as RankedList['mode'],
        rank: rank === undefined ? null : Number(rank),
        hits: lines.map((line) => {
          const [, score, label] = /^ *\d+ {2}([\d.]+) {2}(.*)$/.exec(line) ?? [];
          return { score: Number(score), label: label! };
        }),
      };
    });
}

/**
 * What is clearly different in a list from what the golden file has; empty where all of it can be rounding. Keyword lists know no
 * model and are the same everywhere.
 */
export function clearDifferences(expected: RankedList, actual: RankedList): string[] {
  const shown = actual.hits.slice(0, shownHits);
  if (expected.mode === 'keyword') {
    const line = ({ label, score }: { label: string; score: number }): string => `${score.toFixed(3)} ${label}`;
    return expected.rank === actual.rank && JSON.stringify(expected.hits.map(line)) === JSON.stringify(shown.map(line))
      ? []
      : ['the keyword list is another one'];
  }
  const differences: string[] = [];
  const far = (a: number | null, b: number | null): boolean => Math.abs((a ?? Infinity) - (b ?? Infinity)) > rankSlack;
  if (expected.rank !== actual.rank && far(expected.rank, actual.rank))
    differences.push(`the target is at ${actual.rank ?? 'no place'}, not at ${expected.rank ?? 'no place'}`);
  // Ranks make fused scores, and a rank is not clear where similarities are close.
  if (expected.mode === 'rrf') return differences;
  const scoreOf = new Map(actual.hits.map(({ label, score }) => [label, score]));
  const least = (expected.hits.at(-1)?.score ?? 0) + 2 * scoreSlack;
  for (const { label, score } of expected.hits) {
    const now = scoreOf.get(label);
    if (now === undefined ? score > least : Math.abs(now - score) > scoreSlack)
      differences.push(`${label} has ${now?.toFixed(3) ?? 'no place'}, not ${score.toFixed(3)}`);
  }
  for (const { label, score } of shown) {
    if (score > least && !expected.hits.some((hit) => hit.label === label))
      differences.push(`${label} is new, with ${score.toFixed(3)}`);
  }
  return differences;
}
