import { locateModel, type ModelOptions } from './locate-model.ts';
import type { ModelAttempt, ModelLocation, ModelOrigin } from './model-report.ts';

/** What `model status` shows. */
export interface ModelStatus {
  found: boolean;
  path: string | null;
  space: ModelLocation['space'] | null;
  origin: ModelOrigin | null;
  tried: ModelAttempt[];
}

export async function modelStatus(options: ModelOptions): Promise<ModelStatus> {
  const { found, tried } = await locateModel(options);
  return { found: found !== null, path: found?.path ?? null, space: found?.space ?? null, origin: found?.origin ?? null, tried };
}
