import type { CallName, Contract, InputOf, OutputOf, StreamName } from '../contract/procedure.ts';

export type { CallName, StreamName };

/** The caller's side of a contract. Errors are `HubError`s with the codes of the other side; `cancelled` after an abort. */
export interface Client<Offered extends Contract> {
  call<Name extends CallName<Offered>>(
    name: Name,
    input: InputOf<Offered[Name]>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<OutputOf<Offered[Name]>>;
  /** Leaving the loop early cancels on the other side. */
  stream<Name extends StreamName<Offered>>(
    name: Name,
    input: InputOf<Offered[Name]>,
    options?: { signal?: AbortSignal | undefined },
  ): AsyncIterableIterator<OutputOf<Offered[Name]>>;
}

/** open: calls go through; lost: trying again, calls wait; incompatible: the other side speaks another version. */
export type ConnectionState =
  | { name: 'connecting' }
  | { name: 'open' }
  | { name: 'lost'; reason: string; attempt: number; retryAt: number | null }
  | { name: 'incompatible'; message: string };
