import { createInterface } from 'node:readline/promises';
import { asHubError, HubError } from '../contract/errors.ts';
import { searchTools, type SearchAnswer, type SearchTool } from '../contract/search.ts';
import type { Hub } from '../services/hub.ts';
import type { CommandContext } from './context.ts';
import { printAnswer } from './search-commands.ts';
import { paint, plain } from './text.ts';

const help = `Type what you look for. Also:
  :docs :examples :api :any   what to search from now on
  :more                       the next hits
  :why                        the last hits with every part of their scores
  :open N                     the lines behind hit N
  :quit                       (or Ctrl-D) leave`;

/** A prompt that searches until its input ends. Errors are shown and forgotten: a prompt does not die of a query. */
export async function searchPrompt(
  hub: Hub,
  context: CommandContext,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<void> {
  const interactive = process.stdin.isTTY;
  const lines = createInterface({ input, output: interactive ? process.stdout : undefined, terminal: interactive });
  context.signal.addEventListener('abort', () => lines.close(), { once: true });
  let tool: SearchTool = 'any';
  let last: SearchAnswer | null = null;
  const prompt = (): void => {
    lines.setPrompt(paint('bold', `${tool}> `));
    if (interactive) lines.prompt();
  };
  const answer = async (line: string): Promise<void> => {
    const [word, argument] = line.split(/\s+/, 2) as [string, string | undefined];
    const wantedTool = searchTools.find((name) => word === `:${name}`);
    if (wantedTool) tool = wantedTool;
    else if (word === ':help' || word === ':h') context.print(help);
    else if (word === ':open') context.print(await linesOf(hub, last, Number(argument), context.signal));
    else if (word === ':more' || word === ':why') {
      if (!last || (word === ':more' && last.nextCursor === null))
        throw new HubError('usage', last ? 'There are no further hits.' : 'Search for something first.');
      last = await hub.search(
        {
          query: last.query,
          tool: last.tool,
          explain: word === ':why',
          ...(word === ':more' ? { cursor: last.nextCursor! } : {}),
        },
        context.signal,
      );
      printAnswer(last, context.print);
    } else if (word.startsWith(':')) throw new HubError('usage', `${word} is not known. :help lists what is.`);
    else {
      last = await hub.search({ query: line, tool, limit: 5 }, context.signal);
      printAnswer(last, context.print);
    }
  };
  prompt();
  for await (const line of lines) {
    const text = line.trim();
    if (text === ':quit' || text === ':q') break;
    if (text !== '') {
      try {
        await answer(text);
      } catch (thrown) {
        context.print(paint('yellow', plain(asHubError(thrown).message)));
      }
    }
    prompt();
  }
  lines.close();
}

async function linesOf(hub: Hub, last: SearchAnswer | null, position: number, signal: AbortSignal): Promise<string> {
  const hit = last?.hits[position - 1];
  if (!hit) throw new HubError('usage', 'Say which hit: `:open 1`.');
  const snippet = await (await hub.snippets()).get({ path: hit.path, lines: hit.lines, source: hit.source }, signal);
  return plain(snippet.content) + (snippet.next ? paint('yellow', `\n… to line ${snippet.next.lines.end}`) : '');
}
