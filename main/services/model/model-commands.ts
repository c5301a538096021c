import type { Config } from '../../config.ts';
import type { Logger } from '../../core/logger.ts';
import { resourcesDirectory } from '../runtime/resources.ts';
import { fetchModel, type FetchProgress } from './fetch-model.ts';
import { locateModel } from './locate-model.ts';
import { modelMissingError, type ModelAttempt, type ModelLocation } from './model-report.ts';
import { modelStatus, type ModelStatus } from './model-status.ts';

function optionsOf(config: Config) {
  return { setting: config.model, dataDirectory: config.dataDirectory, resourcesDirectory };
}

/** `model status`. */
export function modelStatusForUser(config: Config): Promise<ModelStatus> {
  return modelStatus(optionsOf(config));
}

/** `model fetch`: finds or fetches, whatever the setting on downloads says, since the user asks for it. */
export async function fetchModelForUser(
  config: Config,
  logger: Logger,
  signal?: AbortSignal,
  onProgress?: (progress: FetchProgress) => void,
): Promise<ModelLocation & { tried: ModelAttempt[] }> {
  const options = { ...optionsOf(config), logger };
  const { found, tried } = await locateModel(options);
  if (found) return { ...found, tried };
  if (tried[0]?.source === 'setting') throw modelMissingError(tried);
  return fetchModel(options, onProgress, signal, tried);
}
