import { throwIfCancelled } from '../../core/abort.ts';
import type { Logger } from '../../core/logger.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import { createEmbedder } from '../embedding/embedding-pool.ts';

export interface EmbedMemoryFigures {
  texts: number;
  /** Texts of the corpus; above that they are asked for again. */
  distinctTexts: number;
  seconds: number;
  textsPerSecond: number;
  /** Of the whole process after each tenth of the texts, the first one included. Unit: bytes. */
  residentBytes: number[];
  peakResidentBytes: number;
  /** From the end of the first tenth, when all is allocated that is allocated once, to the end. */
  grownBytes: number;
  grownBytesPerText: number;
}

/** Texts under way at once, as in indexing. */
const groupSize = 64;
const samples = 10;

/** Embeds `count` texts, the given ones in turn, and says what became of the process's memory meanwhile. */
export async function benchEmbedMemory(
  texts: readonly string[],
  count: number,
  options: {
    modelDirectory: string;
    space: EmbeddingSpace;
    workers?: number | undefined;
    logger: Logger;
    signal: AbortSignal;
    onProgress: (done: number) => void;
  },
): Promise<EmbedMemoryFigures> {
  const { modelDirectory, space, workers, logger, signal } = options;
  await using embedder = await createEmbedder({ modelDirectory, space, logger, ...(workers === undefined ? {} : { workers }) });
  const residentBytes: number[] = [];
  const started = performance.now();
  for (let done = 0; done < count;) {
    throwIfCancelled(signal);
    const group = Array.from({ length: Math.min(groupSize, count - done) }, (_, index) => [
      texts[(done + index) % texts.length]!,
    ]);
    await embedder.embedPassages(group, signal);
    done += group.length;
    while (residentBytes.length < Math.floor((done / count) * samples)) residentBytes.push(process.memoryUsage.rss());
    options.onProgress(done);
  }
  const seconds = (performance.now() - started) / 1000;
  const grownBytes = residentBytes.at(-1)! - residentBytes[0]!;
  return {
    texts: count,
    distinctTexts: Math.min(count, texts.length),
    seconds,
    textsPerSecond: count / seconds,
    residentBytes,
    peakResidentBytes: process.resourceUsage().maxRSS * 1024,
    grownBytes,
    grownBytesPerText: grownBytes / (count * (1 - 1 / samples)),
  };
}
