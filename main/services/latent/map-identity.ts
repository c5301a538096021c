import { createHash } from 'node:crypto';
import type { LatentSettings } from '../../contract/latent-points.ts';
import { mapFormat } from '../../core/latent/latent-map.ts';
import type { Identity, LatentReader } from '../../store/latent/latent-reader.ts';

/** Chunks read in one go while the vectors are named in the thread that answers. */
const identitiesAtOnce = 2_000;

/** Names a set of chunks with their vectors, in order of chunk id, in one space. */
export function vectorsIdOf(spaceName: string, identities: Iterable<Identity>): string {
  const hash = createHash('sha256').update(spaceName);
  for (const { chunkId, hash: vector } of identities) hash.update(`\n${chunkId} ${vector}`);
  return hash.digest('hex').slice(0, 32);
}

/** The same for what a store holds now, read in small steps with room for others in between. Counts the chunks, too. */
export async function currentVectors(
  reader: LatentReader,
  space: { id: number; name: string },
): Promise<{ vectorsId: string; count: number }> {
  const hash = createHash('sha256').update(space.name);
  let count = 0;
  let after = '';
  while (true) {
    const step = reader.identities(space.id, after, identitiesAtOnce);
    for (const { chunkId, hash: vector } of step) hash.update(`\n${chunkId} ${vector}`);
    count += step.length;
    if (step.length < identitiesAtOnce) return { vectorsId: hash.digest('hex').slice(0, 32), count };
    after = step.at(-1)!.chunkId;
    await new Promise(setImmediate);
  }
}

/** Names a map: model and vectors, settings, and the rules by which maps are made. */
export function layoutIdOf(vectorsId: string, settings: LatentSettings): string {
  const { dimensions, neighbours, minimumDistance, seed } = settings;
  return createHash('sha256')
    .update(JSON.stringify([mapFormat, vectorsId, dimensions, neighbours, minimumDistance, seed]))
    .digest('hex')
    .slice(0, 24);
}
