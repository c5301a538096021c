import type { Command } from 'commander';
import { HubError } from '../contract/errors.ts';
import { contentTypes } from '../core/chunk.ts';
import type { IndexReport } from '../core/index-events.ts';
import type { SourceSpecification } from '../core/source.ts';
import { parseSourceArgument } from '../services/sources/parse-source-argument.ts';
import { loadPreset } from '../services/sources/presets.ts';
import { exitCodes, withHub, type CommandContext, type ExitCode } from './context.ts';
import { progressBar } from './progress-bar.ts';
import { duration, paint, plain, plainLine, shellWord, table } from './text.ts';

export type Run = (work: (context: CommandContext) => Promise<ExitCode>) => (...parameters: unknown[]) => Promise<void>;

function exitCodeOf(report: IndexReport): ExitCode {
  const outcomes = report.sources.map((source) => source.outcome);
  if (outcomes.length > 0 && outcomes.every((outcome) => outcome === 'failed')) return exitCodes.failed;
  return outcomes.some((outcome) => outcome === 'failed' || outcome === 'partial') || report.pending > 0
    ? exitCodes.partial
    : exitCodes.done;
}

interface LeftOut {
  path: string;
  outcome: string;
  reason: string;
  detail: string | null;
}

/** A source without one indexed file would look like a success. */
function nothingIn({ files }: IndexReport['sources'][number]): string {
  const without = files.skipped + files.failed;
  return without === 0
    ? 'nothing to index was found there.'
    : `nothing in it was indexed; why ${without.toLocaleString('en')} files or folders were left out: \`sources --left-out\`.`;
}

function printReport(context: CommandContext, report: IndexReport): void {
  const { print } = context;
  print(
    table([
      ['source', 'outcome', 'commit', 'files', 'changed', 'skipped', 'failed', ...contentTypes, 'seconds'],
      ...report.sources.map((source) => [
        source.name,
        source.outcome,
        source.commit?.slice(0, 8) ?? '–',
        source.files.indexed,
        source.files.changed + source.files.removed,
        source.files.skipped,
        source.files.failed,
        ...contentTypes.map((type) => source.chunks[type]),
        Object.values(source.seconds)
          .reduce((sum, seconds) => sum + seconds, 0)
          .toFixed(1),
      ]),
    ]),
  );
  for (const source of report.sources) {
    if (source.notice) print(`${paint('yellow', source.name)}: ${plain(source.notice)}`);
    if (source.outcome !== 'failed' && source.files.indexed === 0) print(`${paint('yellow', source.name)}: ${nothingIn(source)}`);
    for (const failure of source.failures.slice(0, 10)) print(`  ${plainLine(failure.path)}: ${plain(failure.reason)}`);
    if (source.failures.length > 10) print(`  … and ${source.failures.length - 10} more; all with --json`);
  }
  print(
    `${report.embedded.toLocaleString('en')} texts embedded in ${duration(report.embedSeconds)}, ${report.pending.toLocaleString('en')} waiting; ${duration(report.seconds)} in all.`,
  );
}

async function refreshAndReport(
  context: CommandContext,
  work: (progress: ReturnType<typeof progressBar>) => Promise<IndexReport>,
): Promise<ExitCode> {
  const bar = progressBar();
  try {
    const report = await work(bar);
    bar.end();
    if (context.json) context.printJson(report);
    else printReport(context, report);
    return exitCodeOf(report);
  } finally {
    bar.end();
  }
}

/** Sources from arguments and a preset, with names that do not collide. */
export async function specificationsOf(
  locations: readonly string[],
  options: { preset?: string | undefined; name?: string | undefined; ref?: string | undefined },
  dataDirectory: string,
): Promise<SourceSpecification[]> {
  if (options.name !== undefined && locations.length !== 1) throw new HubError('usage', '--name goes with exactly one source.');
  const preset = options.preset === undefined ? [] : (await loadPreset(options.preset, { dataDirectory })).sources;
  const given = locations.map((location) =>
    parseSourceArgument(location, {
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(options.ref === undefined ? {} : { ref: options.ref }),
    }),
  );
  const all = [...preset, ...given];
  if (all.length === 0)
    throw new HubError(
      'usage',
      'Give a folder, a git URL or an llms-full.txt, or a preset: `index FOLDER` or `index --preset pipecat`.',
    );
  const names = new Map<string, string>();
  for (const { name, location } of all) {
    const key = name.toLowerCase();
    const other = names.get(key);
    if (other !== undefined && other !== location)
      throw new HubError(
        'usage',
        `Two sources would be called “${name}”: ${other} and ${location}. Index them one by one with --name.`,
      );
    names.set(key, location);
  }
  return all;
}

export function addIndexCommands(program: Command, run: Run): void {
  program
    .command('index')
    .description('add sources (or change them) and index them')
    .argument('[sources...]', 'folders, git URLs, llms-full.txt URLs or files')
    .option('--preset <name>', 'a named list of sources')
    .option('--name <name>', 'name of the source, when there is one')
    .option('--ref <ref>', 'branch, tag or commit')
    .option('--force', 'prepare every file again')
    .action((sources: string[], options: { preset?: string; name?: string; ref?: string; force?: boolean }) =>
      run(async (context) => {
        const specifications = await specificationsOf(sources, options, context.config.dataDirectory);
        return withHub(context, 'write', async (hub) => {
          for (const specification of specifications) {
            const known = hub.reader.source(specification.name);
            if (known && known.specification.location !== specification.location) {
              throw new HubError(
                'usage',
                `There is a source “${specification.name}” already, from ${known.specification.location}. Give this one another name with --name, or remove the old one.`,
              );
            }
          }
          return refreshAndReport(context, (bar) =>
            hub.index(specifications, { force: options.force ?? false, signal: context.signal, onProgress: bar.onProgress }),
          );
        });
      })(),
    );

  program
    .command('refresh')
    .description('look at sources again and index what changed')
    .argument('[names...]', 'sources; all when none is given')
    .option('--force', 'prepare every file again')
    .action((names: string[], options: { force?: boolean }) =>
      run((context) =>
        withHub(context, 'write', async (hub) => {
          const rows = names.length === 0 ? hub.reader.sources() : names.map((name) => hub.source(name));
          if (rows.length === 0) throw new HubError('not-found', 'There is no source yet. Add one: `index FOLDER|GIT-URL`.');
          return refreshAndReport(context, (bar) =>
            hub.refresh(rows, { force: options.force ?? false, signal: context.signal, onProgress: bar.onProgress }),
          );
        }),
      )(),
    );

  program
    .command('remove')
    .description('remove a source and everything that came from it')
    .argument('<name>')
    .action((name: string) =>
      run((context) =>
        withHub(context, 'write', async (hub) => {
          const row = hub.source(name);
          await hub.remove(name);
          if (context.json) context.printJson({ removed: row.specification });
          else
            context.print(
              `Removed ${row.specification.name}. Bring it back with: index ${shellWord(row.specification.location)} --name ${row.specification.name}`,
            );
          return exitCodes.done;
        }),
      )(),
    );

  program
    .command('sources')
    .description('list the sources with their state')
    .option('--left-out', 'every file that is not indexed, with its reason')
    .action((options: { leftOut?: boolean }) =>
      run((context) =>
        withHub(context, 'read', async (hub) => {
          const rows = await hub.describeSources();
          const leftOut = (name: string): LeftOut[] =>
            hub.reader
              .unindexed(hub.source(name).id)
              .map(({ path, outcome, reason, detail }) => ({ path, outcome, reason, detail }));
          if (context.json)
            context.printJson(options.leftOut ? rows.map((row) => ({ ...row, leftOut: leftOut(row.name) })) : rows);
          else if (rows.length === 0)
            context.print('There is no source yet. Add one: `index FOLDER|GIT-URL` or `index --preset pipecat`.');
          else {
            context.print(
              table([
                ['source', 'kind', 'state', 'commit', 'files', 'skipped', 'failed', ...contentTypes, 'checked', 'location'],
                ...rows.map((row) => [
                  row.name,
                  row.kind,
                  row.state,
                  row.commit?.slice(0, 8) ?? '–',
                  row.files,
                  row.skipped,
                  row.failed,
                  ...contentTypes.map((type) => row.chunks[type]),
                  row.lastCheckedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
                  row.location,
                ]),
              ]),
            );
            for (const row of rows)
              if (row.lastError ?? row.notice)
                context.print(`${paint('yellow', row.name)}: ${plain((row.lastError ?? row.notice)!)}`);
            if (options.leftOut)
              for (const row of rows)
                for (const { path, reason, detail } of leftOut(row.name))
                  context.print(plainLine(`${row.name}:${path}  ${reason}${detail === null ? '' : `: ${detail}`}`));
          }
          return exitCodes.done;
        }),
      )(),
    );
}
