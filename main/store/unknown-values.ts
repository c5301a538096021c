import type { SearchFilters } from '../contract/search.ts';
import { chunkTypes, contentTypes, domains } from '../contract/vocabulary.ts';
import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';

/** A filter's value that nothing indexed has, with those that there are. */
export interface UnknownValue {
  filter: string;
  value: string;
  known: string[];
}

/** Most values that are listed of a filter. */
const mostKnown = 20;

/** Filters with few values: those that the program knows, and those that the index has, most chunks or files first. */
const knownOf: Partial<Record<keyof SearchFilters, readonly string[] | string>> = {
  content_type: contentTypes,
  chunk_type: chunkTypes,
  domain: domains,
  source: `SELECT name AS value FROM sources ORDER BY name`,
  language: `SELECT language AS value FROM chunks GROUP BY language ORDER BY count(*) DESC, language`,
  execution_mode: `SELECT execution_mode AS value FROM examples GROUP BY execution_mode ORDER BY count(*) DESC, execution_mode`,
  tags: `SELECT tag AS value FROM example_tags GROUP BY tag ORDER BY count(*) DESC, tag`,
};

/** The values of the filters that can match nothing whatever is asked. Goes over the index: for answers that found nothing. */
export function unknownValues(connection: Connection, filters: SearchFilters): UnknownValue[] {
  const unknown: UnknownValue[] = [];
  for (const [filter, source] of Object.entries(knownOf)) {
    const given = filters[filter as keyof SearchFilters];
    if (!Array.isArray(given)) continue;
    const known =
      typeof source === 'string'
        ? prepared<[], { value: string }>(connection, source)
            .all()
            .map(({ value }) => value)
        : [...source];
    const folded = new Set(known.map((value) => value.toLowerCase()));
    for (const value of given)
      if (!folded.has(value.toLowerCase())) unknown.push({ filter, value, known: known.slice(0, mostKnown) });
  }
  return unknown;
}
