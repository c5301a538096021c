import type { Command } from 'commander';
import type { DeprecationAnswer, DeprecationEvidence } from '../contract/deprecations.ts';
import { findDeprecations } from '../services/deprecations/find-deprecations.ts';
import { exitCodes, withHub } from './context.ts';
import type { Run } from './index-commands.ts';
import { paint, plain } from './text.ts';

function printEntry(entry: DeprecationEvidence, print: (text: string) => void): void {
  const facts = [
    entry.kind,
    entry.version ?? 'no version',
    entry.origin,
    entry.replacement === null ? '' : `use ${entry.replacement}`,
  ];
  print(
    `${paint('bold', plain(entry.symbol))}  ${facts
      .filter((fact) => fact !== '')
      .map(plain)
      .join(' · ')}`,
  );
  print(`   ${paint('cyan', plain(`${entry.source}:${entry.path}:${entry.lines.start}-${entry.lines.end}`))}`);
  print(`   ${paint('dim', plain(entry.note).replaceAll('\n', ' '))}`);
}

function printAnswer(answer: DeprecationAnswer, print: (text: string) => void): void {
  print(paint(answer.status === 'deprecated' || answer.status === 'removed' ? 'yellow' : 'bold', plain(answer.message)));
  for (const entry of answer.entries) printEntry(entry, print);
  if (answer.related.length > 0) print(paint('dim', 'Parts of it, or others of this name:'));
  for (const entry of answer.related) printEntry(entry, print);
}

export function addDeprecationCommand(program: Command, run: Run): void {
  program
    .command('deprecation')
    .description('whether a symbol is deprecated, since when, and what to use instead')
    .argument('<symbol>', 'class, function, method, parameter or module: Name, Owner.member, package.module')
    .option('--library <name>', 'source or repository to look in')
    .option('--use-version <version>', 'version in use; what a later one deprecates is said to be later')
    .action((symbol: string, options: { library?: string; useVersion?: string }) =>
      run((context) =>
        withHub(context, 'read', (hub) => {
          const answer = findDeprecations(hub.connection, { symbol, library: options.library, version: options.useVersion });
          if (context.json) context.printJson(answer);
          else printAnswer(answer, context.print);
          return Promise.resolve(exitCodes.done);
        }),
      )(),
    );
}
