import type { z } from 'zod';
import type { wantedSchema } from '../../../main/contract/marks.ts';
import type { SearchHit } from '../../../main/contract/search.ts';

export type Wanted = z.input<typeof wantedSchema>;

/** Something that a search could have been about. */
export interface Candidate {
  key: string;
  wanted: Wanted;
}

export function wantedKey({ source, path, symbol }: Wanted): string {
  return JSON.stringify([source, path, symbol ?? null]);
}

/** What is offered as wanted: the opened place first, then the places of the best hits, each once. */
export function wantedCandidates(
  opened: { source: string; path: string; symbol: string | null },
  hits: readonly Pick<SearchHit, 'source' | 'path' | 'symbol'>[],
  most: number,
): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const place of [opened, ...hits]) {
    const wanted: Wanted = {
      source: place.source,
      path: place.path,
      ...(place.symbol === null || place.symbol === '' ? {} : { symbol: place.symbol }),
    };
    const key = wantedKey(wanted);
    if (!candidates.has(key)) candidates.set(key, { key, wanted });
    if (candidates.size >= most) break;
  }
  return [...candidates.values()];
}
