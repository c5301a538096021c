import type { Where } from 'chromadb';
import type { VectorFilter } from '../../core/vectors.ts';

/** Values of one `$in`: 5,000 work and 40,000 exceed SQLite's variables; longer lists become several conditions. */
export const maximumListValues = 5_000;

/**
 * Conditions that together accept what the filter accepts, each record by one of them at most; [undefined] accepts all, [] nothing.
 * Chroma rejects `{}`, two keys without `$and`, `$and` of one and `$in` of none.
 */
export function chromaConditions(filter: VectorFilter | undefined): (Where | undefined)[] {
  let alternatives: Where[][] = [[]];
  for (const [key, values] of [
    ['source', filter?.sources],
    ['contentType', filter?.contentTypes],
    ['language', filter?.languages],
  ] as const) {
    if (values === undefined) continue;
    const lists = chunksOf([...new Set<string>(values)], maximumListValues);
    alternatives = alternatives.flatMap((conditions) => lists.map((list) => [...conditions, oneOf(key, list)]));
  }
  return alternatives.map((conditions) => (conditions.length > 1 ? { $and: conditions } : conditions[0]));
}

/** The list in pieces of at most `size`. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

function oneOf(key: string, values: string[]): Where {
  return (values.length === 1 ? { [key]: { $eq: values[0] } } : { [key]: { $in: values } }) as Where;
}
