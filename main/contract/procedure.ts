import type { z } from 'zod';

/** A question with one answer. The input is validated where it arrives; the output in tests and development. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'call';
  input: Input;
  output: Output;
}

/** latest: a value that was not delivered yet is replaced by a newer one (states, progress); every: each one is delivered, in order. */
export type Delivery = 'latest' | 'every';

/** A question with many answers over time. */
export interface Stream<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  How extends Delivery = Delivery,
> {
  kind: 'stream';
  delivery: How;
  input: Input;
  output: Output;
}

export type Procedure = Call | Stream;

/** Named procedures: what one side offers to the other. */
export type Contract = Readonly<Record<string, Procedure>>;

export function call<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output): Call<Input, Output> {
  return { kind: 'call', input, output };
}

export function stream<How extends Delivery, Input extends z.ZodType, Output extends z.ZodType>(
  delivery: How,
  input: Input,
  output: Output,
): Stream<Input, Output, How> {
  return { kind: 'stream', delivery, input, output };
}

/** Names of the procedures that answer once, and of those that answer over time. */
export type CallName<Offered extends Contract> = {
  [Name in keyof Offered]: Offered[Name] extends Call ? Name : never;
}[keyof Offered];
export type StreamName<Offered extends Contract> = {
  [Name in keyof Offered]: Offered[Name] extends Stream ? Name : never;
}[keyof Offered];

/** All that a client has to know of a contract while it runs; the contract itself says it too. */
export type StreamDeliveries<Offered extends Contract> = {
  readonly [Name in StreamName<Offered>]: Offered[Name] extends Stream<z.ZodType, z.ZodType, infer How>
    ? { delivery: How }
    : never;
};

/** What a caller passes to a procedure. */
export type InputOf<Entry extends Procedure> = z.input<Entry['input']>;
/** What a handler receives: parsed, with defaults. */
export type ParsedInputOf<Entry extends Procedure> = z.output<Entry['input']>;
export type OutputOf<Entry extends Procedure> = z.output<Entry['output']>;
