import { HubError } from '../../contract/errors.ts';

/** An opaque cursor: where to go on in the list of one query. `identity` stands for query, tool, mode and filters. */
export function encodeCursor(offset: number, identity: string): string {
  return Buffer.from(JSON.stringify([1, offset, identity])).toString('base64url');
}

/** The offset; throws `usage` for a cursor that is damaged or belongs to another query. */
export function decodeCursor(cursor: string, identity: string): number {
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    decoded = null;
  }
  if (!Array.isArray(decoded) || decoded[0] !== 1 || !Number.isSafeInteger(decoded[1]) || decoded[1] < 0) {
    throw new HubError('usage', 'This cursor is damaged. Leave it out to begin with the first hits.');
  }
  if (decoded[2] !== identity) {
    throw new HubError(
      'usage',
      'This cursor belongs to another query. Ask with the same query, tool, mode and filters, or leave it out.',
    );
  }
  return decoded[1] as number;
}
