import type { ContentType } from '../../main/contract/vocabulary.ts';

/** Things to search for first, by what there is: a class by its name, and what documentation and examples are read for. */
export function firstQueries(classes: readonly string[], chunks: Partial<Record<ContentType, number>>): string[] {
  const queries: string[] = [];
  const symbol = classes.find((name) => name.length > 3);
  if (symbol !== undefined) queries.push(symbol);
  if ((chunks.doc ?? 0) + (chunks.readme ?? 0) > 0) queries.push('how to get started');
  if ((chunks.code ?? 0) > 0) queries.push('a minimal example');
  if (queries.length === 0) queries.push('where does the program begin');
  return queries;
}
