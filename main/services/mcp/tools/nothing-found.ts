import { HubError } from '../../../contract/errors.ts';
import type { SearchTool } from '../../../contract/search.ts';
import type { ToolContext } from '../tool.ts';
import { shortId } from './chunk-id.ts';

/** Why there is nothing, with what is nearest. */
export interface NothingFound {
  reason: 'not-indexed' | 'not-found';
  message: string;
  nearest: { id: string; title: string; source: string; path: string }[];
}

const mostNearest = 5;

/**
 * Runs `work`; where it throws `not-found`, says what the index has instead, since nothing found is an answer and no error. `words` are searched for what
 * comes near.
 */
export async function orNothing<Found, Other>(
  work: () => Promise<Found>,
  search: { words: string; tool: SearchTool; context: ToolContext },
  otherwise: (nothing: NothingFound) => Other,
): Promise<Found | Other> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== 'not-found') throw error;
    const { words, tool, context } = search;
    const nearest = await context.parts.answering.use(async (hub) => {
      const retriever = await hub.retriever();
      const query = words.replace(/[/\\_#?&=.-]+/g, ' ').slice(0, 300);
      return retriever.search({ query, tool, limit: mostNearest, weights: context.parts.weights() }, context.signal);
    });
    const isEmpty = nearest.emptyReason === 'not-indexed' || nearest.emptyReason === 'still-indexing';
    return otherwise({
      reason: isEmpty ? 'not-indexed' : 'not-found',
      message: isEmpty ? nearest.advice.join(' ') : toolWords(error.message),
      nearest: onePerFile(nearest.hits).map((hit) => ({
        id: shortId(hit.chunkId),
        title: hit.symbol ?? hit.title,
        source: hit.source,
        path: hit.path,
      })),
    });
  }
}

function onePerFile<Hit extends { source: string; path: string; symbol: string | null }>(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ source, path, symbol }) => {
    const key = `${source}:${path}:${symbol ?? ''}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The text of an answer without content. */
export function nothingText({ message, nearest }: NothingFound): string {
  return [
    message,
    ...(nearest.length > 0 ? ['', 'Nearest in the index:'] : []),
    ...nearest.map(({ id, title, source, path }) => `- ${title} · ${source}:${path} · id ${id}`),
  ].join('\n');
}

/** Messages of the services name commands of the command line; an agent has tools. */
export function toolWords(message: string): string {
  return message
    .replace(/`context-hub search [^`]*--tool docs`/g, 'search_docs')
    .replace(/`context-hub search [^`]*--tool examples`/g, 'search_examples')
    .replace(/`context-hub search [^`]*--tool api`/g, 'search_api')
    .replace(/Search with `--filter path=…` or see `context-hub sources`/g, 'Search for it, or see get_hub_status')
    .replace(/See `context-hub sources`/g, 'See get_hub_status');
}
