import type { Call, Contract, OutputOf, ParsedInputOf, Procedure, Stream } from '../contract/procedure.ts';

export interface CallContext {
  /** Fires when the caller cancels or the connection ends. */
  signal: AbortSignal;
}

type HandlerOf<Entry extends Procedure> =
  Entry extends Stream<infer _Input, infer _Output>
    ? (input: ParsedInputOf<Entry>, context: CallContext) => AsyncIterable<OutputOf<Entry>>
    : Entry extends Call<infer _Input, infer _Output>
      ? (input: ParsedInputOf<Entry>, context: CallContext) => OutputOf<Entry> | Promise<OutputOf<Entry>>
      : never;

/** What answers a contract: one function per procedure. */
export type Handlers<Offered extends Contract> = { readonly [Name in keyof Offered]: HandlerOf<Offered[Name]> };
