import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { HubError } from '../../contract/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { askHeartbeat } from './chroma-heartbeat.ts';
import { commandLineContains, isProcessAlive } from './process-facts.ts';

const pollIntervalMs = 20;
const goneTimeoutMs = 10_000;

/** What is written down of a started server, so that a later run can find it. */
const serverStateSchema = z.object({
  processId: z.number().int().min(2),
  port: z.number().int().min(1).max(65_535),
  marker: z.string(),
  configurationPath: z.string(),
});
export type ServerState = z.infer<typeof serverStateSchema>;

/** Writes down which server runs. */
export async function writeServerState(path: string, state: ServerState): Promise<void> {
  await writeFile(path, JSON.stringify(state), { mode: 0o600 });
}

/**
 * Kills the server that a crashed run may have left on this directory, and only that: its command line must name our
 * configuration file or, where command lines cannot be read, it must answer with our marker. The caller holds the
 * directory's lock, so no living owner uses it.
 */
export async function killOrphan(path: string, logger: Logger): Promise<void> {
  const state = await readServerState(path);
  if (state === null) return;
  if (await isProcessAlive(state.processId)) {
    if (await isOurs(state)) {
      logger.warn('Stopping the Chroma server that an earlier run left behind.', { processId: state.processId });
      await killAndWait(state.processId);
    } else
      logger.debug('The process id of an earlier Chroma server belongs to another program now.', { processId: state.processId });
  }
  await rm(path, { force: true });
}

async function readServerState(path: string): Promise<ServerState | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return serverStateSchema.parse(JSON.parse(text));
  } catch {
    return null; // cut off by a crash: the server, if any, ended with its parent
  }
}

async function isOurs(state: ServerState): Promise<boolean> {
  const named = await commandLineContains(state.processId, state.configurationPath);
  return named ?? (await askHeartbeat(state.port, state.marker)) === 'ours';
}

async function killAndWait(processId: number): Promise<void> {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // gone already, or not ours to kill, which the wait tells
  }
  const deadline = performance.now() + goneTimeoutMs;
  while (await isProcessAlive(processId)) {
    if (performance.now() > deadline) {
      throw new HubError(
        'vector-backend',
        `The Chroma server of an earlier run (process ${processId}) cannot be stopped; end it by hand.`,
      );
    }
    await delay(pollIntervalMs);
  }
}
