import { HubError } from '../contract/errors.ts';

/** Throws `cancelled` when the signal has fired; call it between units of long work. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new HubError('cancelled', 'Cancelled.');
}
