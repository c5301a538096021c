import type { Config } from '../../config.ts';
import { HubError } from '../../contract/errors.ts';
import { passagesFor } from '../../core/chunking/passages.ts';
import type { IndexProgress } from '../../core/index-events.ts';
import type { Logger } from '../../core/logger.ts';
import type { SourceSpecification } from '../../core/source.ts';
import { readCases } from '../evaluation/cases.ts';
import { Hub } from '../hub.ts';
import { loadTokenCounter } from '../indexing/token-counter.ts';
import type { ModelFound } from '../model/ensure-model.ts';
import { ProgressMeter } from '../indexing/progress-meter.ts';
import { benchEmbed } from './bench-embed.ts';
import { benchEmbedMemory } from './bench-embed-memory.ts';
import { benchIndex, benchRefresh } from './bench-index.ts';
import { benchLayout } from './bench-layout.ts';
import { benchSearch } from './bench-search.ts';
import { benchService } from './bench-service.ts';
import { benchSessions, benchTranscript } from './bench-sessions.ts';
import { benchVectors } from './bench-vectors.ts';

export const benchmarkNames = [
  'index',
  'refresh',
  'search',
  'embed',
  'embed-memory',
  'vectors',
  'layout',
  'service',
  'sessions',
] as const;
export type BenchmarkName = (typeof benchmarkNames)[number];

/** Texts for `embed`; enough to outweigh loading, few enough for the slow side. */
const embedTexts = 384;
/** Texts for `embed-memory` where nothing else is asked for. */
export const embedMemoryTexts = 50_000;
/** Transcripts that `sessions` reads where nothing else is asked for. Unit: megabytes. */
export const sessionMegabytes = '100,600';
const vectorSizes = [16_000, 100_000];

export interface BenchmarkRequest {
  name: BenchmarkName;
  /** `index`: what to index. */
  specifications: readonly SourceSpecification[];
  /** `search`: a file of evaluation cases whose queries are asked. */
  casesPath: string | undefined;
  /** `embed-memory`: how many texts. */
  texts?: number | undefined;
  /** `sessions`: sizes of transcripts in megabytes. */
  megabytes?: readonly number[] | undefined;
  /** `sessions`: a transcript that is there, instead of made-up ones. */
  transcript?: string | undefined;
  /** `layout`: sizes of maps, and whether umap-js as it is is measured beside them. */
  points?: readonly number[] | undefined;
  againstStock?: boolean | undefined;
  config: Config;
  logger: Logger;
  signal: AbortSignal;
  onProgress: (progress: IndexProgress) => void;
}

/** Runs one benchmark and returns its figures with what they were measured on. */
export async function runBenchmark(request: BenchmarkRequest): Promise<Record<string, unknown>> {
  const { name, config, logger, signal } = request;
  const figures = await measure(request);
  return {
    benchmark: name,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    threads: config.workers ?? null,
    figures,
  };

  async function measure({ specifications, casesPath, onProgress }: BenchmarkRequest): Promise<unknown> {
    switch (name) {
      case 'index':
        if (specifications.length === 0) throw new HubError('usage', 'Say what to index: `bench index FOLDER|GIT-URL…`.');
        return benchIndex(specifications, { config, logger, signal, onProgress });
      case 'refresh':
        return benchRefresh({ config, logger, signal });
      case 'search': {
        await using hub = Hub.open({ config, logger, access: 'read' });
        return await benchSearch(
          hub,
          casesPath === undefined ? [] : (await readCases(casesPath)).map((item) => item.query),
          signal,
        );
      }
      case 'embed': {
        await using hub = Hub.open({ config, logger, access: 'read' });
        const model = await hub.model();
        return await benchEmbed(sampleTexts(hub, embedTexts), {
          modelDirectory: model.path,
          space: model.space,
          signal,
          ...(config.workers === undefined ? {} : { workers: config.workers }),
        });
      }
      case 'embed-memory': {
        const count = request.texts ?? embedMemoryTexts;
        const { texts, model } = await textsAndModel(config, logger, count);
        const meter = new ProgressMeter('embed', null, 'chunks', count, onProgress);
        return await benchEmbedMemory(texts, count, {
          modelDirectory: model.path,
          space: model.space,
          workers: config.workers,
          logger,
          signal,
          onProgress: (done) => meter.reach(done),
        });
      }
      case 'sessions':
        return request.transcript === undefined
          ? benchSessions(request.megabytes ?? [100, 600], signal)
          : benchTranscript(request.transcript, { logLevel: config.logLevel, signal });
      case 'service':
        return benchService({ config, logger, signal });
      case 'layout':
        return benchLayout({
          points: request.points ?? null,
          againstStock: request.againstStock ?? false,
          config,
          logger,
          signal,
        });
      case 'vectors':
        return benchVectors(vectorSizes, {
          logger,
          signal,
          ...(config.chromaBinary === undefined ? {} : { chromaBinary: config.chromaBinary }),
        });
    }
  }
}

async function textsAndModel(config: Config, logger: Logger, count: number): Promise<{ texts: string[]; model: ModelFound }> {
  await using hub = Hub.open({ config, logger, access: 'read' });
  return { texts: sampleTexts(hub, count), model: await hub.model() };
}

/** Passages of chunks spread over the whole index, the same ones every time. */
function sampleTexts(hub: Hub, count: number): string[] {
  const counter = loadTokenCounter();
  const texts = hub.sampleChunks(count).flatMap(({ draft, path }) => passagesFor(draft, path, counter).slice(0, 1));
  if (texts.length === 0)
    throw new HubError('not-found', 'There is nothing indexed here to take texts from. Index something first.');
  return texts;
}
