import { z } from 'zod';
import { leastTokens, mostTokens } from '../budget.ts';

export const longestQuery = 2_000;
export const longestPath = 1_024;
const longestName = 300;

export const limitField = z.int().min(1).max(50).optional().describe('hits, default 10');
export const lineField = z.int().min(1).max(10_000_000);
export const maxLinesField = z.int().min(1).max(2_000);
export const depthField = z.int().min(1).max(8);
export const nameField = z.string().min(1).max(longestName);
export const queryField = z.string().max(longestQuery).describe('words or a symbol; "A + B" asks for several topics at once');
export const flagField = z.boolean();
export const namesField = z.union([nameField, z.array(nameField).min(1).max(20)], { error: 'a text, or a list of up to 20' });

/** What every tool with a long answer takes. */
export const answerFields = {
  response_format: z.enum(['concise', 'detailed']).optional().describe('default concise'),
  max_tokens: z.int().min(leastTokens).max(mostTokens).optional().describe('most that the answer may take'),
  cursor: z.string().max(400).optional().describe('next_cursor of the answer before, with the same arguments'),
};

/** The version in use; `pipecat_version` is the name that agents know from another hub. */
export const versionFields = {
  version: nameField.optional().describe('version of the library in use; what is pinned to another ranks lower'),
  pipecat_version: nameField.optional().describe('the same as version'),
  version_filter: z.enum(['prefer', 'only', 'compatible_only']).optional().describe('only: leave other versions out'),
};
