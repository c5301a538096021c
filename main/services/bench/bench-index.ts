import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { IndexPhase, IndexProgress, SourceReport } from '../../core/index-events.ts';
import type { Logger } from '../../core/logger.ts';
import type { SourceSpecification } from '../../core/source.ts';
import { Hub } from '../hub.ts';

export interface IndexFigures {
  seconds: number;
  /** Of all threads of this process. */
  cpuSeconds: number;
  peakResidentBytes: number;
  databaseBytes: number;
  chunks: number;
  /** Work of each phase over all sources: how much, in how many seconds, at which rate. */
  phases: Partial<Record<IndexPhase, { done: number; unit: string; seconds: number; perSecond: number }>>;
  sources: SourceReport[];
}

/** Last state of each phase and source; the sum over sources is the phase. */
class PhaseTally {
  readonly #last = new Map<string, { progress: IndexProgress; seconds: number }>();
  readonly #started = new Map<string, number>();

  take(progress: IndexProgress): void {
    const key = `${progress.phase}/${progress.source}`;
    const now = performance.now();
    if (!this.#started.has(key)) this.#started.set(key, now);
    this.#last.set(key, { progress, seconds: (now - this.#started.get(key)!) / 1000 });
  }

  result(): IndexFigures['phases'] {
    const phases: IndexFigures['phases'] = {};
    for (const { progress, seconds } of this.#last.values()) {
      const phase = (phases[progress.phase] ??= { done: 0, unit: progress.unit, seconds: 0, perSecond: 0 });
      phase.done += progress.done;
      phase.seconds += seconds;
      phase.perSecond = phase.seconds === 0 ? 0 : phase.done / phase.seconds;
    }
    return phases;
  }
}

/** Indexes the sources from nothing, in a directory of its own beside the data, which is removed afterwards. */
export async function benchIndex(
  specifications: readonly SourceSpecification[],
  options: { config: Config; logger: Logger; signal: AbortSignal; onProgress: (progress: IndexProgress) => void },
): Promise<IndexFigures> {
  const dataDirectory = await mkdtemp(join(options.config.dataDirectory, 'bench-index-'));
  const tally = new PhaseTally();
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  try {
    await using hub = Hub.open({ config: { ...options.config, dataDirectory }, logger: options.logger, access: 'write' });
    const report = await hub.index(specifications, {
      signal: options.signal,
      onProgress: (progress) => {
        tally.take(progress);
        options.onProgress(progress);
      },
    });
    const seconds = (performance.now() - started) / 1000;
    const cpu = process.cpuUsage(cpuBefore);
    return {
      seconds,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      peakResidentBytes: process.resourceUsage().maxRSS * 1024,
      databaseBytes: (await stat(hub.directory.database)).size,
      chunks: report.sources.reduce(
        (sum, source) => sum + Object.values(source.chunks).reduce((all, count) => all + count, 0),
        0,
      ),
      phases: tally.result(),
      sources: report.sources,
    };
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Refreshes everything in the data directory; meant for one in which nothing changed. */
export async function benchRefresh(options: { config: Config; logger: Logger; signal: AbortSignal }): Promise<{
  seconds: number;
  cpuSeconds: number;
  peakResidentBytes: number;
  sources: SourceReport[];
}> {
  const started = performance.now();
  await using hub = Hub.open({ config: options.config, logger: options.logger, access: 'write' });
  const report = await hub.refresh(hub.reader.sources(), { signal: options.signal });
  const cpu = process.cpuUsage();
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    peakResidentBytes: process.resourceUsage().maxRSS * 1024,
    sources: report.sources,
  };
}
