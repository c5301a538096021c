import type { AttentionKind, McpCall, McpOutcome } from '../../../main/contract/mcp.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { emptySearch, type SearchRoute } from '../../router/route.ts';

/** What became of a call, in the window's words. */
export const outcomeWords: Record<McpOutcome, { title: string; tone: BadgeTone; meaning: string }> = {
  answered: { title: 'answered', tone: 'success', meaning: 'The agent got content.' },
  empty: { title: 'empty', tone: 'warning', meaning: 'Nothing was found; the agent was told why.' },
  refused: { title: 'refused', tone: 'warning', meaning: 'The arguments were off; the agent was told which are valid.' },
  failed: { title: 'failed', tone: 'danger', meaning: 'The hub could not answer.' },
  cancelled: { title: 'cancelled', tone: 'neutral', meaning: 'The agent gave up waiting.' },
};

export const attentionWords: Record<AttentionKind, string> = {
  'zero-hits': 'nothing found',
  'low-confidence': 'low confidence',
  'not-helpful': 'marked not helpful',
  'fell-back': 'left for grep or file reads',
};

/** The call's own search in the workbench; null for a call that did not search. */
export function workbenchRoute({ search }: Pick<McpCall, 'search'>): SearchRoute | null {
  if (search === null) return null;
  const { tool, mode, filters } = search.scope;
  return { ...emptySearch, query: search.query, tool, mode, filters };
}

/** The arguments as the agent sent them, laid out where they are whole JSON. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The arguments on one line: the query first, then the rest by name. */
export function shortArguments({ arguments: text, search }: Pick<McpCall, 'arguments' | 'search'>): string {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof values !== 'object' || values === null) return text;
  const rest = Object.entries(values).filter(([name]) => name !== 'query');
  const parts = rest.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [...(search === null ? [] : [search.query]), ...parts].join('  ');
}
