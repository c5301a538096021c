import type { Scored } from './candidate.ts';
import { sumOf } from './candidate.ts';

function placeOf(item: Scored): string {
  const { candidate } = item;
  const folder = candidate.exampleRoot ?? candidate.path.slice(0, Math.max(0, candidate.path.lastIndexOf('/')));
  return `${candidate.sourceId}\n${candidate.contentType}\n${folder}`;
}

/**
 * Greedy re-ranking of the first `depth` hits: each further hit of one folder loses a little, so that equals of other places
 * come up. `weight` is what the second hit of a folder loses. (Maximal marginal relevance of Carbonell and Goldstein 1998 with "same folder" as the similarity.)
 */
export function diversify(ranked: readonly Scored[], depth: number, weight: number): Scored[] {
  const waiting = ranked.slice(0, depth).map((item) => ({ item, place: placeOf(item) }));
  const seen = new Map<string, number>();
  const result: Scored[] = [];
  while (waiting.length > 0) {
    let bestIndex = 0;
    let bestScore = -Infinity;
    for (const [index, { item, place }] of waiting.entries()) {
      const score = item.score - penaltyFor(seen.get(place) ?? 0, item.score, weight);
      if (score > bestScore) {
        bestScore = score;
        bestIndex = index;
      }
      // Sorted: nothing further down can beat what is already ahead of it.
      if (item.score < bestScore) break;
    }
    const [{ item, place }] = waiting.splice(bestIndex, 1) as [(typeof waiting)[number]];
    const penalty = penaltyFor(seen.get(place) ?? 0, item.score, weight);
    seen.set(place, (seen.get(place) ?? 0) + 1);
    const parts = penalty > 0 ? [...item.parts, { name: 'same place again', value: -penalty }] : item.parts;
    result.push({ candidate: item.candidate, parts, score: sumOf(parts) });
  }
  return [...result, ...ranked.slice(depth)];
}

/** Grows with each hit of the place up to three times the weight; never takes more than a fifth of the score. */
function penaltyFor(earlier: number, score: number, weight: number): number {
  return Math.min(weight * Math.min(earlier, 3), Math.max(0, score) / 5);
}
