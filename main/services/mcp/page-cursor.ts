import { createHash } from 'node:crypto';
import { HubError } from '../../contract/errors.ts';

/** Raised when the form changes. */
const form = 1;

/** A short name for what a cursor belongs to. */
function identityOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Where to go on in a long answer. `of` is everything that decides what the answer consists of. */
export function encodePageCursor(offset: number, of: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([form, offset, identityOf(of)])).toString('base64url');
}

/** The offset; 0 without a cursor. Throws `usage` where it is damaged or the answer that it belongs to has changed. */
export function decodePageCursor(cursor: string | undefined, of: readonly unknown[]): number {
  if (cursor === undefined) return 0;
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    decoded = null;
  }
  if (!Array.isArray(decoded) || decoded[0] !== form || !Number.isSafeInteger(decoded[1]) || decoded[1] < 0)
    throw new HubError('usage', 'This cursor is damaged. Leave it out to begin at the start.');
  if (decoded[2] !== identityOf(of))
    throw new HubError(
      'usage',
      'This cursor belongs to other arguments, or what it points into has changed. Ask again without it.',
    );
  return decoded[1] as number;
}
