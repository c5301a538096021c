import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { hubContract } from '../../contract/hub-contract.ts';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { Logger } from '../../core/logger.ts';
import { percentile } from '../../core/ranking/metrics.ts';
import { memoryPair } from '../../rpc/adapters/memory.ts';
import { connect } from '../../rpc/client.ts';
import { serve } from '../../rpc/server.ts';
import { Hub } from '../hub.ts';
import { openHubService } from '../hub-service.ts';
import { queriesOf, type Latency } from './bench-search.ts';

/** Searches before the memory is read. */
const idleSearches = 600;
/** Between two searches, as somebody types. Unit: milliseconds. */
const pauseMs = 20;
/** The reindex is cancelled after this. Unit: milliseconds. */
const loadMs = 60_000;
/** Once a job has ended and threads were let go. Unit: milliseconds. */
const settleMs = 5_000;

interface Phase extends Latency {
  /** Longest time that the event loop which answers did not turn, and the 99th percentile. */
  loopDelayMaxMs: number;
  loopDelayP99Ms: number;
}

export interface ServiceFigures {
  openMs: number;
  firstSearchMs: number;
  sourcesListFirstMs: number;
  sourcesListMs: number;
  idle: Phase;
  residentAfterSearchesBytes: number;
  whileReindexing: Phase & { progress: string };
  cancelMs: number;
  residentAfterJobBytes: number;
}

/** The whole service as a client meets it: searching at rest, and while all sources are read anew. */
export async function benchService(parts: { config: Config; logger: Logger; signal: AbortSignal }): Promise<ServiceFigures> {
  const { config, logger, signal } = parts;
  const queries = await (async () => {
    await using hub = Hub.open({ config, logger, access: 'read' });
    return queriesOf(hub);
  })();
  if (queries.length === 0) throw new HubError('not-found', 'There is nothing indexed here to search. Index something first.');
  const started = performance.now();
  await using service = await openHubService({ config, logger, host: 'browser', version: 'bench' });
  const [near, far] = memoryPair();
  using _served = serve(hubContract, service.handlers, far, { logger });
  using client = connect(hubContract, near);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    throwIfCancelled(signal);
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const search = (index: number) =>
    timed(() => client.call('search.run', { query: queries[index % queries.length]!, limit: 20 }));

  const sourcesListFirstMs = await timed(() => client.call('sources.list', {}));
  const openMs = performance.now() - started;
  const firstSearchMs = await search(0);
  const sourcesListMs = await timed(() => client.call('sources.list', {}));
  let count = 0;
  const idle = await measure(
    () => count < idleSearches,
    () => search((count += 1)),
  );
  const residentAfterSearchesBytes = process.memoryUsage.rss();

  for await (const { writer } of client.stream('hub.state', {})) if (writer.state === 'ready') break;
  const { jobId } = await client.call('sources.refresh', { names: [], force: true });
  let progress = '';
  let ended = false;
  const following = (async () => {
    for await (const { jobs } of client.stream('hub.state', {})) {
      const job = jobs.find((each) => each.id === jobId);
      const last = job?.progress.at(-1);
      progress = last ? `${last.source ?? 'all'} ${last.phase} ${last.done} of ${last.total ?? '?'}` : '';
      ended = job?.endedAt != null;
      if (ended) return;
    }
  })();
  const until = performance.now() + loadMs;
  const loaded = await measure(
    () => !ended && performance.now() < until,
    async () => {
      await delay(pauseMs);
      return search((count += 1));
    },
  );
  const reached = progress;
  const cancelMs = await timed(async () => {
    await client.call('jobs.cancel', { jobId });
    await following;
  });
  await delay(settleMs);
  return {
    openMs,
    firstSearchMs,
    sourcesListFirstMs,
    sourcesListMs,
    idle,
    residentAfterSearchesBytes,
    whileReindexing: { ...loaded, progress: reached },
    cancelMs,
    residentAfterJobBytes: process.memoryUsage.rss(),
  };
}

async function measure(more: () => boolean, one: () => Promise<number>): Promise<Phase> {
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const times: number[] = [];
  while (more()) times.push(await one());
  loop.disable();
  return {
    queries: times.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    loopDelayMaxMs: loop.max / 1e6,
    loopDelayP99Ms: loop.percentile(99) / 1e6,
  };
}
