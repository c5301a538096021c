import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { HubError } from '../../contract/errors.ts';
import { filterSchema } from '../../contract/search.ts';

const targetSchema = z.object({
  /** Either names the corpus: matched against a source's name or its repository's last path part. */
  corpus: z.string().optional(),
  source: z.string().optional(),
  path: z.string().min(1),
  symbol: z.string().nullish(),
  grade: z.number().min(0).max(4),
});

const caseSchema = z.object({
  id: z.string().min(1),
  query: z.string(),
  kind: z.string().default('unsorted'),
  tool: z.string().default('any'),
  /** Saved cases are asked with the filters that they were saved with. */
  filters: filterSchema.optional(),
  relevant: z.array(targetSchema).default([]),
  unanswerable: z.boolean().default(false),
});

export type EvaluationTarget = z.output<typeof targetSchema>;
export type EvaluationCase = z.output<typeof caseSchema>;

/** Reads a file of cases: a JSON array, or an object with a `cases` array. Unknown fields are left alone. */
export async function readCases(path: string): Promise<EvaluationCase[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new HubError('usage', `The cases in ${path} cannot be read: ${(error as Error).message}`, { path }, error);
  }
  const list = typeof value === 'object' && value !== null && 'cases' in value ? value.cases : value;
  const parsed = z.array(caseSchema).safeParse(list);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const at = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    throw new HubError('usage', `The cases in ${path} are not of the known form: ${at}${issue.message}`, { path });
  }
  // Figures over nothing are all zero and would pass for a result.
  if (parsed.data.length === 0) throw new HubError('usage', `${path} holds no case, so there is nothing to measure.`, { path });
  return parsed.data;
}
