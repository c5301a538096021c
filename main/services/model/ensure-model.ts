import { fetchModel, type FetchOptions, type FetchProgress } from './fetch-model.ts';
import { locateModel } from './locate-model.ts';
import { modelMissingError, type ModelLocation } from './model-report.ts';

export type ModelFound = ModelLocation;

/** The model of this machine, fetched when there is none and `download` allows it; `model-missing` otherwise. */
export async function ensureModel(
  options: FetchOptions & { download: boolean },
  onProgress?: (progress: FetchProgress) => void,
  signal?: AbortSignal,
): Promise<ModelFound> {
  const { found, tried } = await locateModel(options);
  if (found) return found;
  // A folder that the user named and that holds no model is for the user to mend.
  if (!options.download || tried[0]?.source === 'setting') throw modelMissingError(tried);
  const { path, space, origin } = await fetchModel(options, onProgress, signal, tried);
  return { path, space, origin };
}
