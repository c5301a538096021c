import { HubError } from '../../contract/errors.ts';
import type { VectorRecord } from '../../core/vectors.ts';

/** Vectors this close to unit length are taken as they are. */
const unitTolerance = 1e-4;

/**
 * The vector at unit length. Throws `vector-backend` for a wrong dimension, NaN, infinity or zero: Chroma would take a
 * zero vector and answer nonsense, and cosine knows no answer for any of them.
 */
export function unitVector(vector: Float32Array, dimension: number, what: string): Float32Array {
  if (vector.length !== dimension) {
    throw new HubError('vector-backend', `${what} has ${vector.length} dimensions, this index has ${dimension}.`);
  }
  let squares = 0;
  for (let index = 0; index < dimension; index++) {
    const value = vector[index] as number;
    squares += value * value;
  }
  if (!Number.isFinite(squares)) throw new HubError('vector-backend', `${what} holds numbers that are not finite.`);
  if (squares === 0) throw new HubError('vector-backend', `${what} is all zeros and has no direction.`);
  const length = Math.sqrt(squares);
  return Math.abs(length - 1) <= unitTolerance ? vector : vector.map((value) => value / length);
}

/** Checks a whole batch before any of it is written; where an id repeats, the last record counts. */
export function checkedRecords(records: readonly VectorRecord[], dimension: number): VectorRecord[] {
  const byId = new Map<string, VectorRecord>();
  for (const record of records) {
    if (record.id === '') throw new HubError('vector-backend', 'A vector without an id cannot be stored.');
    const vector = unitVector(record.vector, dimension, `The vector of ${record.id}`);
    byId.set(record.id, vector === record.vector ? record : { ...record, vector });
  }
  return [...byId.values()];
}
