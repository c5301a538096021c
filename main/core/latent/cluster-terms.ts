import { foldTerm, identifierParts } from '../text/terms.ts';
import type { TermTable } from './term-table.ts';

/** A term in fewer chunks of the whole corpus names nothing but them. */
const leastChunks = 3;
/** Terms that diversity chooses from. */
const considered = 24;
/** How much telling counts against repeating what was said. */
const telling = 0.6;

interface ScoredTerm {
  term: string;
  score: number;
}

/**
 * The terms that tell each cluster from the others: class-based TF-IDF (share of a cluster's chunks that have the term × log(1 + average per
 * cluster / all)), then maximal marginal relevance, so that one word in three spellings is not three labels.
 */
export function clusterTerms(table: TermTable, cluster: ArrayLike<number>, clusters: number, wanted: number): string[][] {
  const { terms } = table;
  const frequency = new Uint32Array(terms.length);
  const members = Array.from({ length: clusters }, (): number[] => []);
  for (let row = 0; row < table.rows; row += 1) {
    members[cluster[row]!]!.push(row);
    for (const term of table.row(row)) frequency[term]! += 1;
  }
  const average = frequency.reduce((sum, count) => sum + count, 0) / Math.max(1, clusters);
  const rarity = Float64Array.from(frequency, (often) => Math.log1p(average / often));
  const counts = new Uint32Array(terms.length);
  return members.map((rows) => {
    const touched: number[] = [];
    for (const row of rows)
      for (const term of table.row(row)) {
        if (counts[term] === 0) touched.push(term);
        counts[term]! += 1;
      }
    const best: ScoredTerm[] = [];
    for (const term of touched) {
      const often = frequency[term]!;
      const score = often < leastChunks ? -1 : (counts[term]! / rows.length) * rarity[term]!;
      counts[term] = 0;
      if (score >= 0) offer(best, terms[term]!, score);
    }
    return diverse(best, wanted);
  });
}

/** Keeps the highest scores, highest first, equal ones in the order of their terms: of thousands a few are wanted. */
function offer(best: ScoredTerm[], term: string, score: number): void {
  const isBefore = (other: ScoredTerm): boolean => score > other.score || (score === other.score && term < other.term);
  if (best.length === considered) {
    if (!isBefore(best[considered - 1]!)) return;
    best.pop();
  }
  let place = best.length;
  while (place > 0 && isBefore(best[place - 1]!)) place -= 1;
  best.splice(place, 0, { term, score });
}

/** Takes one after the other what is telling and unlike what was taken. */
function diverse(scored: readonly ScoredTerm[], wanted: number): string[] {
  const best = scored[0]?.score ?? 0;
  const open = scored.map(({ term, score }) => ({ term, score: best > 0 ? score / best : 0, parts: partsOf(term), likeness: 0 }));
  const taken: string[] = [];
  while (taken.length < wanted && open.length > 0) {
    let place = 0;
    const worth = (index: number): number => telling * open[index]!.score - (1 - telling) * open[index]!.likeness;
    for (let index = 1; index < open.length; index += 1) if (worth(index) > worth(place)) place = index;
    const [next] = open.splice(place, 1);
    taken.push(next!.term);
    for (const other of open) other.likeness = Math.max(other.likeness, likenessOf(next!.parts, other.parts));
  }
  return taken;
}

/** What a term consists of, without the plural. */
function partsOf(term: string): Set<string> {
  const parts = identifierParts(term);
  return new Set((parts.length === 0 ? [foldTerm(term)] : parts).map((part) => part.replace(/s$/, '')));
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const part of a) if (b.has(part)) both += 1;
  return both / Math.min(a.size, b.size);
}
