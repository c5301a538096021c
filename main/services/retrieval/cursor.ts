import { HubError } from '../../contract/errors.ts';

/** Raised when the form of a cursor changes. */
const form = 2;

/**
 * An opaque cursor: where to go on in the list of one query. `identity` stands for query, tool, mode, filters and weights; the
 * list is that of one generation of the index.
 */
export function encodeCursor(offset: number, identity: string, generation: number): string {
  return Buffer.from(JSON.stringify([form, offset, identity, generation])).toString('base64url');
}

/** The offset; throws `usage` for a cursor that is damaged, belongs to another query or to another state of the index. */
export function decodeCursor(cursor: string, identity: string, generation: number): number {
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    decoded = null;
  }
  if (!Array.isArray(decoded) || decoded[0] !== form || !Number.isSafeInteger(decoded[1]) || decoded[1] < 0) {
    throw new HubError('usage', 'This cursor is damaged. Leave it out to begin with the first hits.');
  }
  if (decoded[2] !== identity) {
    throw new HubError(
      'usage',
      'This cursor belongs to another query. Ask with the same query, tool, mode, filters and weights, or leave it out.',
    );
  }
  if (decoded[3] !== generation) {
    throw new HubError(
      'usage',
      'The index changed since this cursor was made, so its list is no longer the same. Search again without the cursor.',
      { reason: 'index-changed' },
    );
  }
  return decoded[1] as number;
}
