import type { Call, Contract, InputOf, OutputOf, Stream } from '../contract/procedure.ts';

/** Names of the procedures that answer once, and of those that answer over time. */
export type CallName<Offered extends Contract> = {
  [Name in keyof Offered]: Offered[Name] extends Call ? Name : never;
}[keyof Offered];
export type StreamName<Offered extends Contract> = {
  [Name in keyof Offered]: Offered[Name] extends Stream ? Name : never;
}[keyof Offered];

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
