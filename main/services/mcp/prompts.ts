import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const longest = 500;

/** What a user may pick in the client. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'orient',
    {
      title: 'Orient me',
      description: 'Find out how something works in the indexed libraries, from guides to code.',
      argsSchema: z.object({ topic: z.string().min(1).max(longest).describe('library, feature or symbol') }),
    },
    ({ topic }) =>
      asked(
        `Orient me in “${topic}” with the context-hub tools. First get_hub_status, to see what is indexed. Then search_docs for the concepts, search_examples for working code and search_api for the classes behind it; read the two or three best hits whole with get_doc, get_example and get_code_snippet. Tell me: what it is for, the pieces and how they fit, the shortest working example, traps and deprecations (check_deprecation), and what the index did not answer. Cite path and lines for each claim.`,
      ),
  );
  server.registerPrompt(
    'report_poor_results',
    {
      title: 'Report poor results',
      description: 'Tell the hub which search failed, so that it becomes a test case.',
      argsSchema: z.object({
        query: z.string().min(1).max(longest).describe('what was asked'),
        wanted: z.string().max(longest).optional().describe('what should have been found: path, symbol or URL'),
      }),
    },
    ({ query, wanted }) =>
      asked(
        `A search of context-hub failed: “${query}”.${wanted === undefined || wanted === '' ? '' : ` It should have found: ${wanted}.`} Search for it again with the tool that was used, without filters and then with two other wordings, and look with get_hub_status whether the source is indexed and fresh. If the answer is still poor, call report_feedback with the query_id of the first of these searches, helpful false, wanted (path, symbol or URL; find it with get_doc, get_code_snippet or in the files) and a note in one sentence: what was expected, what came instead. Then tell me what you reported.`,
      ),
  );
}

function asked(text: string): { messages: { role: 'user'; content: { type: 'text'; text: string } }[] } {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
