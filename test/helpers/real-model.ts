import { fileURLToPath } from 'node:url';
import { ensureModel, type ModelFound } from '../../main/services/model/ensure-model.ts';

let model: Promise<ModelFound> | undefined;

/** The real model, from the user's cache or fetched into it once; a machine that can get it from nowhere fails the test, with what was tried. */
export function realModel(): Promise<ModelFound> {
  const resourcesDirectory = fileURLToPath(new URL('../../resources', import.meta.url));
  model ??= ensureModel({ download: true, dataDirectory: resourcesDirectory, resourcesDirectory });
  return model;
}
