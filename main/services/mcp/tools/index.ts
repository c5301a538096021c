import type { McpTool } from '../tool.ts';
import { checkDeprecation } from './check-deprecation.ts';
import { getCodeSnippet } from './get-code-snippet.ts';
import { getDoc } from './get-doc.ts';
import { getExample } from './get-example.ts';
import { getHubStatus } from './get-hub-status.ts';
import { reportFeedback } from './report-feedback.ts';
import { searchApi } from './search-api.ts';
import { searchDocs } from './search-docs.ts';
import { searchExamples } from './search-examples.ts';
import { traceCalls } from './trace-calls.ts';

/** In the order in which a client lists them: orientation, detail, the hub itself. */
export const tools: readonly McpTool[] = [
  searchDocs,
  searchExamples,
  searchApi,
  getDoc,
  getExample,
  getCodeSnippet,
  traceCalls,
  checkDeprecation,
  getHubStatus,
  reportFeedback,
];
