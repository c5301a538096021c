import { Option, type Command } from 'commander';
import { HubError } from '../contract/errors.ts';
import { latentSettingsSchema } from '../contract/latent-points.ts';
import { spaceName } from '../core/vectors.ts';
import { workOnMap } from '../services/latent/map-work.ts';
import { locateModel } from '../services/model/locate-model.ts';
import { openDataDirectory } from '../services/runtime/data-directory.ts';
import { resourcesDirectory } from '../services/runtime/resources.ts';
import { exitCodes } from './context.ts';
import type { Run } from './index-commands.ts';

interface LayoutFlags {
  neighbours: string;
  dimensions: '2' | '3';
  seed: string;
  fresh?: boolean;
}

export function addLayoutCommand(program: Command, run: Run): void {
  program
    .command('layout')
    .description('lay all chunks out on the map (UMAP) and say how long it took and how true it is')
    .option('--neighbours <k>', 'of each chunk, 5 to 50; 15 keeps detail, 30 the broad view', '15')
    .addOption(new Option('--dimensions <n>', 'a flat map or one with depth').choices(['2', '3']).default('3'))
    .option('--seed <n>', 'the same number gives the same map', '42')
    .option('--fresh', 'do not start from the map that is there')
    .action((flags: LayoutFlags) =>
      run(async (context) => {
        const parsed = latentSettingsSchema.safeParse({
          dimensions: Number(flags.dimensions),
          neighbours: Number(flags.neighbours),
          seed: Number(flags.seed),
        });
        if (!parsed.success)
          throw new HubError(
            'usage',
            `--neighbours takes a whole number from 5 to 50, --seed one from 0 to 4294967295, not “${parsed.error.issues[0]!.path[0] === 'seed' ? flags.seed : flags.neighbours}”.`,
          );
        const settings = parsed.data;
        const directory = openDataDirectory(context.config.dataDirectory);
        const { found } = await locateModel({
          setting: context.config.model,
          dataDirectory: directory.root,
          resourcesDirectory,
        });
        // In this thread: nobody else waits for it, and another one would hold everything that is loaded a second time.
        const { layoutId, figures, measured } = await workOnMap(
          {
            database: directory.database,
            dataDirectory: directory.root,
            spaceName: found && spaceName(found.space),
            settings,
            fresh: flags.fresh ?? false,
            background: false,
            measure: true,
            logLevel: context.config.logLevel,
          },
          { signal: context.signal, onMessage: () => {} },
        );
        const { points, clusters, seconds, ...rest } = figures;
        const { trustworthiness = 0, peakBytes = 0 } = measured ?? {};
        if (context.json)
          context.printJson({
            points,
            seconds,
            peakBytes,
            trustworthiness,
            communities: clusters,
            layoutId,
            settings,
            ...rest,
          });
        else {
          const shown = (value: number): string => value.toFixed(1);
          context.print(
            `${points} points in ${shown(seconds.total)} s: loaded ${shown(seconds.load)}, neighbours ${shown(seconds.knn)}, graph ${shown(seconds.graph)}, optimised ${shown(seconds.optimise)}, read ${shown(seconds.read)}`,
          );
          context.print(`trustworthiness ${trustworthiness.toFixed(3)}, mean trust of a point ${rest.meanTrust.toFixed(3)}`);
          context.print(`${clusters.join(', ')} clusters on three levels; peak ${Math.round(peakBytes / 1e6)} MB`);
        }
        return exitCodes.done;
      })(),
    );
}
