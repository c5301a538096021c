import { createHash } from 'node:crypto';
import type { SourceSpecification } from '../../core/source.ts';
import type { SourceRow } from '../../store/corpus-reader.ts';
import { indexFormat } from './constants.ts';

/** A short hash of values, equal for equal ones. */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** What a source is read with: this version's format, and what the user says of the source. */
export function sourceSettings(specification: SourceSpecification): string {
  return fingerprint(indexFormat, specification);
}

/** Whether a source was read to its end by another version, or before the user changed what is to be read of it. */
export function isReadOtherwise({ state, settings, specification }: SourceRow): boolean {
  return state === 'complete' && settings !== sourceSettings(specification);
}
