import { hubOutcomes, type HubOutcome } from '../../../contract/session-findings.ts';

/** What was counted over some questions to a server. Tallies of sessions add up, so that any selection costs the same. */
export interface Tally {
  calls: number;
  outcomes: Record<HubOutcome, number>;
  failed: number;
  /** Answered with hits. */
  answered: number;
  failedFallback: number;
  answeredFallback: number;
  failedReformulated: number;
  answeredReformulated: number;
  /** The same question once more, word for word. */
  repeats: number;
  /** Chains of reformulations: failed questions about one thing, and how many were answered in the end. */
  chains: number;
  chainsSolved: number;
  chainCalls: number;
  longestChain: number;
  /** Answers with paths after which a file was read, and those where it was one of the paths. */
  pointers: number;
  pointersFollowed: number;
  /** Of those followed: sum of 1/rank, and how many were among the first five. */
  pointerReciprocal: number;
  pointerTopFive: number;
  /** Identifiers and paths that answers held, and those that reappear in edits or in what the agent says. */
  returned: number;
  used: number;
  /** Characters of results, and of those of which nothing reappears. */
  characters: number;
  wastedCharacters: number;
  /** How many calls fell into each class of latency (`latencyClass`). */
  latencies: Record<number, number>;
  timed: number;
  slowestMs: number;
}

export function emptyTally(): Tally {
  return {
    calls: 0,
    outcomes: Object.fromEntries(hubOutcomes.map((outcome) => [outcome, 0])) as Record<HubOutcome, number>,
    failed: 0,
    answered: 0,
    failedFallback: 0,
    answeredFallback: 0,
    failedReformulated: 0,
    answeredReformulated: 0,
    repeats: 0,
    chains: 0,
    chainsSolved: 0,
    chainCalls: 0,
    longestChain: 0,
    pointers: 0,
    pointersFollowed: 0,
    pointerReciprocal: 0,
    pointerTopFive: 0,
    returned: 0,
    used: 0,
    characters: 0,
    wastedCharacters: 0,
    latencies: {},
    timed: 0,
    slowestMs: 0,
  };
}

/** Classes of latency are 10 % wide. */
const classWidth = 1.1;

export function latencyClass(ms: number): number {
  return Math.floor(Math.log(Math.max(0, ms) + 1) / Math.log(classWidth));
}

/** Upper bound of a class. Unit: milliseconds. */
export function latencyBound(index: number): number {
  return Math.round(classWidth ** (index + 1) - 1);
}

/** Adds `more` to `sum`, in place. */
export function addTally(sum: Tally, more: Tally): void {
  const { outcomes, latencies, slowestMs, longestChain, ...numbers } = more;
  for (const [name, value] of Object.entries(numbers)) sum[name as keyof typeof numbers] += value;
  for (const outcome of hubOutcomes) sum.outcomes[outcome] += outcomes[outcome] ?? 0;
  for (const [index, count] of Object.entries(latencies))
    sum.latencies[Number(index)] = (sum.latencies[Number(index)] ?? 0) + count;
  sum.slowestMs = Math.max(sum.slowestMs, slowestMs);
  sum.longestChain = Math.max(sum.longestChain, longestChain);
}
