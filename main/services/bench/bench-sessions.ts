import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Reads made-up sessions of these sizes, each in a process of its own: making one takes memory too. */
export async function benchSessions(sizes: readonly number[], signal: AbortSignal): Promise<SessionFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'context-hub-bench-'));
  const figures: SessionFigures[] = [];
  try {
    for (const size of sizes) {
      throwIfCancelled(signal);
      const path = join(folder, `session-${size}.jsonl`);
      writeSessionRecords(path, size * 1e6);
      figures.push(...(await benchInOwnProcess<SessionFigures[]>(['sessions', '--transcript', path], signal)));
      await rm(path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}

/** Reads a transcript in the reading thread, as the window does, and keeps it in a database that is thrown away. */
export async function benchTranscript(
  path: string,
  options: { logLevel: LogLevel; signal: AbortSignal },
): Promise<SessionFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'context-hub-bench-'));
  try {
    return [await measure(path, folder, options)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  path: string,
  folder: string,
  { logLevel, signal }: { logLevel: LogLevel; signal: AbortSignal },
): Promise<SessionFigures> {
  await using analyzer = new SessionAnalyzer({ database: join(folder, 'sessions.sqlite'), logLevel: () => logLevel });
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
  let calls = 0;
  try {
    const { files } = await analyzer.analyze([path], null, null, signal, ({ phase }) => {
      if (readAt === 0 && (phase === 'analyzing' || phase === 'storing' || phase === 'done')) readAt = performance.now();
    });
    calls = files.reduce((sum, file) => sum + file.toolCalls, 0);
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
