import { basename, dirname } from 'node:path';
import { silentLogger } from '../../core/logger.ts';
import { createEmbedder } from '../embedding/embedding-pool.ts';
import { naiveBatchSize, type EmbedFigures, type EmbedTask } from './bench-embed.ts';

/** Child process of `benchEmbed`: one way to embed, measured alone, so that its memory is its own. */

type Embed = (texts: readonly string[]) => Promise<void>;

async function ourPool(task: EmbedTask): Promise<{ embed: Embed; close: () => Promise<void> }> {
  const { modelDirectory, space, workers } = task;
  const embedder = await createEmbedder({
    modelDirectory,
    space,
    logger: silentLogger,
    ...(workers === undefined ? {} : { workers }),
  });
  return {
    async embed(texts) {
      await embedder.embedPassages(texts.map((text) => [text]));
    },
    close: async () => embedder[Symbol.asyncDispose](),
  };
}

/** What most programs do: the library's pipeline, batches in the order of the texts, its own choice of threads. */
async function naiveLoop({ modelDirectory }: EmbedTask): Promise<{ embed: Embed; close: () => Promise<void> }> {
  const { env, pipeline } = await import('@xenova/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = dirname(modelDirectory);
  const extract = await pipeline('feature-extraction', basename(modelDirectory), { dtype: 'q8', local_files_only: true });
  return {
    async embed(texts) {
      for (let start = 0; start < texts.length; start += naiveBatchSize) {
        await extract(texts.slice(start, start + naiveBatchSize), { pooling: 'mean', normalize: true });
      }
    },
    close: async () => extract.dispose(),
  };
}

async function measure(task: EmbedTask): Promise<EmbedFigures> {
  const { texts, way } = task;
  const { embed, close } = await (way === 'pool' ? ourPool(task) : naiveLoop(task));
  // The first texts pay for what is allocated once, and start the second thread.
  await embed(texts.slice(0, naiveBatchSize));
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await embed(texts);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const peakResidentBytes = process.resourceUsage().maxRSS * 1024;
  await close();
  return {
    texts: texts.length,
    seconds,
    textsPerSecond: texts.length / seconds,
    cpuSeconds: (user + system) / 1e6,
    peakResidentBytes,
  };
}

process.once('message', (task: EmbedTask) => {
  measure(task).then(
    (figures) => process.send!({ figures }, () => process.disconnect()),
    (error: unknown) => process.send!({ error: String(error) }, () => process.disconnect()),
  );
});
