import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyzeSummary } from '../../contract/sessions.ts';

/** How often files are looked at. Unit: ms. */
const lookEveryMs = 1_500;

export interface FollowOptions {
  analyze: (paths: readonly string[], signal: AbortSignal) => AsyncIterable<{ summary: AnalyzeSummary | null }>;
  signal: AbortSignal;
  everyMs?: number;
}

/**
 * Reads transcripts that are being written: once at first, then whatever has changed, never twice at a time. Ends when the signal fires. A file
 * that is gone for the moment is waited for: it may be about to be replaced.
 */
export async function* followSessions(
  paths: readonly string[],
  { analyze, signal, everyMs = lookEveryMs }: FollowOptions,
): AsyncGenerator<{ changes: number; summary: AnalyzeSummary }> {
  const known = new Map<string, string>();
  let changes = 0;
  while (!signal.aborted) {
    const changed: string[] = [];
    for (const path of paths) {
      const state = await stateOf(path);
      if (state === null || known.get(path) === state) continue;
      // Before it is read: what is written meanwhile is a change afterwards.
      known.set(path, state);
      changed.push(path);
    }
    if (changed.length > 0) {
      for await (const { summary } of analyze(changed, signal)) if (summary !== null) yield { changes, summary };
      changes += 1;
    }
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
}

async function stateOf(path: string): Promise<string | null> {
  const info = await stat(path, { bigint: true }).catch(() => null);
  return info === null ? null : `${info.ino} ${info.size} ${info.mtimeNs}`;
}
