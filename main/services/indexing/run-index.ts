import type { HubError } from '../../contract/errors.ts';
import type { Embedder } from '../../core/embedding.ts';
import { splitDump } from '../../core/chunking/documents/split-dump.ts';
import type { IndexProgress, IndexReport, SourceReport } from '../../core/index-events.ts';
import type { Logger } from '../../core/logger.ts';
import type { CorpusReader, SourceRow } from '../../store/corpus-reader.ts';
import type { CorpusWriter } from '../../store/corpus-writer.ts';
import type { Connection } from '../../store/database.ts';
import { textsWithoutVector, type EmbeddingStore } from '../../store/embedding-store.ts';
import { GraphStore } from '../../store/graph-store.ts';
import { loadTokenCounter } from './token-counter.ts';
import { openSource } from '../sources/open-source.ts';
import { ChunkPool, type ChunkPreparer } from './chunk-pool.ts';
import { embedPending } from './embed-pending.ts';
import { refreshSource } from './refresh-source.ts';
import { resolveGraph } from './resolve-graph.ts';

export interface IndexContext {
  connection: Connection;
  reader: CorpusReader;
  writer: CorpusWriter;
  dataDirectory: string;
  threads: number;
  logger: Logger;
  /** Finding the model is cheap; its threads start only when a text waits for it. */
  openModel: () => Promise<{ embeddings: EmbeddingStore; openEmbedder: () => Promise<Embedder> } | { missing: HubError }>;
  /** Tells the vector store what changed. */
  syncVectors: () => Promise<void>;
  /** Default: as many threads as `threads` says. */
  createChunkPool?: () => ChunkPreparer;
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Awaited between two pieces of work, so that others get on. */
  giveWay?: (() => Promise<void>) | undefined;
  onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/**
 * Refreshes sources one after the other (so that their threads do not compete), then embeds what has no vector, then tells the
 * vector store. Keyword search sees a file as soon as it is written. Cancelling leaves a consistent index that the next run
 * continues.
 */
export async function runIndex(rows: readonly SourceRow[], context: IndexContext): Promise<IndexReport> {
  const started = performance.now();
  const onProgress = context.onProgress ?? (() => {});
  let pool: ChunkPreparer | null = null;
  const sources: SourceReport[] = [];
  try {
    for (const row of rows) {
      sources.push(
        await refreshSource(row, {
          reader: context.reader,
          writer: context.writer,
          openSource: (specification) =>
            openSource(specification, { dataDirectory: context.dataDirectory, logger: context.logger, splitDump }),
          chunkPool: () => (pool ??= context.createChunkPool?.() ?? new ChunkPool(context.threads)),
          logger: context.logger,
          now: () => new Date().toISOString(),
          onProgress,
          signal: context.signal,
          giveWay: context.giveWay,
          force: context.force ?? false,
        }),
      );
    }
  } finally {
    // Ended before the embedding threads start, so that the two never hold memory at once.
    await (pool as ChunkPreparer | null)?.[Symbol.asyncDispose]();
  }
  await resolveGraph(new GraphStore(context.connection), context.logger, context.signal);
  const { embedded, pending, seconds } = await embedAndSync(context, onProgress);
  for (const report of sources) {
    if (pending > 0 && report.outcome !== 'failed' && context.reader.source(report.name)!.state !== 'failed') {
      report.outcome = 'partial';
      report.notice ??= `${pending} texts have no vector yet; keyword search works.`;
    }
    if (embedded > 0 && sources.length === 1) report.seconds.embed = seconds;
  }
  return { sources, embedded, pending, embedSeconds: seconds, seconds: (performance.now() - started) / 1000 };
}

async function embedAndSync(
  context: IndexContext,
  onProgress: (progress: IndexProgress) => void,
): Promise<{ embedded: number; pending: number; seconds: number }> {
  const model = await context.openModel();
  if ('missing' in model) {
    const pending = textsWithoutVector(context.connection);
    if (pending > 0) context.logger.warn(model.missing.message);
    return { embedded: 0, pending, seconds: 0 };
  }
  const { embeddings } = model;
  const counts = { embedded: 0, seconds: 0 };
  if (embeddings.pendingCount() > 0) {
    const embedder = await model.openEmbedder();
    Object.assign(
      counts,
      await embedPending({
        embeddings,
        embedder,
        counter: loadTokenCounter(),
        onProgress,
        signal: context.signal,
        giveWay: context.giveWay,
      }),
    );
  }
  const pending = embeddings.pendingCount();
  if (pending === 0) embeddings.pruneSpaces();
  // What was removed a moment ago may come back.
  const keepUntil = context.reader.meta('keepVectorsUntil');
  if (pending === 0 && (keepUntil === null || Date.parse(keepUntil) <= Date.now())) embeddings.prune();
  if (embeddings.journal(1).length > 0) await context.syncVectors();
  return { ...counts, pending };
}
