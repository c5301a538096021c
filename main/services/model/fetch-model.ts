import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { silentLogger, type Logger } from '../../core/logger.ts';
import type { FileLock } from '../../store/file-lock.ts';
import { takeOwnerLock } from '../runtime/owner-lock.ts';
import { fetchLimits, weightsSources, type FetchLimits } from './fetch-weights.ts';
import { inspectModel } from './inspect-model.ts';
import { modelCacheDirectory, type ModelOptions } from './locate-model.ts';
import { describingFiles, modelName, weightsFile } from './model-files.ts';
import { modelMissingError, type ModelAttempt, type ModelLocation, type ModelOrigin } from './model-report.ts';

/** How often a process that waits for another's fetch looks again. */
const lockPollMs = 250;

export interface FetchOptions extends ModelOptions {
  logger?: Logger | undefined;
  limits?: FetchLimits | undefined;
}

export interface FetchProgress {
  origin: ModelOrigin;
  /** Bytes so far and in total; null where a package manager does the work and does not tell. */
  received: number | null;
  total: number | null;
}

/**
 * Gets the model into the user's cache from the first place that has it. The folder appears whole or not at all; of two processes
 * that want it, one fetches. Throws `model-missing` with what was tried, after `before`, when no place has it.
 */
export async function fetchModel(
  options: FetchOptions,
  onProgress?: (progress: FetchProgress) => void,
  signal?: AbortSignal,
  before: readonly ModelAttempt[] = [],
): Promise<ModelLocation & { tried: ModelAttempt[] }> {
  const cache = modelCacheDirectory(options);
  const target = join(cache, modelName);
  await mkdir(cache, { recursive: true });
  using _lock = await waitForLock(join(cache, 'fetch.lock'), signal);
  const tried = [...before];
  const present = await inspectModel(target).catch(() => null);
  if (present) {
    tried.push({ source: 'cache', outcome: 'found', detail: target });
    return { path: target, space: present, origin: 'cache', tried };
  }
  for (const { origin, fetch: fetchWeights } of weightsSources) {
    throwIfCancelled(signal);
    const workDirectory = join(cache, `.fetch-${randomUUID()}`);
    await mkdir(workDirectory);
    try {
      onProgress?.({ origin, received: null, total: null });
      const result = await fetchWeights({
        workDirectory,
        partialDirectory: cache,
        env: options.env ?? process.env,
        limits: options.limits ?? fetchLimits,
        onProgress: onProgress && ((received, total) => onProgress({ origin, received, total })),
        signal,
      });
      if (typeof result !== 'string') {
        (options.logger ?? silentLogger).info('The model could not be fetched here', { origin, ...result });
        tried.push({ source: origin, ...result });
        continue;
      }
      await install(result, join(workDirectory, 'model'), target, join(options.resourcesDirectory, 'model'));
      tried.push({ source: origin, outcome: 'fetched', detail: target });
      return { path: target, space: await inspectModel(target), origin, tried };
    } finally {
      await rm(workDirectory, { recursive: true, force: true });
    }
  }
  throw modelMissingError(tried);
}

/** Puts the whole folder together beside its place, then moves it there. */
async function install(weights: string, staging: string, target: string, describing: string): Promise<void> {
  await mkdir(dirname(join(staging, weightsFile)), { recursive: true });
  for (const name of describingFiles) await copyFile(join(describing, name), join(staging, name));
  await rename(weights, join(staging, weightsFile));
  // What is there now is no usable model, else nothing would have been fetched.
  await rm(target, { recursive: true, force: true });
  await rename(staging, target);
}

async function waitForLock(path: string, signal: AbortSignal | undefined): Promise<FileLock> {
  for (;;) {
    throwIfCancelled(signal);
    try {
      return takeOwnerLock(path);
    } catch (error) {
      if (!(error instanceof HubError && error.code === 'locked')) throw error;
    }
    await delay(lockPollMs, undefined, signal ? { signal } : {}).catch(() => {});
  }
}
