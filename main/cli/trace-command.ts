import { Option, type Command } from 'commander';
import { traceCalls, traceDirections, type TraceAnswer, type TraceDirection } from '../services/graph/trace-calls.ts';
import type { CodePlace } from '../contract/reading.ts';
import { exitCodes, wholeNumber, withHub } from './context.ts';
import type { Run } from './index-commands.ts';
import { paint, plain } from './text.ts';

function placeText(place: CodePlace): string {
  return plain(`${place.source}:${place.path}:${place.lines.start}-${place.lines.end}`);
}

function printTrace(answer: TraceAnswer, print: (text: string) => void): void {
  for (const [root, place] of answer.roots.entries()) {
    print(`${paint('bold', plain(place.symbol ?? 'module'))}  ${paint('cyan', placeText(place))}`);
    for (const step of answer.steps) {
      if (step.root !== root) continue;
      const arrow = answer.direction === 'callers' ? '←' : '→';
      const sure = step.confidence === 'certain' ? '' : paint('yellow', ` ${step.confidence}`);
      print(
        `${'  '.repeat(step.depth)}${step.kind === 'yields' ? '⇢' : arrow} ${plain(step.place.symbol ?? 'module')}${sure}${step.seen ? paint('dim', ' (above)') : ''}  ${paint('dim', `${placeText(step.place)}, ${plain(step.name)} in line ${step.line}`)}`,
      );
    }
  }
  if (answer.unresolved.length > 0)
    print(
      paint(
        'dim',
        `Not resolved: ${plain(answer.unresolved.slice(0, 30).join(', '))}${answer.unresolved.length > 30 ? ' …' : ''}`,
      ),
    );
  for (const line of answer.advice) print(paint('yellow', plain(line)));
}

export function addTraceCommand(program: Command, run: Run): void {
  program
    .command('trace')
    .description('who calls a symbol, what it calls, or what yields a type')
    .argument('[symbol]', 'name, Class.method, package.module.name or a chunk id')
    .addOption(
      new Option('--direction <direction>', 'default: callees; callers with --yields alone').choices([...traceDirections]),
    )
    .option('--depth <n>', 'calls to follow, 1 to 8', '2')
    .option('--yields <type>', 'begin at what yields it; with a symbol: only ways that lead to what yields it')
    .action((symbol: string | undefined, options: { direction?: TraceDirection; depth: string; yields?: string }) =>
      run((context) =>
        withHub(context, 'read', (hub) => {
          const answer = traceCalls(hub.connection, {
            symbol,
            direction: options.direction,
            depth: wholeNumber(options.depth, '--depth'),
            yields: options.yields,
          });
          if (context.json) context.printJson(answer);
          else printTrace(answer, context.print);
          return Promise.resolve(exitCodes.done);
        }),
      )(),
    );
}
