import { Argument, Option, type Command } from 'commander';
import { searchModes, type SearchMode } from '../contract/search.ts';
import {
  benchmarkNames,
  embedMemoryTexts,
  runBenchmark,
  sessionMegabytes,
  type BenchmarkName,
} from '../services/bench/benchmarks.ts';
import { readCases } from '../services/evaluation/cases.ts';
import { evaluate } from '../services/evaluation/evaluate.ts';
import { exportCases } from '../services/evaluation/export-cases.ts';
import { openDataDirectory } from '../services/runtime/data-directory.ts';
import { UserData } from '../store/user-data/user-data.ts';
import { exitCodes, wholeNumber, withHub } from './context.ts';
import { specificationsOf, type Run } from './index-commands.ts';
import { progressBar } from './progress-bar.ts';
import { paint, plain, table } from './text.ts';

interface BenchFlags {
  preset?: string;
  cases?: string;
  texts: string;
  megabytes: string;
  transcript?: string;
  points?: string;
  againstStock?: boolean;
}

/** Fewer points are no map that could be measured. */
const leastMapPoints = 100;

export function addMeasureCommands(program: Command, run: Run): void {
  program
    .command('evaluate')
    .description('score the ranking on cases with known answers')
    .argument('<cases>', 'JSON file')
    .addOption(new Option('--mode <mode>', 'how to rank').choices([...searchModes]).default('hybrid'))
    .option('--depth <n>', 'hits that are scored', '10')
    .action((path: string, options: { mode: SearchMode; depth: string }) =>
      run(async (context) => {
        const cases = await readCases(path);
        return withHub(context, 'read', async (hub) => {
          const report = await evaluate(cases, {
            mode: options.mode,
            depth: wholeNumber(options.depth, '--depth'),
            search: (request, signal) => hub.search(request, signal),
            signal: context.signal,
          });
          if (context.json) context.printJson(report);
          else {
            const { overall, kinds, unanswerable, latencyMs } = report;
            const row = (name: string, item: typeof overall): (string | number)[] => [
              name,
              item.cases,
              item.ndcg10.toFixed(3),
              item.recall5.toFixed(3),
              item.mrr10.toFixed(3),
              item.success1.toFixed(3),
              item.strictSymbolNdcg10.toFixed(3),
            ];
            if (report.settings.fallback) context.print(paint('yellow', report.settings.fallback));
            context.print(
              table([
                ['kind', 'cases', 'ndcg@10', 'recall@5', 'mrr@10', 'success@1', 'symbol ndcg@10'],
                ...Object.entries(kinds).map(([name, item]) => row(name, item)),
                row('all', overall),
              ]),
            );
            context.print(
              `unanswerable: ${unanswerable.declaredLow} of ${unanswerable.cases} declared low, ${unanswerable.falseAlarms} false alarms`,
            );
            context.print(`latency: p50 ${latencyMs.p50.toFixed(1)} ms, p95 ${latencyMs.p95.toFixed(1)} ms`);
          }
          return exitCodes.done;
        });
      })(),
    );

  program
    .command('cases')
    .description('the evaluation cases that were saved; with --json in the form that `evaluate` reads')
    .action(() =>
      run(async (context) => {
        using userData = UserData.open(openDataDirectory(context.config.dataDirectory).userDatabase, context.logger);
        const saved = userData.cases((cases) => cases.list());
        if (context.json) context.printJson(exportCases(saved));
        else if (saved.length === 0) context.print('No case is saved. Save one from a search in the app.');
        else
          for (const item of exportCases(saved)) {
            context.print(`${paint('bold', item.id)}  ${plain(item.query)}`);
            for (const target of item.relevant)
              context.print(paint('cyan', `   ${plain(`${target.corpus}:${target.path}`)}  ${plain(target.symbol ?? '')}`));
            if (item.why !== '') context.print(paint('dim', `   ${plain(item.why)}`));
          }
        return exitCodes.done;
      })(),
    );

  program
    .command('bench')
    .description('measure on a data directory; JSON on stdout')
    .addArgument(new Argument('<name>').choices([...benchmarkNames]))
    .argument('[sources...]', 'what `index` indexes, into a directory of its own')
    .option('--preset <name>', 'what `index` indexes')
    .option('--cases <file>', 'cases whose queries `search` asks')
    .option('--texts <n>', 'how many texts `embed-memory` embeds', String(embedMemoryTexts))
    .option('--megabytes <sizes>', 'transcripts that `sessions` reads', sessionMegabytes)
    .option('--transcript <file>', 'a transcript that `sessions` reads instead of made-up ones')
    .option('--points <counts>', 'sizes of the maps that `layout` makes, such as 4000,16000')
    .option('--against-stock', 'measures umap-js as it is beside each map of `layout`')
    .action((name: BenchmarkName, sources: string[], options: BenchFlags) =>
      run(async (context) => {
        const { config, logger, signal } = context;
        const wanted = name === 'index' && (sources.length > 0 || options.preset !== undefined);
        const specifications = wanted ? await specificationsOf(sources, { preset: options.preset }, config.dataDirectory) : [];
        const bar = progressBar();
        const figures = await runBenchmark({
          name,
          specifications,
          casesPath: options.cases,
          texts: wholeNumber(options.texts, '--texts'),
          megabytes: options.megabytes.split(',').map((size) => wholeNumber(size, '--megabytes')),
          transcript: options.transcript,
          points: options.points?.split(',').map((count) => wholeNumber(count, '--points', leastMapPoints)),
          againstStock: options.againstStock,
          config,
          logger,
          signal,
          onProgress: bar.onProgress,
        });
        bar.end();
        context.printJson(figures);
        return exitCodes.done;
      })(),
    );
}
