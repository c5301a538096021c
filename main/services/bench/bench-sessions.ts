import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { LogLevel } from '../../core/logger.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { SessionAnalyzer } from '../sessions/session-analyzer.ts';
import { benchInOwnProcess } from './own-process.ts';
import { writeSessionRecords } from './session-records.ts';

export interface SessionFigures {
  megabytes: number;
  calls: number;
  /** From the start of the thread until the last byte was read. */
  readSeconds: number;
  /** Until all was judged and kept. */
  seconds: number;
  /** Processor time of all threads. */
  processorSeconds: number;
  /** Of the whole process. Unit: bytes. */
  residentBefore: number;
  peakResidentReading: number;
  peakResident: number;
  /** Longest time that the thread which answers was not heard of. */
  longestPauseMs: number;
  /** From the wish to stop to the end of the thread, in the middle of reading. */
  cancelMs: number;
}

const sampleMs = 20;

/**
 * Reads made-up sessions of these sizes in the reading thread, as the window does, and keeps them in a database that is thrown away; of
 * several sizes each in a process of its own.
 */
export async function benchSessions(
  sizes: readonly number[],
  options: { logLevel: LogLevel; signal: AbortSignal },
): Promise<SessionFigures[]> {
  if (sizes.length > 1) {
    const figures: SessionFigures[] = [];
    for (const size of sizes)
      figures.push(...(await benchInOwnProcess<SessionFigures[]>(['sessions', '--megabytes', String(size)], options.signal)));
    return figures;
  }
  // Making the files must not leave a large nursery behind, which would count as memory of the reading.
  setFlagsFromString('--semi-space-growth-factor=1');
  const folder = await mkdtemp(join(tmpdir(), 'context-hub-bench-'));
  const figures: SessionFigures[] = [];
  try {
    for (const size of sizes) {
      throwIfCancelled(options.signal);
      figures.push(await measure(join(folder, `session-${size}.jsonl`), size, folder, options));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}

async function measure(
  path: string,
  size: number,
  folder: string,
  { logLevel, signal }: { logLevel: LogLevel; signal: AbortSignal },
): Promise<SessionFigures> {
  const calls = writeSessionRecords(path, size * 1e6);
  await using analyzer = new SessionAnalyzer({ database: join(folder, `sessions-${size}.sqlite`), logLevel: () => logLevel });
  const residentBefore = process.memoryUsage.rss();
  const processor = process.cpuUsage();
  const started = performance.now();
  let peakResident = residentBefore;
  let peakResidentReading = residentBefore;
  let readAt = 0;
  let last = started;
  let longestPauseMs = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longestPauseMs = Math.max(longestPauseMs, now - last - sampleMs);
    last = now;
    peakResident = Math.max(peakResident, process.memoryUsage.rss());
    if (readAt === 0) peakResidentReading = peakResident;
  }, sampleMs);
  try {
    await analyzer.analyze([path], null, null, signal, ({ phase }) => {
      if (readAt === 0 && (phase === 'analyzing' || phase === 'storing' || phase === 'done')) readAt = performance.now();
    });
  } finally {
    clearInterval(timer);
  }
  const ended = performance.now();
  const { user, system } = process.cpuUsage(processor);
  return {
    megabytes: (await stat(path)).size / 1e6,
    calls,
    readSeconds: (readAt - started) / 1000,
    seconds: (ended - started) / 1000,
    processorSeconds: (user + system) / 1e6,
    residentBefore,
    peakResidentReading,
    peakResident,
    longestPauseMs,
    cancelMs: await cancelled(analyzer, path),
  };
}

/** How long a cancel takes that comes when the first bytes have been read. */
async function cancelled(analyzer: SessionAnalyzer, path: string): Promise<number> {
  const abort = new AbortController();
  let wishedAt = 0;
  await analyzer
    .analyze([path], null, null, abort.signal, ({ bytesDone }) => {
      if (bytesDone === 0 || wishedAt !== 0) return;
      wishedAt = performance.now();
      abort.abort();
    })
    .catch(() => null);
  return performance.now() - wishedAt;
}
