import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { inspectModel, missingFiles } from './inspect-model.ts';
import { modelName, weightsFile } from './model-files.ts';
import type { ModelAttempt, ModelLocation, ModelOrigin, ModelSearch } from './model-report.ts';

export interface ModelOptions {
  /** Folder named by the user: the model itself, or one that holds it as Xenova/all-MiniLM-L6-v2. Else CONTEXT_HUB_MODEL is read. */
  setting?: string | undefined;
  dataDirectory: string;
  /** The program's `resources` folder. */
  resourcesDirectory: string;
  /** Shared by all data directories; default: the platform's cache folder. */
  cacheDirectory?: string | undefined;
  /** Default: the process's. */
  env?: NodeJS.ProcessEnv | undefined;
}

/** Where fetched models lie. */
export function modelCacheDirectory(options: Pick<ModelOptions, 'cacheDirectory' | 'env'>): string {
  const root =
    options.cacheDirectory ??
    (options.env ?? process.env)['CONTEXT_HUB_CACHE_DIR'] ??
    envPaths('context-hub', { suffix: '' }).cache;
  return join(resolve(root), 'models');
}

/**
 * Looks for a model on this machine. A folder that the user named decides alone, whether it is usable or not: to take another
 * model silently would give other results than asked for.
 */
export async function locateModel(options: ModelOptions): Promise<ModelSearch> {
  const tried: ModelAttempt[] = [];
  const setting = options.setting ?? (options.env ?? process.env)['CONTEXT_HUB_MODEL'];
  if (setting) {
    const folder = resolve(setting);
    const found = await lookIn('setting', [folder, join(folder, 'Xenova', modelName), join(folder, modelName)], tried);
    return { found, tried };
  }
  const places: [ModelOrigin, string][] = [
    ['resources', join(resolve(options.resourcesDirectory), 'model')],
    ['data-directory', join(resolve(options.dataDirectory), 'model')],
    ['cache', join(modelCacheDirectory(options), modelName)],
  ];
  for (const [origin, folder] of places) {
    const found = await lookIn(origin, [folder], tried);
    if (found) return { found, tried };
  }
  return { found: null, tried };
}

/** Tries folders that may hold the model of one origin, and reports the first that has any of it. */
async function lookIn(origin: ModelOrigin, folders: readonly string[], tried: ModelAttempt[]): Promise<ModelLocation | null> {
  for (const folder of folders) {
    const missing = await missingFiles(folder);
    if (missing.includes(weightsFile)) continue;
    try {
      const space = await inspectModel(folder);
      tried.push({ source: origin, outcome: 'found', detail: folder });
      return { path: folder, space, origin };
    } catch (error) {
      tried.push({ source: origin, outcome: 'unusable', detail: `${folder}: ${(error as Error).message}` });
      return null;
    }
  }
  tried.push({
    source: origin,
    outcome: origin === 'setting' ? 'unusable' : 'absent',
    detail: `${folders[0]} has no ${weightsFile}`,
  });
  return null;
}
