import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import type { LatentFigures } from '../../contract/latent.ts';
import { spaceName } from '../../core/vectors.ts';
import type { Config } from '../../config.ts';
import type { Logger } from '../../core/logger.ts';
import { Hub } from '../hub.ts';
import { workerFile } from '../runtime/worker-file.ts';

/** Points that are measured where nothing else is asked for, of the large map that is made up, and the share that a refresh brings. */
const samplePoints = 16_000;
const manyPoints = 100_000;
const refreshedShare = 0.05;

/** What the thread that makes maps has (see map-run.ts): a third of its young generation. Unit: MB. */
const youngGeneration = '--max-semi-space-size=5';

export interface LayoutTask {
  /** stock: umap-js as it is, on the same vectors; refresh: of all points, after a map of most of them. */
  way: 'ours' | 'stock' | 'refresh';
  database: string;
  spaceName: string | null;
  /** Fewer than there are: the first ones, a fair sample. More: chunks with a little noise added to their vectors. Null: all. */
  points: number | null;
  /** The share of them that is not there yet. */
  leftOut: number;
  /** Where maps are kept. */
  folder: string;
}

export interface LayoutMeasures {
  way: LayoutTask['way'];
  points: number;
  seconds: Partial<LatentFigures['seconds']> & { total: number };
  /** User and system, of all its threads, for this map. */
  cpuSeconds: number;
  /** Resident before anything was loaded: Node with its modules. */
  startBytes: number;
  /** The most that was resident, in a process that did this and nothing else. */
  peakBytes: number;
  /** k = 15, sampled, over all points. */
  trustworthiness: number;
  method: string;
  communities: number[];
  /** Share of the map's width, of points that were there before. */
  medianMove: number | null;
}

export interface LayoutBenchOptions {
  /** Sizes of maps; more points than there are chunks are made up from them. Null: those of docs/benchmarks.md. */
  points: readonly number[] | null;
  /** Measures umap-js as it is beside each of them. */
  againstStock: boolean;
  config: Config;
  logger: Logger;
  signal: AbortSignal;
}

/** The map, and a refresh of it, and umap-js as it is on the same vectors: each in a process of its own, one after the other. */
export async function benchLayout({ points, againstStock, config, logger, signal }: LayoutBenchOptions): Promise<{
  rows: LayoutMeasures[];
}> {
  const { database, space } = await placeOf(config, logger);
  const folder = await mkdtemp(join(tmpdir(), 'hub-bench-map-'));
  const measure = (way: LayoutTask['way'], count: number, leftOut = 0): Promise<LayoutMeasures> => {
    logger.info('Measuring a map', { way, points: count, leftOut });
    return measured({ way, database, spaceName: space, points: count, leftOut, folder: join(folder, `${way} ${count}`) }, signal);
  };
  try {
    const rows: LayoutMeasures[] = [];
    for (const count of points ?? [samplePoints, manyPoints]) {
      rows.push(await measure('ours', count));
      if (count < manyPoints) {
        // The map that is refreshed was made by a process that is gone.
        await measure('refresh', count, refreshedShare);
        rows.push(await measure('refresh', count));
      }
      if (againstStock) rows.push(await measure('stock', count));
    }
    return { rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function placeOf(config: Config, logger: Logger): Promise<{ database: string; space: string | null }> {
  await using hub = Hub.open({ config, logger, access: 'read' });
  const space = await hub.modelSpace();
  return { database: hub.directory.database, space: space && spaceName(space) };
}

/** One task in a process of its own, so that its memory is its own. */
function measured(task: LayoutTask, signal: AbortSignal): Promise<LayoutMeasures> {
  return new Promise((resolve, reject) => {
    const child = fork(workerFile('bench-layout-child', import.meta.url), [], { signal, execArgv: [youngGeneration] });
    let answer: { figures: LayoutMeasures } | { error: string } | null = null;
    child.on('message', (message) => {
      answer = message as typeof answer;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (signal.aborted) reject(new HubError('cancelled', 'Cancelled.'));
      else if (answer === null)
        reject(new HubError('internal', `The process that measures ended with code ${code} and no figures.`));
      else if ('error' in answer) reject(new HubError('internal', answer.error));
      else resolve(answer.figures);
    });
    child.send(task);
  });
}
