import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTokenCounter, type Tokenizer } from '../../core/tokens/token-counter.ts';
import { resourcesDirectory } from '../runtime/resources.ts';

let loaded: Tokenizer | null = null;

/** The model's tokenizer, which the program ships: where chunks are cut never depends on whether a model was found. */
export function loadTokenCounter(): Tokenizer {
  loaded ??= createTokenCounter(
    JSON.parse(readFileSync(join(resourcesDirectory, 'model', 'tokenizer.json'), 'utf8')) as Parameters<
      typeof createTokenCounter
    >[0],
  );
  return loaded;
}
