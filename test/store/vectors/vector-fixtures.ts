import { seededRandom } from '../../../main/core/seeded-random.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubError } from '../../../main/contract/errors.ts';
import type { EmbeddingSpace, VectorRecord } from '../../../main/core/vectors.ts';

/** A small space: Chroma's time goes with the dimension, its traps do not. */
export function testSpace(dimension = 8): EmbeddingSpace {
  return { model: 'test-model', checksum: '0123456789ab', dimension, pooling: 'mean' };
}

export function unit(...values: number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

export function randomUnit(random: () => number, dimension: number): Float32Array {
  return unit(...Array.from({ length: dimension }, () => random() - 0.5));
}

/** A record with fields that most tests do not care about. */
export function record(id: string, vector: Float32Array, fields: Partial<VectorRecord> = {}): VectorRecord {
  return { id, vector, source: 'pipecat', contentType: 'source', language: 'python', ...fields };
}

/** `count` records with different vectors; ids sort by number. */
export function randomRecords(count: number, dimension: number, seed = 1, prefix = 'r'): VectorRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) =>
    record(`${prefix}${String(index).padStart(6, '0')}`, randomUnit(random, dimension), {
      source: `source${index % 4}`,
      contentType: (['doc', 'code', 'source', 'readme'] as const)[index % 4] ?? 'doc',
      language: index % 3 === 0 ? 'markdown' : 'python',
    }),
  );
}

/** A folder that disappears with the test. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'hub-vectors-'));
  return { path, [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true }) };
}

/** The HubError that a promise rejects with. Not `toMatchObject`, which does not compare the message of an error. */
export async function hubErrorOf(promise: Promise<unknown>): Promise<HubError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
