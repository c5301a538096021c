import { InvalidArgumentError, Option, type Command } from 'commander';
import { HubError } from '../contract/errors.ts';
import {
  filterSchema,
  searchModes,
  searchTools,
  type SearchAnswer,
  type SearchMode,
  type SearchTool,
} from '../contract/search.ts';
import { exitCodes, wholeNumber, withHub } from './context.ts';
import type { Run } from './index-commands.ts';
import { indent, paint, plain, plainLine, shellWord } from './text.ts';

/** `--filter key=value`, repeatable; the same key twice means "one of". */
function collectFilter(text: string, earlier: Record<string, unknown>): Record<string, unknown> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`“${text}” is not KEY=VALUE. Keys: ${Object.keys(filterSchema.shape).join(', ')}.`);
  const key = text.slice(0, at).trim();
  const value = text.slice(at + 1).trim();
  const known = earlier[key];
  return { ...earlier, [key]: known === undefined ? value : [...(Array.isArray(known) ? (known as unknown[]) : [known]), value] };
}

export function printAnswer(answer: SearchAnswer, print: (text: string) => void): void {
  if (answer.fallback) print(paint('yellow', `Searching by keyword only: ${answer.fallback}`));
  for (const [position, hit] of answer.hits.entries()) {
    const place = `${hit.source}:${hit.path}:${hit.lines.start}-${hit.lines.end}`;
    const name = hit.symbol ?? hit.section.join(' › ');
    print(
      `${paint('bold', `${position + 1}. ${plainLine(name || hit.title)}`)}  ${paint('dim', `${hit.contentType} ${hit.score.toFixed(3)}`)}`,
    );
    print(
      `   ${paint('cyan', plainLine(place))}${hit.deprecated ? paint('yellow', `  deprecated: ${plain(hit.deprecated.note).split('\n')[0]}`) : ''}`,
    );
    print(indent(plain(hit.snippet), '   │ '));
    if (hit.explain)
      for (const part of hit.explain)
        print(
          paint(
            'dim',
            `   ${part.value >= 0 ? '+' : '−'}${Math.abs(part.value).toFixed(4)} ${part.name}${part.rank ? ` (rank ${part.rank})` : ''}`,
          ),
        );
  }
  if (answer.hits.length === 0) print(`Nothing found: ${answer.emptyReason ?? 'no further hits'}.`);
  for (const line of answer.advice) print(paint('yellow', line));
  if (answer.hits.length > 0) {
    const confidence = `confidence ${answer.confidence.toFixed(2)}${answer.lowConfidence ? ' (low)' : ''}: ${answer.confidenceReason}`;
    print(paint('dim', `${answer.returned} of ${answer.total} hits in ${answer.elapsedMs} ms · ${confidence}`));
  }
  if (answer.nextCursor) print(paint('dim', `More: --cursor ${answer.nextCursor}`));
}

function parseLines(text: string): { start: number; end: number } {
  const match = /^(\d+)(?:\s*[-:]\s*(\d+))?$/.exec(text.trim());
  if (!match) throw new HubError('usage', `--lines wants A-B, not “${text}”.`);
  const start = wholeNumber(match[1]!, '--lines');
  return { start, end: match[2] === undefined ? start : wholeNumber(match[2], '--lines') };
}

interface SearchOptions {
  tool: SearchTool;
  mode: SearchMode;
  filter: Record<string, unknown>;
  limit: string;
  cursor?: string;
  explain?: boolean;
}

export function addSearchCommands(program: Command, run: Run): void {
  program
    .command('search')
    .description('ask the index; any text is a valid query, `A + B` asks for both')
    .argument('<query...>')
    .addOption(new Option('--tool <tool>', 'what to search').choices([...searchTools]).default('any'))
    .addOption(new Option('--mode <mode>', 'how to rank').choices([...searchModes]).default('hybrid'))
    .option('--filter <key=value>', 'repeatable', collectFilter, {})
    .option('--limit <n>', 'hits, 1 to 100', '10')
    .option('--cursor <cursor>', 'go on where an answer was cut')
    .option('--explain', 'every part of each score')
    .action((words: string[], options: SearchOptions) =>
      run((context) =>
        withHub(context, 'read', async (hub) => {
          const answer = await hub.search(
            {
              query: words.join(' '),
              tool: options.tool,
              mode: options.mode,
              filters: options.filter,
              limit: wholeNumber(options.limit, '--limit'),
              explain: options.explain ?? false,
              ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
            },
            context.signal,
          );
          if (context.json) context.printJson(answer);
          else printAnswer(answer, context.print);
          return exitCodes.done;
        }),
      )(),
    );

  program
    .command('snippet')
    .description('exact lines of code, by symbol, by what it does, or by path')
    .option('--symbol <symbol>', 'class, method or function, qualified or not')
    .option('--intent <text>', 'what the code does')
    .option('--path <path>', 'file, whole path or its end')
    .option('--lines <a-b>', 'lines of the path')
    .option('--source <name>', 'only this source')
    .option('--max-lines <n>', 'longest answer', '100')
    .action((options: { symbol?: string; intent?: string; path?: string; lines?: string; source?: string; maxLines: string }) =>
      run((context) =>
        withHub(context, 'read', async (hub) => {
          const given = [options.symbol, options.intent, options.path].filter((value) => value !== undefined);
          if (given.length !== 1) throw new HubError('usage', 'Give exactly one of --symbol, --intent and --path.');
          if (options.lines !== undefined && options.path === undefined) throw new HubError('usage', '--lines goes with --path.');
          const common = {
            maxLines: wholeNumber(options.maxLines, '--max-lines'),
            ...(options.source === undefined ? {} : { source: options.source }),
          };
          const snippets = await hub.snippets();
          const snippet = await snippets.get(
            options.symbol !== undefined
              ? { ...common, symbol: options.symbol }
              : options.intent !== undefined
                ? { ...common, intent: options.intent }
                : {
                    ...common,
                    path: options.path!,
                    ...(options.lines === undefined ? {} : { lines: parseLines(options.lines) }),
                  },
            context.signal,
          );
          if (context.json) context.printJson(snippet);
          else {
            context.print(
              paint(
                'cyan',
                plainLine(
                  `${snippet.source}:${snippet.path}:${snippet.lines.start}-${snippet.lines.end}${snippet.symbol ? `  ${snippet.symbol}` : ''}`,
                ),
              ),
            );
            context.print(plain(snippet.content));
            if (snippet.next)
              context.print(
                paint(
                  'yellow',
                  `Cut at ${common.maxLines} lines. Go on: --source ${shellWord(snippet.next.source)} --path ${shellWord(snippet.next.path)} --lines ${snippet.next.lines.start}-${snippet.next.lines.end}`,
                ),
              );
            for (const other of snippet.alternatives)
              context.print(
                paint(
                  'dim',
                  `also: ${plainLine(`${other.symbol ?? ''} ${other.source}:${other.path}`)}:${other.lines.start}-${other.lines.end}`,
                ),
              );
          }
          return exitCodes.done;
        }),
      )(),
    );

  program
    .command('doc')
    .description('a whole page or one section of it, by id, path, site path or URL')
    .argument('<reference>')
    .option('--section <heading>', 'heading text or slug')
    .action((reference: string, options: { section?: string }) =>
      run((context) =>
        withHub(context, 'read', async (hub) => {
          const page = hub.documents().document(reference, options.section);
          if (context.json) context.printJson(page);
          else {
            context.print(paint('cyan', plainLine(`${page.source}:${page.path}:${page.lines.start}-${page.lines.end}`)));
            context.print(plain(page.content));
          }
          return exitCodes.done;
        }),
      )(),
    );

  program
    .command('example')
    .description('all files of an example, by id, folder or file')
    .argument('<reference>')
    .action((reference: string) =>
      run((context) =>
        withHub(context, 'read', async (hub) => {
          const example = hub.documents().example(reference);
          if (context.json) context.printJson(example);
          else {
            context.print(`${paint('bold', plainLine(`${example.source}:${example.root}`))}  ${plain(example.summary)}`);
            for (const file of example.files) context.print(`\n${paint('cyan', plainLine(file.path))}\n${plain(file.content)}`);
            for (const file of example.leftOut)
              context.print(paint('yellow', `left out: ${plainLine(file.path)} (${file.reason})`));
          }
          return exitCodes.done;
        }),
      )(),
    );
}
