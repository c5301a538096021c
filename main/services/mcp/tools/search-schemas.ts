import { z } from 'zod';
import { emptyReasons } from '../../../contract/search.ts';

const deprecatedSchema = z.object({
  note: z.string(),
  since: z.string().optional(),
  replacement: z.string().optional(),
  part: z.string().optional(),
});

/** What the hits of all searches have. */
const hitFields = {
  source: z.string(),
  path: z.string(),
  lines: z.array(z.int()).length(2).describe('first and last, in the file'),
  snippet: z.string(),
  score: z.number(),
  source_url: z.string().optional().describe('page, or lines at the indexed commit; else made by index[].link'),
  deprecated: deprecatedSchema.optional(),
};

export const docHitSchema = z.object({
  doc_id: z.string().describe('for get_doc'),
  title: z.string(),
  section: z.string().optional(),
  ...hitFields,
});

export const exampleHitSchema = z.object({
  example_id: z.string().describe('for get_example'),
  summary: z.string().optional(),
  example_root: z.string().optional().describe('folder of the example'),
  capability_tags: z.array(z.string()).optional(),
  execution_mode: z.string().optional(),
  domain: z.string().optional(),
  version_pin: z.string().optional(),
  symbol: z.string().optional(),
  language: z.string(),
  ...hitFields,
});

export const apiHitSchema = z.object({
  chunk_id: z.string().describe('for trace_calls, get_code_snippet'),
  symbol: z.string(),
  chunk_type: z.string(),
  module_path: z.string().optional(),
  class_name: z.string().optional(),
  method_name: z.string().optional(),
  method_signature: z.string().optional(),
  base_classes: z.array(z.string()).optional(),
  is_dataclass: z.boolean().optional(),
  members: z.array(z.string()).optional(),
  yields: z.array(z.string()).optional(),
  calls: z.array(z.string()).optional(),
  imports: z.array(z.string()).optional(),
  ...hitFields,
});

/** What the answers of all searches have beside their hits. */
export const searchAnswerFields = {
  query_id: z.string().describe('for report_feedback'),
  total: z.int(),
  returned: z.int(),
  truncated: z.boolean(),
  next_cursor: z.string().nullable(),
  empty_reason: z.enum(emptyReasons).nullable(),
  evidence: z.object({
    confidence: z.number(),
    low_confidence: z.boolean(),
    confidence_rationale: z.string().optional(),
    not_found: z.array(z.string()).optional().describe('words that none of the best hits holds'),
    next_retrieval_queries: z.array(z.string()).optional(),
    advice: z.array(z.string()).optional(),
  }),
  available_values: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('values that the filters in use could have, when nothing passed them'),
  index: z.array(
    z.object({
      source: z.string(),
      state: z.string(),
      commit: z.string().nullable(),
      checked_at: z.string().nullable(),
      link: z.string().optional().describe('address of lines of a file of this source, with {path}, {start} and {end}'),
    }),
  ),
};
