import type { LatentFigures, LatentPhase } from '../../contract/latent.ts';
import { HubError } from '../../contract/errors.ts';
import type { LatentMap } from '../../core/latent/latent-map.ts';
import { layOut, type LayOutOptions } from './lay-out.ts';
import { MapClock } from './map-clock.ts';
import type { MapNamer } from './map-namer.ts';
import { readMap } from './read-map.ts';

export interface MakeMapOptions extends Omit<LayOutOptions, 'namer'> {
  signal: AbortSignal;
  /** Called first of all. */
  openNamer: () => MapNamer;
}

/** Makes the map of an index and stores it. Throws `not-found` where nothing has a vector, and `cancelled`. */
export async function makeMap({ signal, openNamer, onProgress: tell, ...options }: MakeMapOptions): Promise<LatentMap> {
  const clock = new MapClock();
  const onProgress = (phase: LatentPhase, done: number, total: number): void => {
    if (signal.aborted) throw new HubError('cancelled', 'Making the map was cancelled; the map before is still there.');
    tell(phase, done, total);
  };
  await using namer = openNamer();
  const laidOut = await layOut({ ...options, namer, onProgress }, clock);
  const { points, vectorKeys, vectorsId, layoutId, table, places, before, isAgain } = laidOut;

  onProgress('read', 0, 2);
  const levels = await laidOut.levels;
  onProgress('read', 1, 2);
  const read = readMap({ points, places, table, levels, before });
  onProgress('read', 2, 2);
  clock.end('read');
  const figures: LatentFigures = {
    points: points.count,
    clusters: read.reading.clusters.map((column) => column.reduce((most, cluster) => Math.max(most, cluster + 1), 0)),
    ...laidOut.figures,
    seconds: clock.seconds(),
    meanTrust: read.reading.trust.reduce((sum, trust) => sum + trust, 0) / points.count,
  };
  const made = {
    layoutId,
    vectorsId,
    settings: options.settings,
    madeAt: new Date().toISOString(),
    points,
    vectorKeys,
    places,
    neighbours: table,
    ...(isAgain && before
      ? {
          ...read,
          reading: { ...read.reading, drift: before.map.reading.drift, overlap: before.map.reading.overlap },
          drift: before.map.drift,
        }
      : read),
    figures,
  };
  await options.files.write(made);
  await namer.kept();
  return made;
}
