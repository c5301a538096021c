import type { LatentFigures, LatentPhase } from '../../contract/latent.ts';
import { HubError } from '../../contract/errors.ts';
import type { LatentMap } from '../../core/latent/latent-map.ts';
import type { TermFile } from '../../store/latent/term-file.ts';
import { layOut, type LayOutOptions } from './lay-out.ts';
import { MapClock } from './map-clock.ts';
import { readMap } from './read-map.ts';
import { readTerms, storedTerms } from './read-terms.ts';

export interface MakeMapOptions extends LayOutOptions {
  signal: AbortSignal;
  /** Where terms are kept from map to map; left out, all texts are read. */
  termFile?: TermFile | undefined;
  /** Terms could not be kept: the map is there, and the next one reads all texts again. */
  onTermsLost?: ((error: unknown) => void) | undefined;
}

/** Makes the map of an index and stores it. Throws `not-found` where nothing has a vector, and `cancelled`. */
export async function makeMap({
  signal,
  termFile,
  onTermsLost,
  onProgress: tell,
  ...options
}: MakeMapOptions): Promise<LatentMap> {
  const clock = new MapClock();
  const onProgress = (phase: LatentPhase, done: number, total: number): void => {
    if (signal.aborted) throw new HubError('cancelled', 'Making the map was cancelled; the map before is still there.');
    tell(phase, done, total);
  };
  const laidOut = await layOut({ ...options, onProgress }, clock);
  const { points, vectorKeys, vectorsId, layoutId, table, places, graph, before, isAgain } = laidOut;
  const { settings, files, reader } = options;

  onProgress('read', 0, 0);
  const known = options.fresh ? null : ((await termFile?.read()) ?? null);
  const terms = readTerms(reader, laidOut, known, () => onProgress('read', 0, 0));
  const onPart = (done: number, total: number): void => onProgress('read', done, total);
  const clustersFrom = isAgain ? 'same' : laidOut.figures.start === 'previous' ? 'before' : 'nothing';
  const read = readMap({ points, places, table, graph, terms, seed: settings.seed, before, clustersFrom, onPart });
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
    settings,
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
  await files.write(made);
  await termFile?.write(storedTerms(terms, laidOut)).catch((error: unknown) => onTermsLost?.(error));
  return made;
}
