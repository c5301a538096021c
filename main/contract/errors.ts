/** Every error that leaves this program carries one of these codes; the set is closed so that clients can branch on it. */
export const errorCodes = [
  'usage', // the caller's words are off: wrong flag, unknown filter, bad value
  'not-found', // the named thing (source, chunk, page, preset) does not exist
  'locked', // another process owns the data directory
  'source-unreachable', // a git remote, URL or folder cannot be read now
  'source-invalid', // what was read is no usable source (too large, not a repository, not text)
  'model-missing', // no embedding model could be found or fetched
  'vector-backend', // the vector store cannot be started or does not answer
  'store-corrupt', // SQLite says the file is damaged
  'disk-full', // something could not be written for want of space
  'store-newer', // the data directory was written by a newer version
  'cancelled', // the caller's AbortSignal fired
  'disconnected', // the connection to the service ended before the answer came; whether the work was done is not known
  'incompatible', // client and service speak different versions of the contract
  'internal', // anything else; logged with its stack
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What crosses a process or network boundary. */
export interface WireError {
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * The one error type of the product. `message` says what happened and what to do next, in words a user can act on.
 */
export class HubError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'HubError';
    this.code = code;
    this.details = details;
  }

  toWire(): WireError {
    return { code: this.code, message: this.message, details: this.details };
  }
}

/** What SQLite and the operating system call a full disk and a used-up quota. */
const diskFullCodes: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** Turns anything thrown into a HubError; an AbortError becomes `cancelled`, a full disk `disk-full`, the unknown `internal`. */
export function asHubError(thrown: unknown): HubError {
  if (thrown instanceof HubError) return thrown;
  if (thrown instanceof Error && 'code' in thrown && diskFullCodes.has(thrown.code))
    return new HubError(
      'disk-full',
      'The disk is full. Free some space and do this again; what was written is kept.',
      {},
      thrown,
    );
  if (thrown instanceof Error && thrown.name === 'AbortError') return new HubError('cancelled', 'Cancelled.', {}, thrown);
  if (thrown instanceof Error) return new HubError('internal', thrown.message, {}, thrown);
  return new HubError('internal', String(thrown));
}
